/* Tests of what the reader of specifications stores: fields, kinds, contracts by name, what a later
   file replaces; of the files that it refuses; of ranges.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _DEFAULT_SOURCE		/* For fmemopen and mkdtemp.  */

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include "read-new.h"

/* ---- The store.  ---- */

static void
test_fields (void)
{
  struct lk_spec *spec = read_good (
    KINDS
    "\n# line 5\n"
    "pipe: acquire fd arg1[0] if result == 0, acquire fd arg1[1]\n"
    " if result == 0;\n"
    "x: acquire stream *arg2[1] by a or b if arg1 != 3 and result >= 0;\n"
    "k: keep arg1[1], alias result = *arg1;", "fields read");
  const struct lk_contract *c = lk_spec_lookup (spec, "pipe");
  check (c && c->line == 6 && !strcmp (c->file, "test.spec")
	 && c->source == LK_SOURCE_USER_SPEC && c->complete && !c->noreturn
	 && !strcmp (c->name, "pipe"), "where a contract was written");
  const struct lk_clause *l = c->clauses;
  check (l->role == LK_ROLE_ACQUIRE && l->place.base == 1
	 && l->place.nsel == 1 && l->place.sel[0] == 0
	 && l->next->place.sel[0] == 4 && !l->next->next,
	 "elements of int handles are 4 bytes");
  check (l->n_conditions == 1 && l->conditions[0].base == 0
	 && l->conditions[0].range.lo == 0 && l->conditions[0].range.hi == 0,
	 "a condition is a range");
  l = lk_spec_lookup (spec, "x")->clauses;
  check (l->place.base == 2 && l->place.nsel == 2 && l->place.sel[0] == 8
	 && l->place.sel[1] == 0, "*arg2[1]: the index first");
  check (l->n_conditions == 2 && l->conditions[0].base == 1
	 && lk_range_hole (&l->conditions[0].range, 3) && l->conditions[1].base == 0,
	 "two conditions");
  check (l->releasers && !strcmp (l->releasers->next->name, "b"),
	 "by: the names in order");
  l = lk_spec_lookup (spec, "k")->clauses;
  check (l->place.sel[0] == 8 && l->next->other.base == 1
	 && l->next->other.nsel == 1, "elements without a kind are 8 bytes");
  check (!lk_spec_lookup (spec, "nothing") && !lk_spec_lookup (spec, ""),
	 "unknown names");
  check (!lk_range_contains (&lk_spec_kind (spec, "fd")->valid, -1)
	 && lk_range_contains (&lk_spec_kind (spec, "fd")->valid, 0)
	 && lk_spec_kind (spec, "fd")->size == 4
	 && lk_spec_kind (spec, "memory")->memory, "kinds");
  lk_spec_free (spec);

  spec = read_new ("kind a { } kind b { handle int; memory; }\n"
		   "kind c { valid != MAP_FAILED; }\n"
		   "kind d { valid > 0 and != 7; cwe 404; lock; }"
		   "kind \"any\" { valid >= -9223372036854775808; }"
		   "f: acquire \"any\" result;");
  static const char kinds[] =
    "kind a { noun \"a\"; verb \"released\"; cwe 772; handle pointer; valid != "
    "NULL; }\n"
    "kind b { noun \"b\"; verb \"released\"; cwe 401; handle int; valid >= 0; "
    "memory; }\n"
    "kind c { noun \"c\"; verb \"released\"; cwe 772; handle pointer; valid != "
    "-1; }\n"
    "kind d { noun \"d\"; verb \"released\"; cwe 404; handle pointer; valid >= "
    "1 and != 7; lock; }\n"
    "kind any { noun \"any\"; verb \"released\"; cwe 772; handle pointer; valid "
    ">= -9223372036854775808; }\n"
    "f: acquire \"any\" result;\n";
  check_text (all_rows (spec, true), kinds, "defaults of kinds");
  lk_spec_free (spec);
  spec = read_new (kinds);
  check_text (all_rows (spec, true), kinds, "kinds read back");
  lk_spec_free (spec);
}

