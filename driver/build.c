/* `leakcheck -- make ...': run a build, note each compilation, and analyse these as a project.

   The compilers' names are links to this program in a folder that comes first on PATH,
   .leakcheck/compilers, and CC and CXX name two of them.  Under such a name the program appends a
   line to a list, one for each source, and becomes the compiler: the build is what it is without
   leakcheck.  The list is added to .leakcheck/compile_commands.json, where it replaces what earlier
   builds did with the same sources, so that a build that compiles only what has changed is analysed
   as a whole.  Where a configuration keeps the full names of the links (CMake's does), each later
   build calls them; without a list they only become the compiler.

   A configuration compiles, too, to try the compiler.  Its sources are no part of the program, and
   are left out: those that are gone when the build has ended, or whose folder is; and, a heuristic
   (is_trial), those that the build has written itself, in a folder that it has made, and compiles
   to a program at once, as CMake and Meson do.  A note names these.

   Under-approximates: compilers that the build calls by their full names are not seen.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "lk-config.h"
#include "project.h"

extern char **environ;

/* The name of the list, for the program under a compiler's name.  */
static const char list_variable[] = "LEAKCHECK_BUILD_LIST";

/* ---- As a compiler.  ---- */

/* Return true if ARGV, a compiler's arguments, ask for no object.  */
static bool
only_looks (char **argv)
{
  static const char *const options[] = { "-E", "-M", "-MM", "-fsyntax-only", "--version" };
  for (; *argv; argv++)
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
      if (!strcmp (*argv, options[i]))
	return true;
  return false;
}

/* Return the line of the list for the source SOURCE of ARGV: all arguments but the other
   sources.  NULL: it cannot be noted, as JSON has no bytes that are not UTF-8.  */
static char *
line_for (char **argv, const char *name, size_t source)
{
  json_t *entry = json_object (), *arguments = json_array ();
  bool value = false, good = json_array_append_new (arguments, json_string (name)) == 0;
  for (size_t i = 1; argv[i]; i++)
    {
      if (i == source || value || argv[i][0] == '-' || !lk_is_unit_name (argv[i]))
	good &= json_array_append_new (arguments, json_string (argv[i])) == 0;
      value = !value && lk_takes_next (argv[i]);
    }
  good &= json_object_set_new (entry, "directory", json_string (lk_current_folder ())) == 0;
  good &= json_object_set_new (entry, "file", json_string (argv[source])) == 0;
  good &= json_object_set_new (entry, "arguments", arguments) == 0;
  char *text = good ? json_dumps (entry, JSON_COMPACT) : NULL;
  json_decref (entry);
  char *line = text ? lk_format ("%s\n", text) : NULL;
  free (text);
  return line;
}

static void
note_sources (char **argv, const char *name, const char *list)
{
  int file = open (list, O_WRONLY | O_APPEND | O_CLOEXEC);
  bool value = false;
  for (size_t i = 1; file >= 0 && argv[i]; i++)
    {
      bool source = !value && argv[i][0] != '-' && lk_is_unit_name (argv[i]);
      char *line = source ? line_for (argv, name, i) : NULL;
      value = !value && lk_takes_next (argv[i]);
      if (source && !line)
	lk_warn ("the compilation of '%s' is not analysed: its command is no UTF-8", argv[i]);
      /* A short write damages a line, which is then left out.  */
      if (line && write (file, line, strlen (line)) < 0)
	lk_warn ("cannot note the compilation of '%s': %s", argv[i], strerror (errno));
      free (line);
    }
  if (file >= 0)
    close (file);
}

/* Return true if FILE is this program, by a link.  */
static bool
is_self (const char *file)
{
  struct stat one, two;
  return (stat (file, &one) == 0 && stat ("/proc/self/exe", &two) == 0
	  && one.st_dev == two.st_dev && one.st_ino == two.st_ino);
}

/* Take the folders in which NAME is this program off PATH.  */
static void
leave_path (const char *name)
{
  struct lk_text rest = { 0 };
  lk_text_add (&rest, "", 0);
  for (const char *path = getenv ("PATH"); path && *path;)
    {
      size_t length = strcspn (path, ":");
      char *folder = length ? lk_format ("%.*s", (int) length, path) : lk_format (".");
      char *file = lk_format ("%s/%s", folder, name);
      if (!is_self (file))
	{
	  lk_text_add (&rest, ":", rest.length > 0);
	  lk_text_add (&rest, folder, strlen (folder));
	}
      free (file);
      free (folder);
      path += length + (path[length] == ':');
    }
  setenv ("PATH", rest.bytes, 1);
  lk_text_free (&rest);
}

