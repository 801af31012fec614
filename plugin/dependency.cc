/* Specifications and indexes as dependencies of the object: -MD and -MMD list them among the
   headers, so that make compiles again when one changes, and ccache (with CCACHE_DEPEND) does not
   take an old object for the new one.

   The compiler's list of dependencies is behind two of its symbols, which lto1 lacks and whose
   header is not installed: they are declared here, weak.  In plugin_init the files would come
   before the source itself, which -MP takes for the first one; so they are added when the unit
   begins, and -M and -E, which end before that, do not list them.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define LK_COMPAT_DIAGNOSTICS
#include "plugin.h"
#include "cpplib.h"

extern __attribute__ ((weak)) cpp_reader *parse_in;
extern __attribute__ ((weak)) void deps_add_dep (class mkdeps *, const char *);

static void
add_dependencies (void *, void *data)
{
  const struct lk_arguments *arguments = (const struct lk_arguments *) data;
  if (!&parse_in || !deps_add_dep || !parse_in)
    return;
  class mkdeps *dependencies = cpp_get_deps (parse_in);
  for (const struct lk_setting *s = arguments->settings; s && dependencies; s = s->next)
    if (s->what == lk_setting::LK_SETTING_SPEC
	|| s->what == lk_setting::LK_SETTING_CONTRACTS)
      deps_add_dep (dependencies, s->value);
}

void
lk_dependency_init (const char *plugin_name, const struct lk_arguments *arguments)
{
  if (arguments->settings)
    register_callback (plugin_name, PLUGIN_START_UNIT, add_dependencies,
		       const_cast <struct lk_arguments *> (arguments));
}