static void
test_store (void)
{
  struct lk_spec *spec = read_new (
    KINDS
    "realloc: acquire memory result, release memory arg1 if result != NULL;\n"
    "free: release memory arg1;\n"
    "maybe_free: release memory arg1 if result == 0;\n"
    "cfree: release memory arg1;\n"
    "fdclose: release fd arg1 if result == 0;\n");
  const char *names[4];
  unsigned n = lk_spec_releasers (spec, lk_spec_kind (spec, "memory"), names,
				  4);
  check (n == 2 && !strcmp (names[0], "free") && !strcmp (names[1], "cfree"),
	 "releasers: the usual ones, in order");
  check (lk_spec_releasers (spec, lk_spec_kind (spec, "memory"), names, 1)
	 == 1, "releasers: at most MAX");
  n = lk_spec_releasers (spec, lk_spec_kind (spec, "fd"), names, 4);
  check (n == 1 && !strcmp (names[0], "fdclose"),
	 "releasers: conditional ones if there is nothing else");
  check (!lk_spec_releasers (spec, lk_spec_kind (spec, "stream"), names, 4),
	 "releasers: none");

  int more = read_string (spec, "later.spec", "free: keep arg1;\n"
			  "kind fd { noun \"thing\"; }\nx: release fd arg1[1];",
			  &errors);
  const struct lk_contract *c = lk_spec_lookup (spec, "free");
  check (more == 0 && c->clauses->role == LK_ROLE_KEEP
	 && !strcmp (c->file, "later.spec"), "a later file replaces a row");
  check (!strcmp (lk_spec_kind (spec, "fd")->noun, "thing")
	 && lk_spec_lookup (spec, "x")->clauses->place.sel[0] == 8
	 && lk_spec_lookup (spec, "fdclose")->clauses->kind
	    == lk_spec_kind (spec, "fd"), "a later file replaces a kind");
  errors.length = 0;
  read_string (spec, "twice.spec", "a: ;\nb, a: keep arg1;", &errors);
  check_text (errors.text, "2:4: 'a' is already described in twice.spec, line "
	      "1: put all its clauses into one row\n", "twice in one file");

  struct lk_kind *made = lk_spec_make_kind (spec, "gadget");
  check (made && made == lk_spec_make_kind (spec, "gadget")
	 && !strcmp (made->verb, "released") && made->cwe == 772
	 && made->size == 8 && !lk_range_contains (&made->valid, 0),
	 "kinds made by hand");
  struct lk_contract *own = lk_spec_alloc (spec, sizeof *own);
  struct lk_clause *clause = lk_spec_alloc (spec, sizeof *clause);
  own->name = lk_spec_strdup (spec, "by hand");
  own->clauses = clause;
  own->noreturn = true;
  clause->role = LK_ROLE_RELEASE;
  clause->kind = made;
  clause->place = (struct lk_place) { .base = 1, .nsel = 2, .sel = { 12, 16 } };
  spec_put (spec, own);
  char *rows = all_rows (spec, false);
  check (strstr (rows, "\"by hand\": release gadget arg1[@12][2], noreturn, "
		 "...;\n") != NULL, "contracts made by hand print");
  lk_spec_free (spec);

  /* Many names: the table grows.  */
  spec = lk_spec_new ();
  char *text = malloc (20000 * 16), *end = text;
  for (int i = 0; i < 20000; i++)
    end += sprintf (end, "f%d: ;\n", i);
  errors.length = 0;
  errors.text[0] = '\0';
  read_string (spec, "many", text, &errors);
  bool all = errors.length == 0;
  for (int i = 0; i < 20000; i++)
    {
      char name[16];
      snprintf (name, sizeof name, "f%d", i);
      const struct lk_contract *found = lk_spec_lookup (spec, name);
      all &= found && found->line == i + 1;
    }
  check (all, "20000 rows");
  free (text);
  lk_spec_free (spec);
  lk_spec_free (NULL);
}

/* What READ_FILE says of the file NAME, which it must say at once.  */
static const char *
said_of (struct lk_spec *spec, const char *name)
{
  errors.length = 0;
  errors.text[0] = '\0';
  alarm (20);
  lk_spec_read_file (spec, name, LK_SOURCE_USER_SPEC, collect_error, &errors);
  alarm (0);
  return errors.text;
}

