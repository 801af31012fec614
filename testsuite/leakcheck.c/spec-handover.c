/* Handles that go to a signal, through a pipe, onto a stack of OpenSSL's, or through
   a cast of GObject's; and arrays that are being filled.  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <mqueue.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct request { int number; char text[60]; };

/* Clean.  */
int
start_timer (timer_t *timer, int number)
{
  struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1 };
  struct request *r = malloc (sizeof *r);
  if (!r)
    return -1;
  r->number = number;
  event.sigev_value.sival_ptr = r;
  if (timer_create (CLOCK_MONOTONIC, &event, timer) < 0)
    {
      free (r);
      return -1;
    }
  return 0;
}

int
start_timer_lost (timer_t *timer, int number)
{
  struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1 };
  struct request *r = malloc (sizeof *r); /* { dg-warning "'r' might not be freed" } */
  if (!r)
    return -1;
  r->number = number;
  event.sigev_value.sival_ptr = r;
  if (timer_create (CLOCK_MONOTONIC, &event, timer) < 0)
    return -1;
  return 0;
}

/* Clean.  */
int
queue_signal (pid_t to)
{
  struct request *r = malloc (sizeof *r);
  if (!r)
    return -1;
  if (sigqueue (to, SIGUSR1, (union sigval) { .sival_ptr = r }) != 0)
    {
      free (r);
      return -1;
    }
  return 0;
}

/* Clean: whoever reads the pipe frees it.  */
int
send_request (int pipe_end)
{
  struct request *r = malloc (sizeof *r);
  if (!r)
    return -1;
  if (write (pipe_end, &r, sizeof r) != sizeof r)
    {
      free (r);
      return -1;
    }
  return 0;
}

/* What it points to was written, not the pointer.  */
int
send_text (int fd)
{
  struct request *r = malloc (sizeof *r); /* { dg-warning "'r' might not be freed" } */
  if (!r)
    return -1;
  if (write (fd, r, sizeof *r) != sizeof *r)
    {
      free (r);
      return -1;
    }
  return 0;
}

typedef struct x509_st X509;
typedef struct stack_st OPENSSL_STACK;
extern X509 *X509_new (void);
extern void X509_free (X509 *);
extern int OPENSSL_sk_push (OPENSSL_STACK *, const void *);

/* Clean.  */
int
push (OPENSSL_STACK *s)
{
  X509 *x = X509_new ();
  if (!x)
    return -1;
  if (!OPENSSL_sk_push (s, x))
    {
      X509_free (x);
      return -1;
    }
  return 0;
}

int
push_lost (OPENSSL_STACK *s)
{
  X509 *x = X509_new (); /* { dg-warning "'x' might not be freed" } */
  if (!x)
    return -1;
  if (OPENSSL_sk_push (s, x) <= 0)
    return -1;
  return 0;
}

typedef struct _GTypeInstance GTypeInstance;
typedef struct _GCancellable GCancellable;
extern GTypeInstance *g_type_check_instance_cast (GTypeInstance *, unsigned long);
extern GCancellable *g_cancellable_new (void);
extern void g_object_unref (void *);
extern void use (GTypeInstance *);

/* Clean.  */
void
unreferenced_cast (void)
{
  GCancellable *c = g_cancellable_new ();
  g_object_unref (g_type_check_instance_cast ((GTypeInstance *) c, 80));
}

GTypeInstance *
returned_cast (void)
{
  GCancellable *c = g_cancellable_new ();
  return c ? g_type_check_instance_cast ((GTypeInstance *) c, 80) : NULL;
}

/* An array that is filled, and given up half full.  */
int **
make_rows_lost (int n, int m)
{
  int **rows = malloc (n * sizeof *rows);
  if (!rows)
    return NULL;
  for (int i = 0; i < n; i++)
    {
      rows[i] = malloc (m * sizeof **rows); /* { dg-warning "might not be freed" } */
      if (!rows[i])
	{
	  free (rows);
	  return NULL;
	}
    }
  return rows;
}

/* Clean.  */
int **
make_rows (int n, int m)
{
  int **rows = malloc (n * sizeof *rows);
  if (!rows)
    return NULL;
  for (int i = 0; i < n; i++)
    {
      rows[i] = malloc (m * sizeof **rows);
      if (!rows[i])
	{
	  while (i-- > 0)
	    free (rows[i]);
	  free (rows);
	  return NULL;
	}
    }
  return rows;
}

/* Clean: it asks for all of them.  */
int **
make_rows_asking (int n, int m)
{
  int **rows = calloc (n, sizeof *rows);
  if (!rows)
    return NULL;
  for (int i = 0; i < n; i++)
    {
      rows[i] = malloc (m * sizeof **rows);
      if (!rows[i])
	{
	  for (int j = 0; j < n; j++)
	    if (rows[j])
	      free (rows[j]);
	  free (rows);
	  return NULL;
	}
    }
  return rows;
}

/* 16 bytes are moved at once.  */
struct pair { int number; void *block; };

/* Clean.  */
void
pair_out (void *to)
{
  struct pair p = { 1, malloc (3) };
  memcpy (to, &p, sizeof p);
}

void
pair_lost (void)
{
  struct pair to;
  struct pair p = { 1, malloc (3) }; /* { dg-warning "never freed" } */
  memcpy (&to, &p, sizeof p);
}
