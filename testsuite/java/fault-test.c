/* Tests of how the readers of java/ stand a system that fails them: every
   opening, every reading and every allocation, libzip's own among them, fails
   once, and every reading brings once less than there is.

     fault-test CORPUS FOLDER	CORPUS: testsuite/java/corpus;
				FOLDER: for files made on the way

   This program's functions stand before the C library's, for libzip too.
   Whatever fails, what was read must be the whole, or be said not to be.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "../../java/hierarchy.h"
#include "java-test.h"

enum fault { FAULT_OPEN, FAULT_READ, FAULT_SHORT, FAULT_MEMORY };

static const char *const fault_names[]
  = { "opening", "reading", "reading that stops short", "allocation" };

/* What the children tell.  */
struct told
{
  uint64_t sum;			/* Of all that was read.  */
  bool said;			/* An error or a warning was given.  */
  bool met;			/* The fault.  */
};
static struct told *told;

static bool armed;
static enum fault the_fault;
static _Atomic long left;
static unsigned threads = 1;

static bool
fails (enum fault fault)
{
  if (!armed || fault != the_fault || left-- != 0)
    return false;
  told->met = true;
  return true;
}

/* ---- The system.  ---- */

/* The C library's NAME.  */
#define REAL(NAME)						\
  static __typeof__ (NAME) *real;				\
  if (!real)							\
    *(void **) &real = dlsym (RTLD_NEXT, #NAME)

int
open (const char *path, int flags, ...)
{
  REAL (open);
  va_list arguments;
  va_start (arguments, flags);
  mode_t mode = flags & O_CREAT ? va_arg (arguments, mode_t) : 0;
  va_end (arguments);
  if (fails (FAULT_OPEN))
    {
      errno = EMFILE;
      return -1;
    }
  return real (path, flags, mode);
}

FILE *
fopen (const char *path, const char *mode)
{
  REAL (fopen);
  if (fails (FAULT_OPEN))
    {
      errno = EMFILE;
      return NULL;
    }
  return real (path, mode);
}

FILE *
fdopen (int file, const char *mode)
{
  REAL (fdopen);
  if (fails (FAULT_OPEN))
    {
      errno = ENOMEM;
      return NULL;
    }
  return real (file, mode);
}

DIR *
opendir (const char *path)
{
  REAL (opendir);
  if (fails (FAULT_OPEN))
    {
      errno = EACCES;
      return NULL;
    }
  return real (path);
}

void *
mmap (void *address, size_t length, int protection, int flags, int file,
      off_t offset)
{
  REAL (mmap);
  if (file >= 0 && fails (FAULT_OPEN))
    {
      errno = ENODEV;
      return MAP_FAILED;
    }
  return real (address, length, protection, flags, file, offset);
}

ssize_t
read (int file, void *buffer, size_t size)
{
  REAL (read);
  if (fails (FAULT_READ))
    {
      errno = EIO;
      return -1;
    }
  return real (file, buffer, fails (FAULT_SHORT) && size > 1 ? size / 2 : size);
}

size_t
fread (void *buffer, size_t size, size_t count, FILE *stream)
{
  REAL (fread);
  if (fails (FAULT_READ))
    {
      errno = EIO;
      return 0;
    }
  return real (buffer, size, fails (FAULT_SHORT) ? count / 2 : count, stream);
}

struct dirent *
readdir (DIR *folder)
{
  REAL (readdir);
  if (fails (FAULT_READ))
    {
      errno = EIO;
      return NULL;
    }
  return real (folder);
}

#if defined __GLIBC__ && !defined __SANITIZE_ADDRESS__
# define ALLOCATIONS_FAIL true
extern void *__libc_malloc (size_t);
extern void *__libc_calloc (size_t, size_t);
extern void *__libc_realloc (void *, size_t);

void *
malloc (size_t size)
{
  return fails (FAULT_MEMORY) ? (errno = ENOMEM, NULL) : __libc_malloc (size);
}

void *
calloc (size_t count, size_t size)
{
  return (fails (FAULT_MEMORY) ? (errno = ENOMEM, NULL)
	  : __libc_calloc (count, size));
}

void *
realloc (void *block, size_t size)
{
  return (fails (FAULT_MEMORY) ? (errno = ENOMEM, NULL)
	  : __libc_realloc (block, size));
}
#else
# define ALLOCATIONS_FAIL false
#endif

/* ---- A run.  ---- */

static void
hear (void *data, enum lk_java_severity severity, const char *text)
{
  (void) data;
  (void) severity;
  (void) text;
  told->said = true;
}

static void
leave (size_t size)
{
  (void) size;
  told->said = true;
  _exit (0);
}

/* Read INPUT and all that belongs to it, with CLASSPATH and the JDK in HOME.  */
static void
read_all (const char *input, const char *class_path, const char *home)
{
  struct lk_java_error error;
  struct lk_classpath *path = lk_classpath_new (17, hear, NULL);
  if (!lk_classpath_add_input (path, input, &error)
      || !lk_classpath_add_jdk (path, home, &error))
    {
      told->said = *error.text != '\0';
      return;
    }
  lk_classpath_add_path (path, class_path);
  lk_classpath_set_threads (path, threads);
  struct lk_hierarchy *all = lk_hierarchy_new (path);
  struct lk_arena *arena = lk_arena_new ();
  walk_number (lk_classpath_n_inputs (path));
  for (size_t i = 0; i < lk_classpath_n_inputs (path); i++)
    {
      const struct lk_class *class = lk_classpath_load_input (path, i, arena);
      if (!class)
	continue;
      walk_number (walk_class (class, true));
      struct lk_type *type = lk_hierarchy_type (all, class->name);
      walk_text (type->super ? type->super->name : "");
    }
  static const char *const others[] = { "more/Thing", "p/C", "p/B" };
  for (unsigned i = 0; i < sizeof others / sizeof *others; i++)
    walk_number (lk_classpath_load (path, others[i], arena) != NULL);
  told->sum = walk_sum;
  lk_arena_free (arena);
  lk_hierarchy_free (all);
  lk_classpath_free (path);
}

/* The same in another process, FAULT coming after COUNT good ones; COUNT -1:
   never.  False if that process did not end as it should.  */
static bool
run (const char *input, const char *class_path, const char *home,
     enum fault fault, long count)
{
  fflush (stdout);
  memset (told, 0, sizeof *told);
  pid_t child = fork ();
  if (child == 0)
    {
      lk_set_out_of_memory (leave);
      the_fault = fault;
      left = count;
      armed = true;
      read_all (input, class_path, home);
      _exit (0);
    }
  int status;
  return (child > 0 && waitpid (child, &status, 0) == child
	  && WIFEXITED (status) && WEXITSTATUS (status) == 0);
}

static void
test (const char *name, const char *input, const char *class_path,
      const char *home)
{
  check (run (input, class_path, home, FAULT_OPEN, -1) && !told->met
	 && told->sum, "%s is read", name);
  uint64_t whole = told->sum;
  for (int fault = FAULT_OPEN;
       fault <= (ALLOCATIONS_FAIL ? FAULT_MEMORY : FAULT_SHORT); fault++)
    {
      long count = 0, crashes = 0, silent = 0;
      for (;; count++)
	{
	  bool ended = run (input, class_path, home, (enum fault) fault, count);
	  if (ended && !told->met)
	    break;
	  crashes += !ended;
	  if (ended && !told->said && told->sum != whole)
	    {
	      if (!silent++)
		printf ("--- silent: number %ld\n", count);
	    }
	}
      check (!crashes && !silent && count, "%s, every %s failing (%ld)", name,
	     fault_names[fault], count);
    }
}

/* ---- The inputs.  ---- */

static void
copy (const char *from, const char *to)
{
  size_t length;
  unsigned char *bytes = slurp (from, &length);
  FILE *file = fopen (to, "wb");
  if (!bytes || !file || fwrite (bytes, 1, length, file) != length)
    abort ();
  fclose (file);
  free (bytes);
}

int
main (int argc, char **argv)
{
  if (argc != 3)
    {
      fprintf (stderr, "usage: fault-test CORPUS FOLDER\n");
      return 2;
    }
  told = mmap (NULL, sizeof *told, PROT_READ | PROT_WRITE,
	       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  char jar[4096], other[4096], home[4096], path[4200], from[4096];
  static const char *const folders[] = { "", "/jdk", "/jdk/lib", "/out", "/out/p" };
  for (unsigned i = 0; i < sizeof folders / sizeof *folders; i++)
    {
      snprintf (path, sizeof path, "%s%s", argv[2], folders[i]);
      mkdir (path, 0777);
    }
  snprintf (home, sizeof home, "%s/jdk", argv[2]);
  snprintf (path, sizeof path, "%s/lib/modules", home);
  snprintf (from, sizeof from, "%s/modules-zip", argv[1]);
  copy (from, path);
  snprintf (path, sizeof path, "%s/out/p/C.class", argv[2]);
  snprintf (from, sizeof from, "%s/minimal.class", argv[1]);
  copy (from, path);
  snprintf (path, sizeof path, "%s/out/A.class", argv[2]);
  snprintf (from, sizeof from, "%s/class-all.class", argv[1]);
  copy (from, path);

  snprintf (jar, sizeof jar, "%s/multi.jar", argv[1]);
  snprintf (other, sizeof other, "%s/plain.jar:%s/out", argv[1], argv[2]);
  /* Libraries initialise themselves without faults: libcrypto, which newer releases of libzip
     use, waits for itself without end if memory is exhausted meanwhile.  */
  read_all (jar, other, home);
  test ("a multi-release jar", jar, other, home);
  snprintf (jar, sizeof jar, "%s/web.jar", argv[1]);
  test ("a web application", jar, other, home);
  snprintf (path, sizeof path, "%s/out", argv[2]);
  test ("a folder", path, jar, home);
  snprintf (path, sizeof path, "%s/list", argv[2]);
  FILE *list = fopen (path, "w");
  fprintf (list, "%s/plain.jar\n%s/out/p/C.class\n", argv[1], argv[2]);
  fclose (list);
  snprintf (path, sizeof path, "@%s/list", argv[2]);
  test ("a list", path, jar, home);
  threads = 2;
  test ("a list, by two threads", path, jar, home);
  return finish ();
}
