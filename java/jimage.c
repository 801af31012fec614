/* The modules of a JDK, in its file lib/modules: a header, a perfect hash table over the names
   of all resources, a record of each ("location"), strings, and the resources themselves,
   mostly uncompressed.  Numbers are in the byte order of the machine that the JDK is for,
   which the magic number shows.  The file is as untrusted as any other.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include "../spec/file.h"
#include "class-internal.h"
#include "jimage.h"

#define MAGIC 0xcafedadau
#define RESOURCE_MAGIC 0xcafefafau	/* Of a compressed resource.  */
#define HEADER_BYTES 28
#define RESOURCE_HEADER_BYTES 29
#define HASH_SEED 0x01000193u

struct lk_jimage
{
  const unsigned char *bytes;
  size_t length;
  char *path;
  bool big_endian;
  uint32_t n_slots;
  uint32_t locations_size, strings_size;
  const unsigned char *redirects, *offsets, *locations, *strings;
  size_t index_size;		/* The offset of the resources.  */
};

/* The parts of a location, by the numbers of the file.  */
enum location_part
{
  LOCATION_END,
  LOCATION_MODULE,
  LOCATION_PARENT,
  LOCATION_BASE,
  LOCATION_EXTENSION,
  LOCATION_OFFSET,
  LOCATION_COMPRESSED,
  LOCATION_UNCOMPRESSED,
  LOCATION_PARTS
};

static uint32_t
get_u4 (const struct lk_jimage *image, const unsigned char *c)
{
  if (image->big_endian)
    return (uint32_t) c[0] << 24 | (uint32_t) c[1] << 16
	   | (uint32_t) c[2] << 8 | c[3];
  return (uint32_t) c[3] << 24 | (uint32_t) c[2] << 16 | (uint32_t) c[1] << 8
	 | c[0];
}

static uint64_t
get_u8 (const struct lk_jimage *image, const unsigned char *c)
{
  uint64_t first = get_u4 (image, c), second = get_u4 (image, c + 4);
  return image->big_endian ? first << 32 | second : second << 32 | first;
}

/* ---- Opening.  ---- */

static bool
read_image_header (struct lk_jimage *image, struct lk_java_error *error)
{
  const unsigned char *c = image->bytes;
  if (image->length < HEADER_BYTES)
    {
      lk_java_fail (error, "%s: too short for the modules of a JDK",
		    image->path);
      return false;
    }
  if (get_u4 (image, c) != MAGIC)
    {
      image->big_endian = true;
      if (get_u4 (image, c) != MAGIC)
	{
	  lk_java_fail (error, "%s: not the modules of a JDK: it begins with"
			" %08x", image->path, get_u4 (image, c));
	  return false;
	}
    }
  uint32_t version = get_u4 (image, c + 4);
  if (version != 1u << 16)
    {
      lk_java_fail (error, "%s: version %u.%u of the file is not known, only"
		    " 1.0", image->path, version >> 16, version & 0xffff);
      return false;
    }
  image->n_slots = get_u4 (image, c + 16);
  image->locations_size = get_u4 (image, c + 20);
  image->strings_size = get_u4 (image, c + 24);
  uint64_t index = HEADER_BYTES + 8 * (uint64_t) image->n_slots
		   + image->locations_size + image->strings_size;
  /* With the last byte a NUL every string ends inside.  */
  if (index > image->length || image->n_slots == 0 || image->strings_size == 0
      || image->n_slots > INT32_MAX || image->bytes[index - 1] != '\0')
    {
      lk_java_fail (error, "%s: the file is cut off or broken", image->path);
      return false;
    }
  image->index_size = (size_t) index;
  image->redirects = c + HEADER_BYTES;
  image->offsets = image->redirects + 4 * (size_t) image->n_slots;
  image->locations = image->offsets + 4 * (size_t) image->n_slots;
  image->strings = image->locations + image->locations_size;
  return true;
}

