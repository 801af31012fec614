/* What scandir () makes: a list, and entries that are freed one by one.  */

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int leak_list (const char *dir)
{
  struct dirent **list = NULL;
  int n = scandir (dir, &list, NULL, alphasort); /* { dg-warning "freed" } */
  if (n < 0)
    return -1;
  int count = 0;
  for (int i = 0; i < n; i++)
    if (list[i]->d_name[0] != '.')
      count++;
  free (list);
  return count;
}
int clean_list (const char *dir)
{
  struct dirent **list;
  int n = scandir (dir, &list, NULL, alphasort);
  if (n < 0)
    return -1;
  int count = 0;
  for (int i = 0; i < n; i++)
    {
      if (list[i]->d_name[0] != '.')
	count++;
      free (list[i]);
    }
  free (list);
  return count;
}
int clean_down (const char *dir)
{
  struct dirent **list = NULL;
  int n = scandir (dir, &list, NULL, alphasort);
  if (n < 0)
    return -1;
  int count = 0;
  while (n-- > 0)
    {
      puts (list[n]->d_name);
      free (list[n]);
    }
  free (list);
  return count;
}
int clean_down2 (const char *dir)
{
  struct dirent **list = NULL;
  int n = scandir (dir, &list, NULL, alphasort);
  if (n < 0)
    return -1;
  while (n--)
    {
      puts (list[n]->d_name);
      free (list[n]);
    }
  free (list);
  return 0;
}
int leak_early (const char *dir, const char *name)
{
  struct dirent **list;
  int n = scandir (dir, &list, NULL, alphasort); /* { dg-warning "freed" } */
  if (n < 0)
    return -1;
  for (int i = 0; i < n; i++)
    {
      if (!strcmp (list[i]->d_name, name))
	return i;
      free (list[i]);
    }
  free (list);
  return -1;
}
char *clean_pick (const char *dir)
{
  struct dirent **list;
  int n = scandir (dir, &list, NULL, alphasort);
  char *r = NULL;
  if (n <= 0)
    {
      if (n == 0)
	free (list);
      return NULL;
    }
  r = strdup (list[0]->d_name);
  for (int i = 0; i < n; i++)
    free (list[i]);
  free (list);
  return r;
}
static void free_all (struct dirent **list, int n)
{
  for (int i = 0; i < n; i++)
    free (list[i]);
  free (list);
}
int clean_helper (const char *dir)
{
  struct dirent **list;
  int n = scandir (dir, &list, NULL, alphasort);
  if (n < 0)
    return 1;
  puts ("x");
  free_all (list, n);
  return 0;
}
struct dirent **clean_out (const char *dir, int *n)
{
  struct dirent **list;
  *n = scandir (dir, &list, NULL, alphasort);
  return *n < 0 ? NULL : list;
}
int clean_ptr (const char *dir)
{
  struct dirent **list, **p;
  int n = scandir (dir, &list, NULL, alphasort);
  if (n < 0)
    return 1;
  for (p = list; p < list + n; p++)
    {
      puts ((*p)->d_name);
      free (*p);
    }
  free (list);
  return 0;
}
int clean_entry (const char *dir)
{
  struct dirent **list;
  int n = scandir (dir, &list, NULL, alphasort);
  for (int i = 0; i < n; i++)
    {
      struct dirent *e = list[i];
      puts (e->d_name);
      free (e);
    }
  if (n >= 0)
    free (list);
  return 0;
}
struct h { struct dirent **list; int n; };
int clean_struct (struct h *h, const char *dir)
{
  h->n = scandir (dir, &h->list, NULL, alphasort);
  return h->n < 0 ? -1 : 0;
}
