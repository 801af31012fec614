/* Names of files: absolute, as seen from the current folder, in a folder.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "driver.h"

const char *
lk_current_folder (void)
{
  static char *folder;
  for (size_t room = 256; !folder; room *= 2)
    {
      char *name = lk_allocate (room, 1);
      if (getcwd (name, room - 1))
	{
	  if (!lk_ends (name, "/"))
	    strcat (name, "/");
	  folder = name;
	}
      else
	{
	  free (name);
	  if (errno != ERANGE)
	    lk_fatal ("cannot tell the current folder: %s", strerror (errno));
	}
    }
  return folder;
}

const char *
lk_short_name (const char *name)
{
  const char *folder = lk_current_folder ();
  return lk_begins (name, folder) && name[strlen (folder)] ? name + strlen (folder) : name;
}

/* Work out the parts "." and ".." of the absolute name NAME, as if no folder in it were a link.  */
static void
simplify (char *name)
{
  size_t used = 0;
  for (char *part = name; *part;)
    {
      part += strspn (part, "/");
      size_t length = strcspn (part, "/");
      if (length == 2 && strncmp (part, "..", 2) == 0)
	while (used > 0 && name[--used] != '/')
	  ;
      else if (length > 0 && !(length == 1 && *part == '.'))
	{
	  name[used++] = '/';
	  memmove (name + used, part, length);
	  used += length;
	}
      part += length;
    }
  if (used == 0)
    name[used++] = '/';
  name[used] = '\0';
}

char *
lk_absolute (const char *folder, const char *name)
{
  char *whole = (*name == '/' ? lk_format ("%s", name)
		 : lk_format ("%s%s%s", folder, lk_ends (folder, "/") ? "" : "/", name));
  bool upward = strstr (whole, "/..") != NULL;
  char *simple = lk_format ("%s", whole);
  simplify (simple);
  struct stat before, after;
  /* Behind a link ".." may be another folder.  */
  if (upward && stat (whole, &before) == 0
      && (stat (simple, &after) != 0 || before.st_ino != after.st_ino
	  || before.st_dev != after.st_dev))
    {
      free (simple);
      return whole;
    }
  free (whole);
  return simple;
}

bool
lk_is_in (const char *file, const char *place)
{
  size_t length = strlen (place);
  return (strncmp (file, place, length) == 0
	  && (file[length] == '\0' || file[length] == '/' || lk_ends (place, "/")));
}

char *
lk_find_program (const char *program)
{
  struct stat status;
  const char *path = getenv ("PATH");
  if (strchr (program, '/'))
    return access (program, X_OK) == 0 ? lk_format ("%s", program) : NULL;
  while (path && *path)
    {
      /* Absolute, as programs run in other folders; an empty part is the current one.  */
      size_t length = strcspn (path, ":");
      char *relative = lk_format ("%.*s%s%s", (int) length, path, length ? "/" : "", program);
      char *file = lk_absolute (lk_current_folder (), relative);
      free (relative);
      if (stat (file, &status) == 0 && S_ISREG (status.st_mode) && access (file, X_OK) == 0)
	return file;
      free (file);
      path += length + (path[length] == ':');
    }
  return NULL;
}
