/* Rows of pcre, libblkid, libmount, libfdisk and lame, whose headers need not be there.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stdlib.h>

typedef struct real_pcre pcre;
typedef struct pcre_extra pcre_extra;
extern void (*pcre_free) (void *);
extern pcre *pcre_compile (const char *, int, const char **, int *, const unsigned char *);
extern pcre_extra *pcre_study (const pcre *, int, const char **);
extern void pcre_free_study (pcre_extra *);
extern int pcre_exec (const pcre *, const pcre_extra *, const char *, int, int, int, int *, int);

int
matches (const char *pattern, const char *text, int n)
{
  const char *error;
  int at, v[30], r;
  pcre *p = pcre_compile (pattern, 0, &error, &at, NULL);
  if (!p)
    return -1;
  pcre_extra *x = pcre_study (p, 0, &error);	/* { dg-warning "'x' might not be freed" } */
  r = pcre_exec (p, x, text, n, 0, 0, v, 30);
  pcre_free (p);
  if (r == 0)
    return 0;
  pcre_free_study (x);
  return r;
}

int
compiles (const char *pattern)
{
  const char *error;
  int at;
  pcre *p = pcre_compile (pattern, 0, &error, &at, NULL);	/* { dg-warning "'p' is never freed" } */
  return p != NULL;
}

typedef struct blkid_struct_probe *blkid_probe;
extern blkid_probe blkid_new_probe_from_filename (const char *);
extern void blkid_free_probe (blkid_probe);
extern int blkid_do_safeprobe (blkid_probe);
extern int blkid_parse_tag_string (const char *, char **, char **);

int
probe (const char *name)
{
  blkid_probe p = blkid_new_probe_from_filename (name);	/* { dg-warning "'p' might not be freed" } */
  if (!p)
    return -1;
  if (blkid_do_safeprobe (p) < 0)
    return -2;
  blkid_free_probe (p);
  return 0;
}

int
has_tag (const char *tag)
{
  char *type, *value;
  if (blkid_parse_tag_string (tag, &type, &value) != 0)
    return 0;
  free (type);
  free (value);
  return 1;
}

struct libmnt_table;
struct libmnt_iter;
struct libmnt_fs;
extern struct libmnt_table *mnt_new_table_from_file (const char *);
extern void mnt_unref_table (struct libmnt_table *);
extern struct libmnt_iter *mnt_new_iter (int);
extern void mnt_free_iter (struct libmnt_iter *);
extern int mnt_table_next_fs (struct libmnt_table *, struct libmnt_iter *, struct libmnt_fs **);

int
entries (const char *file)
{
  struct libmnt_fs *fs;
  int n = 0;
  struct libmnt_table *t = mnt_new_table_from_file (file);
  if (!t)
    return -1;
  struct libmnt_iter *i = mnt_new_iter (0);	/* { dg-warning "'i' is never freed" } */
  while (i && mnt_table_next_fs (t, i, &fs) == 0)
    n++;
  mnt_unref_table (t);
  return n;
}

struct fdisk_context;
extern struct fdisk_context *fdisk_new_context (void);
extern int fdisk_assign_device (struct fdisk_context *, const char *, int);
extern void fdisk_unref_context (struct fdisk_context *);

int
readable (const char *device)
{
  struct fdisk_context *c = fdisk_new_context ();	/* { dg-warning "'c' might not be unreferenced" } */
  if (!c)
    return -1;
  if (fdisk_assign_device (c, device, 1) != 0)
    return 0;
  fdisk_unref_context (c);
  return 1;
}

struct fdisk_parttype;
struct fdisk_partition;
struct fdisk_table;
extern int fdisk_get_disklabel_id (struct fdisk_context *, char **);
extern int fdisk_ask_string (struct fdisk_context *, const char *, char **);
extern struct fdisk_parttype *fdisk_new_parttype (void);
extern int fdisk_set_partition_type (struct fdisk_context *, size_t, struct fdisk_parttype *);
extern void fdisk_unref_parttype (struct fdisk_parttype *);
extern struct fdisk_partition *fdisk_new_partition (void);
extern int fdisk_table_add_partition (struct fdisk_table *, struct fdisk_partition *);
extern void fdisk_unref_partition (struct fdisk_partition *);

int
id_begins_with (struct fdisk_context *cxt, char c)
{
  char *id;
  if (fdisk_get_disklabel_id (cxt, &id))	/* { dg-warning "'id' is never freed" } */
    return 0;
  return id[0] == c;
}

int
answer_length (struct fdisk_context *cxt)
{
  char *answer;
  int n = 0;
  if (fdisk_ask_string (cxt, "Name?", &answer) == 0)
    {
      while (answer[n])
	n++;
      free (answer);
    }
  return n;
}