/* The names of compilers, without the machine before them and the version behind.  */
static const char *const compilers[] = { "gcc", "g++", "cc", "c++" };

static bool
is_compiler (const char *name)
{
  static const char machine[] = LK_GCC_MACHINE "-";
  if (lk_begins (name, machine))
    name += strlen (machine);
  for (size_t i = 0; i < sizeof compilers / sizeof *compilers; i++)
    if (lk_begins (name, compilers[i]))
      {
	const char *rest = name + strlen (compilers[i]);
	if (!*rest || (rest[0] == '-' && rest[1] && !rest[1 + strspn (rest + 1, "0123456789")]))
	  return true;
      }
  return false;
}

void
lk_build_compiler (char **argv)
{
  const char *list = getenv (list_variable);
  const char *slash = strrchr (argv[0], '/'), *name = slash ? slash + 1 : argv[0];
  if (!is_compiler (name))
    return;
  leave_path (name);
  if (list && !only_looks (argv + 1))
    note_sources (argv, name, list);
  char *before = argv[0];
  argv[0] = (char *) name;
  execvp (name, argv);
  argv[0] = before;
  lk_fatal ("cannot run '%s': %s", name, strerror (errno));
}

/* ---- The build.  ---- */

/* Return true if FILE, the name of a program with its folder, is what its last part is by PATH.  */
static bool
is_on_path (const char *file)
{
  char *found = lk_find_program (strrchr (file, '/') + 1);
  struct stat one, two;
  bool same = (found && stat (file, &one) == 0 && stat (found, &two) == 0
	       && one.st_dev == two.st_dev && one.st_ino == two.st_ino);
  free (found);
  return same;
}

/* Make NAME in FOLDER a link to SELF, this program, if PATH has a program of that name.  */
static void
make_link (const char *folder, const char *name, const char *self)
{
  char *link = lk_format ("%s/%s", folder, name), *program = lk_find_program (name);
  if (program && !is_self (link))
    {
      unlink (link);
      if (symlink (self, link) != 0)
	lk_fatal ("cannot make '%s': %s", link, strerror (errno));
    }
  free (program);
  free (link);
}

/* Make the names of compilers in FOLDER links to this program.  */
static void
make_links (const char *folder)
{
  struct lk_strings names = { 0 };
  char *self = lk_own_path ();
  for (size_t i = 0; i < sizeof compilers / sizeof *compilers; i++)
    {
      lk_strings_add (&names, compilers[i]);
      for (int version = 11; version <= 16; version++)
	lk_strings_take (&names, lk_format ("%s-%d", compilers[i], version));
    }
  for (size_t i = 0; i < names.count; i++)
    {
      char *whole = lk_format (LK_GCC_MACHINE "-%s", names.items[i]);
      make_link (folder, names.items[i], self);
      make_link (folder, whole, self);
      free (whole);
    }
  lk_strings_free (&names);
  free (self);
}

/* Let VARIABLE name the link for the compiler that it names, or for NAME; leave it alone if it
   names another compiler.  */
static void
set_compiler (const char *variable, const char *folder, const char *name)
{
  const char *given = getenv (variable);
  const char *slash = given ? strrchr (given, '/') : NULL;
  char *link = lk_format ("%s/%s", folder, slash ? slash + 1 : given && *given ? given : name);
  if (access (link, X_OK) == 0 && (!slash || is_on_path (given)))
    setenv (variable, link, 1);
  free (link);
}

/* Run BUILD and wait until it has ended; return its status as waitpid has it.  It stays in the
   process group of this program, so that it can read from the terminal.  */
