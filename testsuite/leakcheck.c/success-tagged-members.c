/* What is in a union is told by a tag beside it, which the caller need not know; and
   may be overwritten by who asked for it.  */

#include <stdlib.h>
#include <string.h>

typedef struct { int room, size; unsigned long *limbs; } number[1];
extern void __gmpz_init (number);
extern void __gmpz_clear (number);
extern char *__gmpz_get_str (char *, int, const number);

struct value
{
  int type;
  union { number i; char *s; } u;
};
enum { NUMBER, STRING, DEAD };

extern int any (void);

static struct value *
make (const char *s)
{
  struct value *v = malloc (sizeof *v);
  if (!v)
    abort ();
  if (*s == '0')
    {
      __gmpz_init (v->u.i);
      v->type = NUMBER;
    }
  else
    {
      v->type = STRING;
      v->u.s = strdup (s);
    }
  return v;
}

static struct value *
make_any (const char *s)
{
  struct value *v = make (s);
  if (any ())
    v->type = any ();
  return v;
}

static struct value *
make_string (const char *s)
{
  struct value *v = malloc (sizeof *v);
  if (!v)
    abort ();
  v->type = STRING;
  v->u.s = strdup (s);
  return v;
}

static void
to_string (struct value *v)
{
  if (v->type == NUMBER)
    {
      char *s = __gmpz_get_str (NULL, 10, v->u.i);
      __gmpz_clear (v->u.i);
      v->u.s = s;
      v->type = STRING;
    }
}

static void
to_string_indirectly (struct value *v)
{
  to_string (v);
}

/* The tag is overwritten before the memory is freed.  */
static void
kill (struct value *v)
{
  if (v->type == NUMBER)
    {
      v->type = DEAD;
      free (v);
    }
  else
    {
      free (v->u.s);
      v->type = DEAD;
      free (v);
    }
}

static void
kill_indirectly (struct value *v)
{
  kill (v);
}

/* Whatever the tag was.  */
static void
forget (struct value *v)
{
  v->type = DEAD;
  free (v);
}

int
ok_to_string (const char *s)
{
  struct value *v = make_any (s);
  to_string (v);
  int n = (int) strlen (v->u.s);
  free (v->u.s);
  free (v);
  return n;
}

int
ok_to_string_indirectly (const char *s)
{
  struct value *v = make_any (s);
  to_string_indirectly (v);
  int n = (int) strlen (v->u.s);
  free (v->u.s);
  free (v);
  return n;
}

void
ok_kill (const char *s)
{
  kill (make_any (s));
}

void
ok_kill_indirectly (const char *s)
{
  struct value *v = make_any (s);
  kill_indirectly (v);
}

void
ok_known_string (const char *s)
{
  struct value *v = make_string (s);
  to_string (v);
  free (v->u.s);
  free (v);
}

void
leak_forget (const char *s)
{
  struct value *v = make_string (s); /* { dg-warning "leak" } */
  forget (v);
}

void
leak_freed (const char *s)
{
  struct value *v = make_string (s); /* { dg-warning "leak" } */
  free (v);
}

void
leak_freed_if_string (const char *s)
{
  struct value *v = make_string (s); /* { dg-warning "leak" } */
  if (v->type == STRING)
    free (v);
}

void
leak_in_place (const char *s)
{
  struct value *v = make_string (s); /* { dg-warning "leak" } */
  if (any ())
    free (v->u.s);
  free (v);
}
