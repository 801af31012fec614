/* Tests of the reader of cppcheck's libraries.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _DEFAULT_SOURCE		/* For fmemopen.  */

#include "read-new.h"

static void
test_cppcheck (void)
{
  struct lk_spec *spec = read_new (KINDS "fclose: release stream arg1;\n"
				   "mine: keep arg1;\n");
  errors.length = 0;
  int n = read_string (spec, "lib.cfg",
    "<?xml version=\"1.0\"?>\n"
    "<def format=\"2\">\n"
    "  <memory>\n"
    "    <alloc init=\"true\" buffer-size=\"malloc\">xmalloc</alloc>\n"
    "    <alloc arg=\"2\">ymalloc</alloc>\n"
    "    <realloc realloc-arg=\"3\">yrealloc</realloc>\n"
    "    <dealloc>free</dealloc>\n"
    "    <dealloc arg=\"2\">yfree</dealloc>\n"
    "    <use>yref</use>\n"
    "  </memory>\n"
    "  <resource><alloc>yopen</alloc><dealloc>yclose</dealloc></resource>\n"
    "  <resource><alloc>zopen, zopen2</alloc><dealloc>fcloseall</dealloc>"
    "<dealloc>fclose</dealloc></resource>\n"
    "  <memory><alloc>wnew</alloc><dealloc>wfree</dealloc></memory>\n"
    "  <memory><alloc>nothing</alloc></memory>\n"
    "  <function name=\"yopen\"><returnValue type=\"int\"/></function>\n"
    "  <function name=\"yuse,std::yuse\"><noreturn>false</noreturn>"
    "<leak-ignore/><arg nr=\"1\" direction=\"in\"><not-null/></arg>"
    "</function>\n"
    "  <function name=\"yclose\"><leak-ignore/></function>\n"
    "  <function name=\"yref\"><leak-ignore/></function>\n"
    "  <function name=\"ydie\"><noreturn>true</noreturn></function>\n"
    "  <function name=\"unknown\"><use-retval/></function>\n"
    "  <function name=\"mine\"><leak-ignore/></function>\n"
    "  <container id=\"c\"><function name=\"no\"><leak-ignore/></function>"
    "</container>\n"
    "</def>\n", &errors);
  check_text (n ? errors.text : "", "", "a cppcheck library loads");
  check_text (all_rows (spec, false),
    "fclose: release stream arg1;\n"
    "mine: keep arg1;\n"
    "xmalloc: acquire memory result, ...;\n"
    "ymalloc: acquire memory *arg2, ...;\n"
    "yrealloc: release memory arg3 if result != NULL, acquire memory result, "
    "...;\n"
    "free: release memory arg1, ...;\n"
    "yfree: release memory arg2, ...;\n"
    "yclose: release yclose arg1;\n"
    "yopen: acquire yclose result, ...;\n"
    "zopen: acquire stream result, ...;\n"
    "zopen2: acquire stream result, ...;\n"
    "fcloseall: release stream arg1, ...;\n"
    "wfree: release wfree arg1, ...;\n"
    "wnew: acquire wfree result, ...;\n"
    "yuse: ;\nstd::yuse: ;\n"
    "ydie: noreturn, ...;\n", "what a cppcheck library says");
  struct lk_kind *kind = lk_spec_kind (spec, "yclose");
  check (kind && kind->size == 4 && !lk_range_contains (&kind->valid, -1)
	 && !kind->memory, "a kind of int handles");
  kind = lk_spec_kind (spec, "wfree");
  check (kind && kind->memory && kind->cwe == 401, "a kind of memory");
  const struct lk_contract *c = lk_spec_lookup (spec, "xmalloc");
  check (c->line == 4 && !strcmp (c->file, "lib.cfg"), "the place in it");
  errors.length = 0;
  read_string (spec, "lib2.cfg", "<def><function name=\"ydie\"><leak-ignore/>"
	       "</function></def>", &errors);
  check (lk_spec_lookup (spec, "ydie")->complete
	 && !lk_spec_lookup (spec, "ydie")->noreturn,
	 "a later library replaces an earlier one");
  read_string (spec, "own.spec", "ydie: keep arg1;", &errors);
  check (lk_spec_lookup (spec, "ydie")->clauses, "and so does our own");
  lk_spec_free (spec);

  static const struct { const char *text, *wanted; } wrong[] = {
    { "<?xml version=\"1.0\"?>\n<def>\n  <memory>\n</def>",
      "4:3: this XML is not well formed: mismatched tag\n" },
    { "<html>\n</html>", "1:1: expected <def>, the root of a cppcheck library, "
			 "not <html>\n" },
    { "<def>\n<memory><aloc>f</aloc></memory></def>",
      "2:9: expected <alloc>, <realloc>, <dealloc> or <use>, not <aloc>; did "
      "you mean <alloc>?\n" },
    { "<def>\n<memory><alloc arg=\"x\">f</alloc>"
      "<dealloc arg=\"0\">g</dealloc></memory></def>",
      "2:9: arg=\"x\" of <alloc> is not the number of an argument: expected 1 "
      "to 32766\n"
      "2:33: arg=\"0\" of <dealloc> is not the number of an argument: expected "
      "1 to 32766\n" },
    { "<def><function/></def>",
      "1:6: <function> has no name: expected <function name=\"...\">\n" },
    { "<def><function name='f'><noreturn>yes</noreturn></function></def>",
      "1:38: 'yes' in <noreturn>: expected 'true', 'false' or 'maybe'\n" },
    { "<def><memory><alloc> </alloc></memory></def>",
      "1:22: expected the name of a function before the end tag\n" },
    { " \n<", "2:1: this XML is not well formed: unclosed token\n" },
  };
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
    {
      spec = read_new (wrong[i].text);
      check_text (errors.text, wrong[i].wanted, wrong[i].text);
      lk_spec_free (spec);
    }
}

int
main (void)
{
  test_cppcheck ();
  return finish ();
}
