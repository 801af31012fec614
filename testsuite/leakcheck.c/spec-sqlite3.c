/* sqlite3: sqlite3_open acquires even when it fails; statements, error
   messages and the memory of sqlite3_mprintf.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stdio.h>
#include <string.h>

typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;
extern int sqlite3_open (const char *, sqlite3 **);
extern int sqlite3_open_v2 (const char *, sqlite3 **, int, const char *);
extern int sqlite3_close (sqlite3 *);
extern int sqlite3_prepare_v2 (sqlite3 *, const char *, int, sqlite3_stmt **, const char **);
extern int sqlite3_step (sqlite3_stmt *);
extern int sqlite3_finalize (sqlite3_stmt *);
extern int sqlite3_bind_text (sqlite3_stmt *, int, const char *, int, void (*) (void *));
extern int sqlite3_column_int (sqlite3_stmt *, int);
extern int sqlite3_exec (sqlite3 *, const char *, int (*) (void *, int, char **, char **), void *,
			 char **);
extern const char *sqlite3_errmsg (sqlite3 *);
extern char *sqlite3_mprintf (const char *, ...);
extern void sqlite3_free (void *);
#define SQLITE_OK 0
#define SQLITE_ROW 100

int
db_run (const char *name, const char *sql)
{
  sqlite3 *db;
  int rc = sqlite3_open (name, &db);
  if (rc != SQLITE_OK)
    {
      fprintf (stderr, "%s\n", sqlite3_errmsg (db));
      sqlite3_close (db);
      return -1;
    }
  rc = sqlite3_exec (db, sql, NULL, NULL, NULL);
  sqlite3_close (db);
  return rc == SQLITE_OK ? 0 : -1;
}

/* The handle of a failed open has to be closed as well.  */
int
db_run_leaky (const char *name, const char *sql)
{
  sqlite3 *db;
  int rc = sqlite3_open (name, &db);	/* { dg-warning "'db' might not be closed" } */
  if (rc != SQLITE_OK)
    {
      fprintf (stderr, "%s\n", sqlite3_errmsg (db));
      return -1;
    }
  rc = sqlite3_exec (db, sql, NULL, NULL, NULL);
  sqlite3_close (db);
  return rc == SQLITE_OK ? 0 : -1;
}

int
db_open_for_caller (const char *name, sqlite3 **out)
{
  sqlite3 *db = NULL;
  if (sqlite3_open_v2 (name, &db, 1, NULL) != SQLITE_OK)
    {
      sqlite3_close (db);
      return -1;
    }
  *out = db;
  return 0;
}

/* Open after success, too.  */
int
db_version_leaky (const char *name)
{
  sqlite3 *db;
  int rc = sqlite3_open (name, &db);	/* { dg-warning "'db' might not be closed" } */
  if (rc != SQLITE_OK)
    {
      sqlite3_close (db);
      return -1;
    }
  return sqlite3_exec (db, "select 1", NULL, NULL, NULL);
}

int
db_count (sqlite3 *db, const char *user)
{
  sqlite3_stmt *st;
  int n = -1;
  if (sqlite3_prepare_v2 (db, "select count(*) from t where u=?", -1, &st, NULL) != SQLITE_OK)
    return -1;
  if (sqlite3_bind_text (st, 1, user, -1, NULL) == SQLITE_OK
      && sqlite3_step (st) == SQLITE_ROW)
    n = sqlite3_column_int (st, 0);
  sqlite3_finalize (st);
  return n;
}

int
db_count_leaky (sqlite3 *db, const char *user)
{
  sqlite3_stmt *st;
  if (sqlite3_prepare_v2 (db, "select 1 from t where u=?", -1, &st, NULL) != SQLITE_OK)	/* { dg-warning "leak" } */
    return -1;
  if (sqlite3_bind_text (st, 1, user, -1, NULL) != SQLITE_OK)
    return -1;
  int n = sqlite3_step (st) == SQLITE_ROW ? sqlite3_column_int (st, 0) : -1;
  sqlite3_finalize (st);
  return n;
}

int
db_delete (sqlite3 *db, const char *user)
{
  char *sql = sqlite3_mprintf ("delete from t where u=%Q", user);
  if (!sql)
    return -1;
  int rc = sqlite3_exec (db, sql, NULL, NULL, NULL);
  sqlite3_free (sql);
  return rc;
}

int
db_delete_leaky (sqlite3 *db, const char *user)
{
  char *sql = sqlite3_mprintf ("delete from t where u=%Q", user);	/* { dg-warning "leak" } */
  if (!sql)
    return -1;
  return sqlite3_exec (db, sql, NULL, NULL, NULL);
}
