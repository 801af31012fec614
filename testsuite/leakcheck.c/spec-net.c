/* libpq, libevent, ncurses: results that must be cleared one by one, bases,
   windows.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stdio.h>
#include <stdlib.h>

typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;
extern PGconn *PQconnectdb (const char *);
extern int PQstatus (const PGconn *);
extern void PQfinish (PGconn *);
extern PGresult *PQexec (PGconn *, const char *);
extern int PQresultStatus (const PGresult *);
extern int PQntuples (const PGresult *);
extern char *PQerrorMessage (const PGconn *);
extern void PQclear (PGresult *);
#define CONNECTION_OK 0
#define PGRES_COMMAND_OK 1
#define PGRES_TUPLES_OK 2

struct event_base;
extern struct event_base *event_base_new (void);
extern void event_base_free (struct event_base *);
extern int event_base_dispatch (struct event_base *);

typedef struct _win_st WINDOW;
extern WINDOW *newwin (int, int, int, int);
extern int delwin (WINDOW *);
extern int wgetch (WINDOW *);
extern int wprintw (WINDOW *, const char *, ...);

/* A bad connection has to be finished, too.  */
PGconn *
pg_connect (const char *info)
{
  PGconn *c = PQconnectdb (info);
  if (PQstatus (c) != CONNECTION_OK)
    {
      fputs (PQerrorMessage (c), stderr);
      PQfinish (c);
      return NULL;
    }
  return c;
}

PGconn *
pg_connect_leaky (const char *info)
{
  PGconn *c = PQconnectdb (info);	/* { dg-warning "leak" } */
  if (PQstatus (c) != CONNECTION_OK)
    {
      fputs (PQerrorMessage (c), stderr);
      return NULL;
    }
  return c;
}

int
pg_count (PGconn *c)
{
  PGresult *r = PQexec (c, "begin");
  if (PQresultStatus (r) != PGRES_COMMAND_OK)
    {
      PQclear (r);
      return -1;
    }
  PQclear (r);
  r = PQexec (c, "select 1");
  int n = PQresultStatus (r) == PGRES_TUPLES_OK ? PQntuples (r) : -1;
  PQclear (r);
  return n;
}

int
pg_count_leaky (PGconn *c)
{
  PGresult *r = PQexec (c, "begin");	/* { dg-warning "leak" } */
  if (PQresultStatus (r) != PGRES_COMMAND_OK)
    {
      PQclear (r);
      return -1;
    }
  r = PQexec (c, "select 1");
  int n = PQresultStatus (r) == PGRES_TUPLES_OK ? PQntuples (r) : -1;
  PQclear (r);
  return n;
}

int
run_events (void)
{
  struct event_base *b = event_base_new ();
  if (!b)
    return -1;
  int ret = event_base_dispatch (b);
  event_base_free (b);
  return ret;
}

int
run_events_leaky (void)
{
  struct event_base *b = event_base_new ();	/* { dg-warning "leak" } */
  if (!b)
    return -1;
  if (event_base_dispatch (b) < 0)
    return -1;
  event_base_free (b);
  return 0;
}

int
ask_user (const char *text)
{
  WINDOW *w = newwin (3, 40, 10, 10);
  if (!w)
    return -1;
  wprintw (w, "%s", text);
  int c = wgetch (w);
  delwin (w);
  return c;
}

int
ask_user_leaky (const char *text)
{
  WINDOW *w = newwin (3, 40, 10, 10);	/* { dg-warning "leak" } */
  if (!w)
    return -1;
  wprintw (w, "%s", text);
  int c = wgetch (w);
  if (c == 27)
    return -1;
  delwin (w);
  return c;
}
