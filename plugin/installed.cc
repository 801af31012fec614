/* The files of this installation, as the compiler finds them.

   An installation may be moved: the place of leakcheck.so, which opened this file, decides, and the
   names that configure compiled in only give the relative places.  In the tree of a build the files
   are below the folder of leakcheck.so, too.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "plugin.h"
#include <dlfcn.h>
#include "../spec/file.h"
#include "plugin/manual-url.h"

char *
lk_stub_folder (void)
{
  Dl_info where;
  if (!dladdr ((void *) &lk_stub_folder, &where) || !where.dli_fname)
    return NULL;
  char *name = realpath (where.dli_fname, NULL);
  for (unsigned slashes = 0; name && slashes < 3; slashes++)
    {
      char *slash = strrchr (name, '/');
      if (!slash)
	{
	  free (name);
	  return NULL;
	}
      *slash = '\0';
    }
  return name;
}

char *
lk_installed (const char *installed, const char *built)
{
  char *folder = lk_stub_folder ();
  char *places[] = {
    folder ? lk_file_moved (LK_STUBDIR, folder, installed) : NULL,
    folder ? xasprintf ("%s/%s", folder, built) : NULL,
    xstrdup (installed)
  };
  free (folder);
  char *found = NULL;
  for (char *place : places)
    if (place && !found && (place == places[2] || access (place, R_OK) == 0))
      found = place;
    else
      free (place);
  return found;
}

const char *
lk_manual_url (void)
{
  static const char file[] = "file://";
  static char *url;
  if (!url && !startswith (LK_MANUAL_URL, file))
    url = xstrdup (LK_MANUAL_URL);
  if (!url)
    {
      char *name = lk_installed (&LK_MANUAL_URL[sizeof file - 1], "doc/leakcheck.html");
      url = concat (file, name, NULL);
      free (name);
    }
  return url;
}
