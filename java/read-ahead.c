/* The classes of the inputs, read by several threads at once.

   To expand a jar's entries and to read the class files, outline and code, is a third of the
   time until the first body is built, and no class needs another for it.  So before the first
   query each thread reads some, with arenas and files of its own; the calling thread takes
   part, and continues alone if no thread can be made.

   A class that cannot be read is left: the query for it reads it again and reports the error,
   so messages are the same, in the same order.  If a thread runs out of memory, all stop, and
   then the first thread reports it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE		/* sched_getaffinity.  */

#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "archive-internal.h"
#include "classpath-internal.h"

/* Classes that a thread takes at a time, at most: those that stand together in a
   jar are read together.  */
#define BATCH 16

struct ahead
{
  struct lk_classpath *path;
  size_t batch;
  atomic_size_t next;		/* Input to be taken.  */
  atomic_size_t kept;		/* Bytes of classes with code.  */
  atomic_size_t lacking;	/* Bytes that could not be had, or 0: all stop.  */
};

/* An archive as one thread sees it.  */
struct view
{
  const struct lk_archive *of;
  struct lk_archive own;
  bool good;
};

struct reader
{
  struct ahead *all;
  pthread_t thread;
  bool first;			/* This is the thread that began.  */
  struct lk_arena *outlines;
  struct lk_arena *scratch, *code;	/* The current class, or NULL.  */
  struct view view;		/* Of the archive read last.  */
  jmp_buf leave;
};

static void
leave_reader (void *data, size_t size)
{
  struct reader *reader = data;
  atomic_store (&reader->all->lacking, size ? size : 1);
  longjmp (reader->leave, 1);
}

/* ---- Reading.  ---- */

static void
end_view (struct reader *reader)
{
  if (reader->view.good && !reader->first)
    archive_end_copy (&reader->view.own);
  reader->view.of = NULL;
  reader->view.good = false;
}

/* ARCHIVE for this thread, or NULL.  */

static struct lk_archive *
view_of (struct reader *reader, struct lk_archive *archive)
{
  if (reader->first)
    return archive;
  if (reader->view.of != archive)
    {
      end_view (reader);
      reader->view.good = archive_copy (archive, &reader->view.own);
      reader->view.of = archive;
    }
  return reader->view.good ? &reader->view.own : NULL;
}

/* Read ENTRY: its outline, and its code, which is kept while there is room.  */

static void
read_ahead (struct reader *reader, struct entry *entry)
{
  struct lk_archive *archive = view_of (reader, entry->archive);
  struct lk_java_error error;
  struct lk_bytes bytes;
  if (!archive || entry->state != ENTRY_UNREAD || entry->outline)
    return;
  reader->code = lk_arena_new ();
  const char *where = lk_archive_where (archive, entry->index, reader->code);
  struct lk_class *outline = NULL, *class = NULL;
  if (lk_archive_read (archive, entry->index, reader->code, &bytes, &error))
    outline = lk_class_read_outline (reader->outlines, bytes.data, bytes.length,
				     where, &error);
  bool room = atomic_load (&reader->all->kept) < LK_CLASSPATH_KEPT;
  if (outline && room)
    class = lk_class_read (reader->code, bytes.data, bytes.length, where,
			   &error);
  entry->outline = outline;
  if (class)
    {
      atomic_fetch_add (&reader->all->kept, lk_arena_bytes (reader->code));
      entry->class = class;
      entry->kept = reader->code;
    }
  else
    lk_arena_free (reader->code);
  reader->code = NULL;
}

static void
read_batches (struct reader *reader)
{
  struct lk_classpath *path = reader->all->path;
  size_t batch = reader->all->batch, at;
  while ((at = atomic_fetch_add (&reader->all->next, batch)) < path->n_inputs)
    for (size_t i = at; i < at + batch && i < path->n_inputs; i++)
      {
	if (atomic_load (&reader->all->lacking))
	  return;
	read_ahead (reader, path->inputs[i]);
      }
}

static void *
run_reader (void *data)
{
  struct reader *reader = data;
  lk_set_thread_out_of_memory (leave_reader, reader);
  if (!setjmp (reader->leave))
    read_batches (reader);
  lk_set_thread_out_of_memory (NULL, NULL);
  lk_arena_free (reader->code);
  end_view (reader);
  return NULL;
}

/* ---- Threads.  ---- */

/* Signals are the first thread's.  */

static bool
start (struct reader *reader)
{
  sigset_t all, old;
  sigfillset (&all);
  if (pthread_sigmask (SIG_SETMASK, &all, &old))
    return false;
  bool good = !pthread_create (&reader->thread, NULL, run_reader, reader);
  pthread_sigmask (SIG_SETMASK, &old, NULL);
  return good;
}

void
lk_classpath_set_threads (struct lk_classpath *path, unsigned threads)
{
  path->threads = (threads > LK_CLASSPATH_THREADS ? LK_CLASSPATH_THREADS
		   : threads ? threads : 1);
}

void
lk_classpath_read_ahead (struct lk_classpath *path)
{
  size_t threads = path->threads, n = 1;
  if (threads <= 1 || path->n_inputs <= 1 || path->arenas)
    return;
  struct ahead all;
  struct reader *readers = lk_xmalloc (threads * sizeof *readers);
  path->arenas = lk_xmalloc (threads * sizeof *path->arenas);
  memset (readers, 0, threads * sizeof *readers);
  all.path = path;
  all.batch = path->n_inputs / (threads * 4);
  all.batch = all.batch > BATCH ? BATCH : all.batch ? all.batch : 1;
  atomic_init (&all.next, 0);
  atomic_init (&all.kept, path->kept);
  atomic_init (&all.lacking, 0);
  for (size_t i = 0; i < threads; i++)
    {
      readers[i].all = &all;
      readers[i].first = i == 0;
      readers[i].outlines = path->arenas[path->n_arenas++] = lk_arena_new ();
    }
  while (n < threads && start (&readers[n]))
    n++;
  run_reader (&readers[0]);
  for (size_t i = 1; i < n; i++)
    pthread_join (readers[i].thread, NULL);
  free (readers);
  path->kept = atomic_load (&all.kept);
  if (atomic_load (&all.lacking))
    lk_out_of_memory (atomic_load (&all.lacking));
}

/* ---- Processors.  ---- */

/* Return the number of processors that the control group (version 2) of this process grants,
   or LIMIT: "max 100000", or "150000 100000" for one and a half.  */

static unsigned
granted_processors (unsigned limit)
{
  FILE *file = fopen ("/sys/fs/cgroup/cpu.max", "r");
  unsigned long quota, period;
  if (!file)
    return limit;
  if (fscanf (file, "%lu %lu", &quota, &period) == 2 && period > 0
      && quota / period < limit)
    limit = quota < period ? 1 : (unsigned) (quota / period);
  fclose (file);
  return limit;
}

unsigned
lk_classpath_worth_threads (struct lk_classpath *path)
{
  cpu_set_t set;
  unsigned count = 1;
  if (sched_getaffinity (0, sizeof set, &set) == 0 && CPU_COUNT (&set) > 0)
    count = (unsigned) CPU_COUNT (&set);
  size_t shares = 1 + path->n_inputs / LK_CLASSPATH_SHARE;
  return granted_processors (shares < count ? (unsigned) shares : count);
}