static void
test_odd_files (struct lk_spec *spec)
{
  char folder[] = "/tmp/store-test-XXXXXX";
  if (!mkdtemp (folder) || chdir (folder) != 0)
    {
      check (false, "a folder for odd files");
      return;
    }
  check (mkfifo ("fifo", 0600) == 0, "a FIFO is made");
  check_text (said_of (spec, "fifo"), "0:0: cannot read the specification: a"
	      " FIFO, not a file; write what comes out of it to a file, and name"
	      " that\n", "a FIFO");
  check (symlink ("loop", "loop") == 0 && symlink ("fifo", "link") == 0, "links");
  check_text (said_of (spec, "loop"), "0:0: cannot read the specification: too"
	      " many symbolic links; one of them leads round to itself,"
	      " perhaps\n", "a link to itself");
  check (!strncmp (said_of (spec, "link"), "0:0: cannot read the specification:"
		   " a FIFO", 42), "a link to a FIFO");
  struct sockaddr_un address = { AF_UNIX, "socket" };
  int s = socket (AF_UNIX, SOCK_STREAM, 0);
  check (bind (s, (struct sockaddr *) &address, sizeof address) == 0, "a socket is made");
  check_text (said_of (spec, "socket"), "0:0: cannot read the specification: a"
	      " socket, not a file\n", "a socket");
  close (s);
  FILE *large = fopen ("large", "w");
  check (large && ftruncate (fileno (large), (off_t) 65 << 20) == 0, "a large file is made");
  fclose (large);
  check_text (said_of (spec, "large"), "0:0: this is no specification: it is"
	      " larger than 64 MiB\n", "a file that is too large");
  static const char *const all[] = { "fifo", "loop", "link", "socket", "large" };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    remove (all[i]);
  check (chdir ("/") == 0 && rmdir (folder) == 0, "they are gone");
}

static void
test_files (void)
{
  struct lk_spec *spec = lk_spec_new ();
  errors.length = 0;
  int n = lk_spec_read_file (spec, "no/such.spec", LK_SOURCE_USER_SPEC,
			     collect_error, &errors);
  check_text (errors.text, "0:0: cannot read the specification: No such file "
	      "or directory (relative names start at the folder the compiler "
	      "runs in)\n", "a file that is not there");
  check (n == 1, "counts one error");
  errors.length = 0;
  lk_spec_read_file (spec, ".", LK_SOURCE_USER_SPEC, collect_error,
		     &errors);
  check_text (errors.text, "0:0: cannot read the specification: a folder, not a "
	      "file (name the files in it one by one)\n", "a folder");
  errors.length = 0;
  errors.text[0] = '\0';
  lk_spec_read_file (spec, "/dev/zero", LK_SOURCE_USER_SPEC, collect_error,
		     &errors);
  check_text (errors.text, "0:0: cannot read the specification: a device, not a "
	      "file\n", "a device");
  test_odd_files (spec);
  check (lk_spec_read_file (spec, "no/such.spec", LK_SOURCE_USER_SPEC, NULL,
			    NULL) == 1, "errors without a callback");
  lk_spec_free (spec);
}

static void
test_ranges (void)
{
  /* All comparisons with -2 .. 2, in pairs, against every value.  */
  bool right = true;
  for (int a = 0; a < 30; a++)
    for (int b = 0; b < 30; b++)
      {
	struct lk_range one, two;
	spec_range_of ((enum spec_compare) (a / 5), a % 5 - 2, &one);
	spec_range_of ((enum spec_compare) (b / 5), b % 5 - 2, &two);
	struct lk_range both = one;
	enum spec_meet meet = spec_range_meet (&both, &two);
	bool any = false;
	for (int v = -4; v <= 4; v++)
	  {
	    bool in = lk_range_contains (&one, v)
		      && lk_range_contains (&two, v);
	    any |= in;
	    right &= meet != MEET_OK || in == lk_range_contains (&both, v);
	  }
	right &= any == (meet != MEET_EMPTY) && meet != MEET_FAR_HOLES;
      }
  check (right, "ranges meet as sets do");
}

int
main (void)
{
  test_ranges ();
  test_fields ();
  test_store ();
  test_files ();
  return finish ();
}
