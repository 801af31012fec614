/* Losses just before the process ends, which are reported if the user asks for them.  */
/* { dg-options "-fplugin-arg-leakcheck-enable=process-end" } */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
bad_line (const char *text)
{
  char *copy = strdup (text);	/* { dg-warning "'copy' might not be freed" } */
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

static void
print_copy (const char *name)
{
  char *copy = strdup (name);	/* { dg-warning "'copy' is never freed" } */
  if (copy)
    puts (copy);
}

/* What is still held is no loss.  */
int
main (int argc, char **argv)
{
  char *name = strdup (argv[0]);
  if (argc > 1)
    print_copy (argv[1]);
  puts (name);
  return 0;
}