struct lk_jimage *
lk_jimage_open (const char *path, struct lk_java_error *error)
{
  error->text[0] = '\0';
  struct stat status;
  const char *why;
  int file = lk_file_open (path, &status, &why);
  if (file < 0)
    {
      lk_java_fail (error, "%s: %s", path, why);
      return NULL;
    }
  size_t length = (size_t) status.st_size;
  void *bytes = length ? mmap (NULL, length, PROT_READ, MAP_PRIVATE, file, 0)
		       : MAP_FAILED;
  int reason = length ? errno : 0;
  close (file);
  if (bytes == MAP_FAILED)
    {
      lk_java_fail (error, "%s: %s", path,
		    reason ? strerror (reason) : "empty");
      return NULL;
    }
  struct lk_jimage *image = lk_xmalloc (sizeof *image);
  memset (image, 0, sizeof *image);
  image->bytes = bytes;
  image->length = length;
  image->path = lk_xmalloc (strlen (path) + 1);
  strcpy (image->path, path);
  if (!read_image_header (image, error))
    {
      lk_jimage_free (image);
      return NULL;
    }
  return image;
}

void
lk_jimage_free (struct lk_jimage *image)
{
  if (!image)
    return;
  munmap ((void *) image->bytes, image->length);
  free (image->path);
  free (image);
}

/* ---- Locations.  ---- */

static const char *
string_at (const struct lk_jimage *image, uint64_t offset)
{
  return offset < image->strings_size
	 ? (const char *) image->strings + offset : NULL;
}

/* Read the location in SLOT; return false if it is empty or broken.  */

static bool
read_location (const struct lk_jimage *image, size_t slot,
	       uint64_t parts[LOCATION_PARTS])
{
  memset (parts, 0, LOCATION_PARTS * sizeof *parts);
  size_t at = get_u4 (image, image->offsets + 4 * slot);
  while (at < image->locations_size)
    {
      unsigned part = image->locations[at] >> 3;
      unsigned length = (image->locations[at] & 7u) + 1;
      if (part == LOCATION_END)
	return true;
      if (part >= LOCATION_PARTS || length >= image->locations_size - at)
	return false;
      parts[part] = 0;
      for (unsigned i = 1; i <= length; i++)
	parts[part] = parts[part] << 8 | image->locations[at + i];
      at += length + 1;
    }
  return false;
}

/* The whole name "/MODULE/PARENT/BASE.EXTENSION" is never put together: it is
   hashed and compared part by part.  */
struct resource_name
{
  const char *module, *parent, *base, *extension;
};

static uint32_t
hash_text (uint32_t hash, const char *text)
{
  for (; *text; text++)
    hash = hash * HASH_SEED ^ (unsigned char) *text;
  return hash;
}

static uint32_t
hash_name (const struct resource_name *name, uint32_t seed)
{
  uint32_t hash = seed;
  if (*name->module)
    hash = hash_text (hash_text (hash_text (hash, "/"), name->module), "/");
  if (*name->parent)
    hash = hash_text (hash_text (hash, name->parent), "/");
  hash = hash_text (hash, name->base);
  if (*name->extension)
    hash = hash_text (hash_text (hash, "."), name->extension);
  return hash & 0x7fffffff;
}

static bool
is_string (const struct lk_jimage *image, uint64_t offset, const char *text)
{
  const char *string = string_at (image, offset);
  return string && !strcmp (string, text);
}

static bool
find_location (const struct lk_jimage *image, const struct resource_name *name,
	       uint64_t parts[LOCATION_PARTS])
{
  uint32_t slot = hash_name (name, HASH_SEED) % image->n_slots;
  int32_t redirect = (int32_t) get_u4 (image,
				       image->redirects + 4 * (size_t) slot);
  if (redirect == 0)
    return false;
  /* Either a seed that puts the name elsewhere, or the slot itself.  */
  slot = redirect < 0 ? (uint32_t) (-1 - redirect)
	 : hash_name (name, (uint32_t) redirect) % image->n_slots;
  return slot < image->n_slots && read_location (image, slot, parts)
	 && is_string (image, parts[LOCATION_MODULE], name->module)
	 && is_string (image, parts[LOCATION_PARENT], name->parent)
	 && is_string (image, parts[LOCATION_BASE], name->base)
	 && is_string (image, parts[LOCATION_EXTENSION], name->extension);
}

/* ---- Resources.  ---- */