/* The context makes a reference of its own.  */
int
change_type (struct fdisk_context *cxt, size_t n)
{
  struct fdisk_parttype *t = fdisk_new_parttype ();	/* { dg-warning "'t' is never unreferenced" } */
  return t ? fdisk_set_partition_type (cxt, n, t) : -1;
}

int
change_type_well (struct fdisk_context *cxt, size_t n)
{
  struct fdisk_parttype *t = fdisk_new_parttype ();
  int r = t ? fdisk_set_partition_type (cxt, n, t) : -1;
  if (t)
    fdisk_unref_parttype (t);
  return r;
}

/* So does the table.  */
int
add_new (struct fdisk_table *table)
{
  struct fdisk_partition *p = fdisk_new_partition ();
  if (!p)
    return -1;
  int r = fdisk_table_add_partition (table, p);
  fdisk_unref_partition (p);
  return r;
}

int
add_lost (struct fdisk_table *table)
{
  struct fdisk_partition *p = fdisk_new_partition ();	/* { dg-warning "'p' is never unreferenced" } */
  return p ? fdisk_table_add_partition (table, p) : -1;
}

extern int fdisk_get_partition (struct fdisk_context *, size_t, struct fdisk_partition **);
extern int fdisk_get_partitions (struct fdisk_context *, struct fdisk_table **);
extern int fdisk_get_freespaces (struct fdisk_context *, struct fdisk_table **);
extern int fdisk_partition_is_used (struct fdisk_partition *);
extern int fdisk_table_is_empty (struct fdisk_table *);
extern void fdisk_unref_table (struct fdisk_table *);

int
has_partition (struct fdisk_context *cxt, size_t n)
{
  struct fdisk_partition *pa = NULL;
  if (fdisk_get_partition (cxt, n, &pa) != 0)	/* { dg-warning "'pa' is never unreferenced" } */
    return 0;
  return fdisk_partition_is_used (pa);
}

/* The first call makes the partition, the others fill it again.  */
int
count_used (struct fdisk_context *cxt, size_t n)
{
  struct fdisk_partition *pa = NULL;
  int used = 0;
  for (size_t i = 0; i < n; i++)
    {
      if (fdisk_get_partition (cxt, i, &pa) != 0)
	continue;
      used += fdisk_partition_is_used (pa);
    }
  fdisk_unref_partition (pa);
  return used;
}

int
fill_own (struct fdisk_context *cxt)
{
  struct fdisk_partition *pa = fdisk_new_partition ();
  if (!pa)
    return -1;
  int used = fdisk_get_partition (cxt, 0, &pa) == 0 && fdisk_partition_is_used (pa);
  fdisk_unref_partition (pa);
  return used;
}

/* What fails leaves the caller its own.  */
int
fill_own_badly (struct fdisk_context *cxt)
{
  struct fdisk_partition *pa = fdisk_new_partition ();	/* { dg-warning "'pa' might not be unreferenced" } */
  if (!pa || fdisk_get_partition (cxt, 0, &pa) != 0)
    return -1;
  int used = fdisk_partition_is_used (pa);
  fdisk_unref_partition (pa);
  return used;
}

int
is_full (struct fdisk_context *cxt)
{
  struct fdisk_table *tb = NULL;
  int full = (fdisk_get_partitions (cxt, &tb) == 0 && fdisk_get_freespaces (cxt, &tb) == 0
	      && fdisk_table_is_empty (tb));
  fdisk_unref_table (tb);
  return full;
}

int
is_empty (struct fdisk_context *cxt)
{
  struct fdisk_table *tb = NULL;
  if (fdisk_get_partitions (cxt, &tb) != 0)	/* { dg-warning "'tb' is never unreferenced" } */
    return -1;
  return fdisk_table_is_empty (tb);
}

struct libmnt_cache;
extern int mnt_guess_system_root (unsigned long, struct libmnt_cache *, char **);

int
has_root (struct libmnt_cache *cache)
{
  char *root = NULL;
  return mnt_guess_system_root (0, cache, &root) == 0;	/* { dg-warning "'root' is never freed" } */
}

int
root_length (struct libmnt_cache *cache)
{
  char *root = NULL;
  int n = 0;
  if (mnt_guess_system_root (0, cache, &root) == 0)
    while (root[n])
      n++;
  free (root);
  return n;
}

typedef struct lame_global_struct *lame_t;
extern lame_t lame_init (void);
extern int lame_init_params (lame_t), lame_close (lame_t);

int
encoder_works (void)
{
  lame_t l = lame_init ();
  int r = l ? lame_init_params (l) : -1;
  if (l)
    lame_close (l);
  return r;
}
