/* A function of the unit answers a question about what its argument points to, before the
   acquisition; a callee asks the same again.  */
/* { dg-do compile } */

#include <stdio.h>
#include <stdlib.h>

struct file { struct client *c; struct file *next; int stream, references; };
struct client { char *name; unsigned long flags; int mode; struct file *files; };

#define ATTACHED 0x80
#define CONTROL 0x20

/* The client has the file, if there is one that is not attached.  */
static struct file *
create (struct client *c, int stream)
{
  struct file *f;
  if (c != NULL && (c->flags & ATTACHED))
    c = NULL;
  f = calloc (1, sizeof *f);
  if (!f)
    abort ();
  f->c = c;
  f->stream = stream;
  if (f->c != NULL)
    {
      f->next = c->files;
      c->files = f;
    }
  return f;
}

static int
may_print (const struct client *c)
{
  if (c == NULL || (c->flags & ATTACHED) || (c->flags & CONTROL))
    return 0;
  return 1;
}

static int
is_attached (struct client *c)
{
  return c != NULL && (c->flags & ATTACHED) != 0;
}

static int
is_control (const struct client *c)
{
  return c == NULL || (c->flags & CONTROL) != 0;
}

/* Clean: the client has it.  */
void
print (struct client *c, const char *text)
{
  struct file *f;
  if (!may_print (c))
    return;
  f = create (c, 1);
  f->references++;
  puts (text);
}

/* Clean: the same, said the other way round.  */
void
print_unless_attached (struct client *c, const char *text)
{
  struct file *f;
  if (c == NULL || is_attached (c))
    return;
  f = create (c, 1);
  f->references++;
  puts (text);
}

/* It may be attached.  */
void
print_unless_control (struct client *c, const char *text)
{
  struct file *f;
  if (is_control (c))
    return;
  f = create (c, 1);		/* { dg-warning "'f' is never freed" } */
  f->references++;
  puts (text);
}

static int
is_logging (const struct client *c)
{
  return c->mode == 3;
}

static void
write_line (struct client *c, char *line)
{
  if (c->mode != 3)
    puts (line);
  else
    {
      puts (line);
      free (line);
    }
}

/* Clean: it logs, so the line is freed.  */
void
log_line (struct client *c)
{
  char *line;
  if (!is_logging (c))
    return;
  line = malloc (80);
  if (!line)
    return;
  line[0] = 0;
  write_line (c, line);
}

/* The wrong way round.  */
void
log_line_lost (struct client *c)
{
  char *line;
  if (is_logging (c))
    return;
  line = malloc (80);		/* { dg-warning "'line' is never freed" } */
  if (!line)
    return;
  line[0] = 0;
  write_line (c, line);
}

/* The answer is not asked for.  */
void
log_line_unasked (struct client *c)
{
  char *line;
  printf ("%d\n", is_logging (c));
  line = malloc (80);		/* { dg-warning "'line' might not be freed" } */
  if (!line)
    return;
  line[0] = 0;
  write_line (c, line);
}
