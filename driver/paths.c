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

/* Return the place of INSTALLED, compiled in relative to LK_BINDIR, for an executable in
   FOLDER; NULL if FOLDER does not end as LK_BINDIR does.  */
static char *
relocated (const char *folder, const char *installed)
{
  /* The part of both names that a move may change: up to the last slash
     that they share.  */
  size_t shared = 0;
  for (size_t i = 0; LK_BINDIR[i] != '\0' && LK_BINDIR[i] == installed[i]; i++)
    if (LK_BINDIR[i] == '/')
      shared = i;

  const char *tail = &LK_BINDIR[shared];
  size_t folder_length = strlen (folder), tail_length = strlen (tail);
  if (folder_length < tail_length
      || strcmp (folder + folder_length - tail_length, tail) != 0)
    return NULL;
  return lk_format ("%.*s%s", (int) (folder_length - tail_length), folder,
		    installed + shared);
}

/* The first of the places of INSTALLED that exists and, where PROBE is not
   empty, holds PROBE.  BESIDE is its name in the executable's own folder, in
   the build tree.  */
static char *
locate (const char *installed, const char *beside, const char *probe,
	const char *what)
{
  char *folder = own_folder ();
  char *candidates[3] = { NULL, NULL, NULL };
  if (folder)
    {
      candidates[0] = relocated (folder, installed);
      candidates[1] = lk_format ("%s/%s", folder, beside);
    }
  candidates[2] = lk_format ("%s", installed);
  free (folder);

  char *found = NULL;
  for (int i = 0; i < 3; i++)
    {
      char *probed = lk_format ("%s%s", candidates[i] ? candidates[i] : "",
				probe);
      if (candidates[i] && !found && access (probed, R_OK) == 0)
	found = candidates[i];
      else if (i < 2)
	free (candidates[i]);
      free (probed);
    }
  if (!found)
    lk_fatal ("no %s in '%s': %s", what, candidates[2], strerror (errno));
  if (found != candidates[2])
    free (candidates[2]);
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