static bool
inflate_resource (const unsigned char *in, uint64_t in_length,
		  unsigned char *out, uint64_t out_length)
{
  uLongf length = (uLongf) out_length;
  return in_length <= UINT32_MAX
	 && uncompress (out, &length, in, (uLong) in_length) == Z_OK
	 && length == out_length;
}

/* Expand BYTES, which jlink compressed, maybe several times; each layer begins
   with a header.  */

static bool
expand (const struct lk_jimage *image, struct lk_arena *arena,
	struct lk_bytes *bytes, struct lk_java_error *error)
{
  for (unsigned layer = 0; layer < 4; layer++)
    {
      const unsigned char *c = bytes->data;
      if (bytes->length < RESOURCE_HEADER_BYTES
	  || get_u4 (image, c) != RESOURCE_MAGIC)
	return layer > 0;
      uint64_t in = get_u8 (image, c + 4), out = get_u8 (image, c + 12);
      const char *method = string_at (image, get_u4 (image, c + 20));
      if (in > bytes->length - RESOURCE_HEADER_BYTES || out > LK_CLASS_BYTES)
	return false;
      if (!method || strcmp (method, "zip") != 0)
	{
	  lk_java_fail (error, "%s: resources are compressed by '%s', which is"
			" not known; make the image with jlink's --compress=0 or"
			" the zip plugin", image->path,
			method ? method : "?");
	  return false;
	}
      unsigned char *data = lk_arena_alloc (arena, (size_t) out);
      if (!inflate_resource (c + RESOURCE_HEADER_BYTES, in, data, out))
	return false;
      bytes->data = data;
      bytes->length = (size_t) out;
    }
  return false;
}

static bool
read_resource (const struct lk_jimage *image,
	       const struct resource_name *name,
	       const uint64_t parts[LOCATION_PARTS], struct lk_arena *arena,
	       struct lk_bytes *bytes, struct lk_java_error *error)
{
  size_t room = image->length - image->index_size;
  uint64_t offset = parts[LOCATION_OFFSET];
  uint64_t stored = parts[LOCATION_COMPRESSED];
  uint64_t size = parts[LOCATION_UNCOMPRESSED];
  bool good = offset <= room && (stored ? stored : size) <= room - offset;
  if (good)
    {
      bytes->data = image->bytes + image->index_size + offset;
      bytes->length = (size_t) (stored ? stored : size);
      if (stored)
	good = expand (image, arena, bytes, error) && bytes->length == size;
    }
  if (!good && !*error->text)
    lk_java_fail (error, "%s(/%s/%s/%s.%s): the resource is cut off or broken",
		  image->path, name->module, name->parent, name->base,
		  name->extension);
  return good;
}

bool
lk_jimage_find (struct lk_jimage *image, const char *module,
		const char *parent, const char *base, const char *extension,
		struct lk_arena *arena, struct lk_bytes *bytes,
		struct lk_java_error *error)
{
  struct resource_name name = { module, parent, base, extension };
  uint64_t parts[LOCATION_PARTS];
  error->text[0] = '\0';
  return find_location (image, &name, parts)
	 && read_resource (image, &name, parts, arena, bytes, error);
}

/* ---- Classes.  ---- */

/* Return the module that has classes in PACKAGE ("java.lang"): a resource of "/packages" lists
   the modules with this package, each with a word that is set if the module has only
   subpackages of it.  */

static const char *
find_module (struct lk_jimage *image, const char *package,
	     struct lk_arena *arena)
{
  struct resource_name name = { "packages", "", package, "" };
  uint64_t parts[LOCATION_PARTS];
  struct lk_bytes bytes;
  struct lk_java_error error = { "" };
  if (!find_location (image, &name, parts)
      || !read_resource (image, &name, parts, arena, &bytes, &error))
    return NULL;
  for (size_t at = 0; bytes.length - at >= 8; at += 8)
    if (get_u4 (image, bytes.data + at) == 0)
      return string_at (image, get_u4 (image, bytes.data + at + 4));
  return NULL;
}