static int
wait_for_build (char **build)
{
  pid_t child;
  int status = 0;
  posix_spawnattr_t attributes;
  if (posix_spawnattr_init (&attributes) != 0)
    lk_fatal ("out of memory");
  posix_spawnattr_setflags (&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  lk_signal_spawn_attributes (&attributes);
  fflush (stdout);
  lk_hold ();
  int failed = posix_spawnp (&child, build[0], NULL, &attributes, build, environ);
  if (!failed)
    lk_group_add (-child);
  lk_let_go ();
  posix_spawnattr_destroy (&attributes);
  if (failed)
    lk_fatal ("cannot run '%s': %s", build[0], strerror (failed));
  while (waitpid (child, &status, 0) < 0 && errno == EINTR)
    ;
  lk_hold ();
  lk_group_remove (-child);
  lk_let_go ();
  return status;
}

/* Run BUILD, and return its exit status.  */
static int
run_build (char **build, const char *folder, const char *list)
{
  const char *path = getenv ("PATH");
  char *before = path ? lk_format ("%s", path) : NULL;
  make_links (folder);
  set_compiler ("CC", folder, "gcc");
  set_compiler ("CXX", folder, "g++");
  char *longer = lk_format ("%s:%s", folder, before ? before : "/usr/bin:/bin");
  setenv ("PATH", longer, 1);
  setenv (list_variable, list, 1);
  /* Of what it has in store no compiler is called.  */
  setenv ("CCACHE_DISABLE", "1", 1);
  int status = wait_for_build (build);
  if (before)
    setenv ("PATH", before, 1);
  unsetenv (list_variable);
  free (longer);
  free (before);
  return WIFEXITED (status) ? WEXITSTATUS (status) : 128 + WTERMSIG (status);
}

/* ---- The database.  ---- */

/* The compilations of the build.  */
struct built
{
  struct timespec began;
  json_t *database;
  json_t *sources;		/* The names of those in the database, as keys.  */
  struct lk_strings trials;	/* Sources that only try the compiler.  */
  size_t noted;			/* All compilations.  */
};

/* Return the absolute name of the source of ENTRY if it and the folder it was compiled in are still
   there; allocated, or NULL.  */
static char *
source_of (const json_t *entry)
{
  const char *folder = json_string_value (json_object_get (entry, "directory"));
  const char *file = json_string_value (json_object_get (entry, "file"));
  char *name = folder && file ? lk_absolute (folder, file) : NULL;
  if (name && access (folder, X_OK) == 0 && access (name, R_OK) == 0)
    return name;
  free (name);
  return NULL;
}

/* Return true if NAME was made after BEGAN; false also where the file system does not say.  */
static bool
is_newer (const char *name, const struct timespec *began)
{
  struct statx status;
  if (statx (AT_FDCWD, name, 0, STATX_BTIME, &status) != 0 || !(status.stx_mask & STATX_BTIME))
    return false;
  return (status.stx_btime.tv_sec != began->tv_sec
	  ? status.stx_btime.tv_sec > began->tv_sec
	  : status.stx_btime.tv_nsec >= (uint32_t) began->tv_nsec);
}

/* Return true if ENTRY, of the source NAME, only tries the compiler: the build has made the source
   and its folder, and compiles it to a program at once.  Sources that a build generates for its
   program are compiled to objects.  */
static bool
is_trial (const json_t *entry, const char *name, const struct timespec *began)
{
  size_t i;
  const json_t *argument;
  json_array_foreach (json_object_get (entry, "arguments"), i, argument)
    {
      const char *text = json_string_value (argument);
      if (text && (!strcmp (text, "-c") || !strcmp (text, "-S")))
	return false;
    }
  char *folder = lk_format ("%s", name);
  *strrchr (folder, '/') = '\0';
  bool trial = is_newer (name, began) && is_newer (*folder ? folder : "/", began);
  free (folder);
  return trial;
}

/* Add the entries of OLD, a database of builds before, except those of sources that this build has
   compiled anew.  */
static void
add_old (struct built *built, const json_t *old)
{
  size_t i;
  json_t *entry;
  json_array_foreach (old, i, entry)
    {
      char *name = source_of (entry);
      if (name && !json_object_get (built->sources, name))
	json_array_append (built->database, entry);
      free (name);
    }
}

/* Add the lines of LIST, the file with what the build has compiled.  */
static void
add_list (struct built *built, const char *list)
{
  struct lk_text text = { 0 };
  const char *why;
  if (!lk_text_read (&text, list, &why))
    lk_fatal ("%s: %s", list, why);
  for (char *line = text.bytes, *end; line && *line; line = end)
    {
      size_t length = strcspn (line, "\n");
      end = line + length + (line[length] == '\n');
      json_t *entry = json_loadb (line, length, 0, NULL);
      char *name = entry ? source_of (entry) : NULL;
      built->noted++;
      if (name && is_trial (entry, name, &built->began))
	lk_strings_add (&built->trials, lk_short_name (name));
      else if (name)
	{
	  json_object_set_new (built->sources, name, json_true ());
	  json_array_append (built->database, entry);
	}
      free (name);
      json_decref (entry);
    }
  lk_text_free (&text);
}

static void
make_one (const char *folder)
{
  if (mkdir (folder, 0777) != 0 && errno != EEXIST)
    lk_fatal ("cannot make the folder '%s': %s; '--no-cache' makes none here", folder,
	      strerror (errno));
}

/* End with a message, before the build, if the file NAME in the folder PLACE cannot be written.  */
static void
check_writable (const char *place, const char *name)
{
  if (access (place, W_OK | X_OK) != 0 || (access (name, F_OK) == 0 && access (name, W_OK) != 0))
    lk_fatal ("cannot write '%s': %s; '--no-cache' writes nothing here", name, strerror (errno));
}

/* Write DATABASE to the file NAME.  */
static void
write_database (const json_t *database, const char *name)
{
  struct lk_replacing replacing;
  FILE *stream = lk_replace_begin (&replacing, name);
  int error = stream ? 0 : errno;
  if (stream && json_dumpf (database, stream, JSON_INDENT (1)) != 0)
    error = errno ? errno : EIO;
  error = lk_replace_end (&replacing, error);
  if (error)
    lk_fatal ("cannot write '%s': %s", name, strerror (error));
}

/* Make the folder of the compilers in PLACE.  Return its absolute name; allocated.  */
static char *
make_folder (const char *place)
{
  char *whole = lk_absolute (lk_current_folder (), place);
  char *folder = lk_format ("%s/compilers", whole);
  make_one (whole);
  make_one (folder);
  free (whole);
  return folder;
}

/* Say which sources only try the compiler.  */
static void
say_trials (struct built *built)
{
  if (built->trials.count == 0)
    return;
  lk_strings_unique (&built->trials);
  char *names = lk_strings_join (&built->trials, "\n  ");
  fprintf (stderr, LK_TR ("leakcheck: note: not analysed, as the build wrote it itself to try the"
			  " compiler:\n  %s\n"), names);
  free (names);
}

/* There is nothing to analyse after the build, which ended with STATUS.  */
static void
end_without_units (const struct lk_options *options, const struct built *built, int status)
{
  if (built->noted == 0)
    lk_fatal ("the build called no compiler that is known here for a C or C++ source: is it up to"
	      " date, or does it call a compiler by its full name?  CMake does: make a new build"
	      " folder behind 'leakcheck --', too, or set CMAKE_EXPORT_COMPILE_COMMANDS for"
	      " 'leakcheck -p'");
  /* A configuration: nothing is wrong, unless a report or a verdict is wanted.  */
  if (status != 0 || options->n_arguments != options->build.count + 1 + options->quiet)
    lk_fatal ("the build has only tried the compiler, and compiled nothing that is still there");
  fprintf (stderr, LK_TR ("leakcheck: the build has only tried the compiler; run the next steps"
			  " behind 'leakcheck --', too\n"));
  exit (LK_EXIT_CLEAN);
}

bool
lk_build (struct lk_options *options)
{
  struct built built = { .database = json_array (), .sources = json_object () };
  char *place = options->no_cache ? lk_temp_subfolder ("build") : lk_format (".leakcheck");
  char *folder = make_folder (place), *list = lk_temp_name ("list");
  char *name = lk_format ("%s/compile_commands.json", place);
  check_writable (place, name);
  FILE *stream = fopen (list, "w");
  if (!stream || fclose (stream) != 0)
    lk_fatal ("cannot write '%s': %s", list, strerror (errno));
  /* The clock of file systems.  */
  clock_gettime (CLOCK_REALTIME_COARSE, &built.began);
  int status = run_build (options->build.items, folder, list);
  if (status != 0)
    lk_warn ("'%s' ended with status %d; what it compiled is analysed", options->build.items[0],
	      status);

  json_t *old = json_load_file (name, 0, NULL);
  add_list (&built, list);
  size_t added = json_array_size (built.database);
  add_old (&built, old);
  size_t count = json_array_size (built.database);
  if (!options->quiet)
    say_trials (&built);
  if (count == 0)
    end_without_units (options, &built, status);
  write_database (built.database, name);
  if (!options->quiet)
    fprintf (stderr, lk_plural ("leakcheck: the build compiled %zu file; analysing %zu in '%s'\n",
				"leakcheck: the build compiled %zu files; analysing %zu in '%s'\n",
				added), added, count, name);
  json_decref (old);
  json_decref (built.database);
  json_decref (built.sources);
  lk_strings_free (&built.trials);
  free (list);
  options->project = place;
  free (folder);
  return status == 0;
}
