/* The files of this installation.

   An installation may be moved, or be reached through a symbolic link or another mount, so the
   place of this executable decides, and the names that configure compiled in only give the
   relative places of the folders: with bindir /p/bin and the plugin in /p/lib/leakcheck, an
   executable in /q/bin has its plugin in /q/lib/leakcheck.  In the build tree, which has no
   bin, the plugin is beside the executable.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "driver.h"

/* Return this executable, or NULL if /proc does not have it.  */
static char *
own_name (void)
{
  size_t room = 256;
  char *name = lk_allocate (room, 1);
  for (;;)
    {
      ssize_t length = readlink ("/proc/self/exe", name, room);
      if (length < 0)
	{
	  free (name);
	  return NULL;
	}
      if ((size_t) length < room)
	{
	  name[length] = '\0';
	  break;
	}
      free (name);
      room *= 2;
      name = lk_allocate (room, 1);
    }
  return name;
}

char *
lk_own_path (void)
{
  char *name = own_name ();
  return name ? name : lk_format ("leakcheck");
}

/* Return the folder of this executable, or NULL.  */
static char *
own_folder (void)
{
  char *name = own_name (), *slash = name ? strrchr (name, '/') : NULL;
  if (slash)
    *slash = '\0';
  return name;
}

/* The first of the places of INSTALLED that exists and, where PROBE is not empty, holds PROBE;
   NULL if there is none.  BESIDE is its name in the executable's own folder, in the build
   tree.  */
static char *
look (const char *installed, const char *beside, const char *probe)
{
  char *folder = own_folder ();
  char *places[] = {
    folder ? lk_file_moved (LK_BINDIR, folder, installed) : NULL,
    folder ? lk_format ("%s/%s", folder, beside) : NULL,
    lk_format ("%s", installed)
  };
  free (folder);

  char *found = NULL;
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    {
      char *probed = lk_format ("%s%s", places[i] ? places[i] : "", probe);
      if (places[i] && !found && access (probed, R_OK) == 0)
	found = places[i];
      else
	free (places[i]);
      free (probed);
    }
  return found;
}

/* The same; WHAT it is, for the error if there is none.  */
static char *
locate (const char *installed, const char *beside, const char *probe, const char *what)
{
  char *found = look (installed, beside, probe);
  if (!found)
    lk_fatal ("no %s in '%s': %s", what, installed, strerror (errno));
  return found;
}

char *
lk_plugin_path (void)
{
  return locate (LK_PLUGIN, "leakcheck.so", "", "plugin");
}

char *
lk_spec_dir (void)
{
  return locate (LK_SPECDIR, "spec", "/libc.spec", "specifications");
}

char *
lk_include_dir (void)
{
  return locate (LK_INCLUDEDIR, "include", "/leakcheck.h", "folder with leakcheck.h");
}

char *
lk_locale_dir (void)
{
  return look (LK_LOCALEDIR, "po", "");
}