bool
lk_jimage_find_class (struct lk_jimage *image, const char *name,
		      struct lk_arena *arena, struct lk_bytes *bytes,
		      struct lk_java_error *error)
{
  error->text[0] = '\0';
  const char *slash = strrchr (name, '/');
  if (!slash)
    return false;
  size_t length = (size_t) (slash - name);
  struct lk_arena *scratch = lk_arena_new ();
  char *parent = lk_arena_strndup (scratch, name, length);
  char *package = lk_arena_strndup (scratch, name, length);
  for (char *c = package; *c; c++)
    if (*c == '/')
      *c = '.';
  const char *module = find_module (image, package, scratch);
  bool found = module && lk_jimage_find (image, module, parent, slash + 1,
					 "class", arena, bytes, error);
  lk_arena_free (scratch);
  return found;
}

size_t
lk_jimage_slots (const struct lk_jimage *image)
{
  return image->n_slots;
}

bool
lk_jimage_class (struct lk_jimage *image, size_t slot, struct lk_arena *arena,
		 const char **module, const char **name)
{
  uint64_t parts[LOCATION_PARTS];
  if (slot >= image->n_slots || !read_location (image, slot, parts)
      || !is_string (image, parts[LOCATION_EXTENSION], "class")
      || is_string (image, parts[LOCATION_BASE], "module-info"))
    return false;
  const char *in = string_at (image, parts[LOCATION_MODULE]);
  const char *parent = string_at (image, parts[LOCATION_PARENT]);
  const char *base = string_at (image, parts[LOCATION_BASE]);
  if (!in || !parent || !base || !*in)
    return false;
  size_t parent_length = strlen (parent), base_length = strlen (base);
  char *text = lk_arena_alloc (arena, parent_length + base_length + 2);
  char *out = text;
  if (parent_length)
    {
      memcpy (out, parent, parent_length);
      out += parent_length;
      *out++ = '/';
    }
  memcpy (out, base, base_length + 1);
  if (!lk_is_class_name (text))
    return false;
  *module = in;
  *name = text;
  return true;
}

/* ---- Where JDKs are.  ---- */

/* Return the Java release of the modules in the file PATH, or 0: the one that their
   java.lang.Object was compiled for.  */

static unsigned
modules_release (const char *path, struct lk_java_error *error)
{
  struct lk_jimage *image = lk_jimage_open (path, error);
  if (!image)
    return 0;
  struct lk_arena *arena = lk_arena_new ();
  struct lk_bytes bytes;
  unsigned major = 0;
  if (lk_jimage_find_class (image, "java/lang/Object", arena, &bytes, error)
      && bytes.length >= 8)
    major = bytes.data[6] << 8 | bytes.data[7];
  lk_arena_free (arena);
  lk_jimage_free (image);
  if (major <= 44 && !*error->text)
    lk_java_fail (error, "%s: java.lang.Object is not in it", path);
  return major > 44 ? major - 44 : 0;
}

const char *
lk_jimage_of_home (struct lk_arena *arena, const char *home,
		   unsigned *release, struct lk_java_error *error)
{
  static const char modules[] = "/lib/modules";
  size_t length = strlen (home) + sizeof modules;
  char *path = lk_arena_alloc (arena, length);
  snprintf (path, length, "%s%s", home, modules);
  *release = modules_release (path, error);
  return *release ? path : NULL;
}

const char *
lk_jimage_default (struct lk_arena *arena, unsigned *release)
{
  static const char folder[] = "/usr/lib/jvm";
  struct lk_java_error error;
  const char *best = NULL, *home = getenv ("JAVA_HOME");
  *release = 0;
  if (home && *home)
    best = lk_jimage_of_home (arena, home, release, &error);
  DIR *jdks = best ? NULL : opendir (folder);
  struct dirent *entry;
  while (jdks && (entry = readdir (jdks)))
    {
      char candidate[sizeof folder + sizeof entry->d_name + 1];
      if (entry->d_name[0] == '.')
	continue;
      snprintf (candidate, sizeof candidate, "%s/%s", folder, entry->d_name);
      unsigned found;
      const char *path = lk_jimage_of_home (arena, candidate, &found, &error);
      /* For several names of one release always the same one.  */
      if (path && (!best || found > *release
		   || (found == *release && strcmp (path, best) < 0)))
	{
	  *release = found;
	  best = path;
	}
    }
  if (jdks)
    closedir (jdks);
  return best;
}
