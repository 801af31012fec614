/* A unit that says nothing of exceptions, and is no program by itself: that a text is no number is
   up to who wrote the text, and somebody may handle that.  */
/* { dg-do compile } */

#include <cstdio>
#include <functional>
#include <string>

int step (int n);
int again (int n);
int other (int n);

int a (int n) { return step (n); }
int b (int n) { return step (n) + 1; }
int c (int n) { return again (n); }
int d (int n) { return again (n) + 1; }
int e (int n) { return other (n); }

unsigned long
lost_number (const char *path, const std::string &limit)
{
  std::FILE *f = std::fopen (path, "rb"); /* { dg-warning "might not be closed" } */
  if (!f)
    return 0;
  unsigned long left = std::stoul (limit), n = 0;
  while (left-- > 0 && std::fgetc (f) != EOF)
    n++;
  std::fclose (f);
  return n;
}

unsigned long
clean_number (const char *path, const std::string &limit)
{
  unsigned long left = std::stoul (limit), n = 0;
  std::FILE *f = std::fopen (path, "rb");
  if (!f)
    return 0;
  while (left-- > 0 && std::fgetc (f) != EOF)
    n++;
  std::fclose (f);
  return n;
}

/* (Whether these throw it says nothing of.)  */
int
clean_unknown (const char *path)
{
  std::FILE *f = std::fopen (path, "rb");
  if (!f)
    return 0;
  int n = step (std::fgetc (f));
  std::fclose (f);
  return n;
}

int
clean_function (const char *path, const std::function<int (int)> &each)
{
  std::FILE *f = std::fopen (path, "rb");
  if (!f)
    return 0;
  int n = each (std::fgetc (f));
  std::fclose (f);
  return n;
}

int
clean_text (const char *path, const std::string &text)
{
  std::FILE *f = std::fopen (path, "rb");
  if (!f)
    return 0;
  int n = std::fgetc (f) + text.at (0);
  std::fclose (f);
  return n;
}

/* Who has looked what is in it, or made it.  */
int
clean_digits (const char *path, const std::string &text)
{
  std::FILE *f = std::fopen (path, "rb");
  if (!f)
    return 0;
  int n = 0;
  if (!text.empty () && text.find_first_not_of ("0123456789") == std::string::npos)
    n = std::stoi (text);
  std::fclose (f);
  return n;
}

int
clean_first_digit (const char *path, const std::string &text)
{
  std::FILE *f = std::fopen (path, "rb");
  if (!f)
    return 0;
  int n = 0;
  if (!text.empty () && text[0] >= '0' && text[0] <= '9' && text.size () < 9)
    n = std::stoi (text);
  std::fclose (f);
  return n;
}

static bool
is_number (const std::string &text)
{
  for (char c : text)
    if (c < '0' || c > '9')
      return false;
  return !text.empty ();
}

int
clean_own_digits (const char *path, const std::string &text)
{
  std::FILE *f = std::fopen (path, "rb");
  if (!f)
    return 0;
  int n = is_number (text) ? std::stoi (text) : 0;
  std::fclose (f);
  return n;
}

int
clean_read_digits (const char *path)
{
  std::FILE *f = std::fopen (path, "rb");
  if (!f)
    return 0;
  std::string text = "0";
  int c;
  while ((c = std::fgetc (f)) >= '0' && c <= '9' && text.size () < 8)
    text += char (c);
  int n = std::stoi (text);
  std::fclose (f);
  return n;
}

int
lost_counted (const char *path, const std::string &text)
{
  std::FILE *f = std::fopen (path, "rb"); /* { dg-warning "might not be closed" } */
  if (!f)
    return 0;
  int n = text.size () < 9 ? std::stoi (text) : 0;
  std::fclose (f);
  return n;
}
