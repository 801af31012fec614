/* Losses that only the end of the process follows are not reported.  */

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void serve (const char *);
int next_line (char *buffer, size_t size);

/* ---- Lost, and then the process ends.  ---- */

void
bad_line (const char *text)
{
  char *copy = strdup (text);
  if (!copy)
    return;
  if (*copy != '#')
    {
      copy = strdup ("bad");
      fprintf (stderr, "%s line\n", copy);
      free (copy);
      exit (1);
    }
  free (copy);
}

/* What is called in between may take any time.  */
void
served (const char *text)
{
  char *copy = strdup (text);	/* { dg-warning "'copy' is never freed" } */
  if (!copy)
    return;
  copy = strdup ("served");
  serve (copy);
  free (copy);
  exit (0);
}

/* ---- In functions that main calls last.  ---- */

/* Once, and what it has printed is written when the process ends.  */
static int
print_first (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return 1;
  printf ("%d\n", fgetc (f));
  return 0;
}

/* The only call is in a function that main calls last.  */
static void
print_copy (const char *name)
{
  char *copy = strdup (name);
  if (copy)
    puts (copy);
}

static void
print_both (const char *name)
{
  print_copy (name);
  puts ("both");
}

/* Frees and prints, as a program does in the end.  */
static void
say_goodbye (char **names, int n)
{
  for (int i = 0; i < n; i++)
    free (names[i]);
  puts ("bye");
}

static void
print_size (const char *name)
{
  int fd = open (name, O_RDONLY);
  if (fd >= 0)
    printf ("%ld\n", (long) lseek (fd, 0, SEEK_END));
}

/* Lost at its beginning: it works on for long.  */
static int
run (const char *name)
{
  char line[80];
  char *copy = strdup (name);	/* { dg-warning "'copy' is never freed" } */
  if (copy)
    puts (copy);
  copy = NULL;
  while (next_line (line, sizeof line))
    puts (line);
  return 0;
}

/* ---- In functions that are called at other times.  ---- */

/* First.  */
static int
setup (const char *name)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' is never closed" } */
  if (!f)
    return 1;
  printf ("%d\n", fgetc (f));
  return 0;
}

/* In a loop.  */
static int
each (const char *name)
{
  int fd = open (name, O_RDONLY);	/* { dg-warning "'fd' is never closed" } */
  if (fd < 0)
    return 1;
  printf ("%ld\n", (long) lseek (fd, 0, SEEK_END));
  return 0;
}

/* Once in the middle and once in the end.  */
static void
twice (const char *name)
{
  char *copy = strdup (name);	/* { dg-warning "'copy' is never freed" } */
  if (copy)
    puts (copy);
}

/* In the end, but it loses one for each line.  */
static void
lines (int n)
{
  for (int i = 0; i < n; i++)
    {
      char *copy = malloc (10);	/* { dg-warning "'copy' is never freed" } */
      if (copy)
	puts ("line");
    }
}

/* By an address that other code may have.  */
static void
called_by_address (const char *name)
{
  char *copy = strdup (name);	/* { dg-warning "'copy' is never freed" } */
  if (copy)
    puts (copy);
}

/* A public function may be called anywhere.  */
void
print_name (const char *name)
{
  char *copy = strdup (name);	/* { dg-warning "'copy' is never freed" } */
  if (copy)
    puts (copy);
}

void (*print) (const char *) = called_by_address;

int
main (int argc, char **argv)
{
  char *name = strdup (argv[0]);
  setup (argv[0]);
  for (int i = 1; i < argc; i++)
    each (argv[i]);
  twice (argv[0]);
  serve (argv[0]);
  switch (argc)
    {
    case 1:
      name = strdup (argv[1]);
      puts (name);
      free (name);
      return 0;
    case 2:
      free (name);
      return print_first (argv[1]);
    case 3:
      print_both (argv[1]);
      exit (0);
    case 4:
      lines (argc);
      return 0;
    case 5:
      called_by_address (argv[1]);
      return 0;
    case 6:
      print_name (argv[1]);
      return 0;
    case 7:
      print_size (argv[1]);
      say_goodbye (argv, argc);
      return 0;
    case 8:
      return run (argv[1]);
    }
  twice (argv[0]);
  return 0;
}
