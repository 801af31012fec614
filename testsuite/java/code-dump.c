/* Prints what java/code.h makes of the methods of class files.

   usage: code-dump [OPTION...] FILE...

   A FILE is a class file, a folder with class files in it, at any depth, or
   lib/modules of a JDK.

   --counts	nothing but the sums: classes, methods with code, instructions in
		the class files, those of them that cannot be reached, those in
		copies of subroutines, blocks, lists of handlers, methods refused
   --method=M	only the methods of that name
   --module=M	of lib/modules, only that module
   --time	also the time that decoding took, and the peak of memory
   --read	with --time: do not decode, for comparison

   The exit status is 1 if a class or a method was refused.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _XOPEN_SOURCE 700

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include "../../java/class.h"
#include "../../java/code.h"
#include "../../java/jimage.h"
#include "../../spec/arena.h"

static bool counts_only, with_time, read_only;
static const char *only_method, *only_module;

static struct
{
  unsigned long classes, bad_classes, methods, refused, raw, unreachable, insns,
    copied, blocks, lists;
} sum;
static size_t largest_arena;

/* ---- Printing.  ---- */

static void
print_stack (const struct lk_stack *entry)
{
  if (entry == NULL)
    return;
  print_stack (entry->below);
  printf (" %s", entry->class_name ? entry->class_name
	  : lk_value_kind_name (entry->kind));
}

static void
print_member (const struct lk_class *class_, unsigned index)
{
  struct lk_member_ref member;
  struct lk_dynamic dynamic;
  const char *name;
  if (lk_class_member_at (class_, index, &member))
    printf (" %s.%s%s%s", member.class_name, member.name,
	    member.is_field ? " " : "", member.descriptor);
  else if (lk_class_dynamic_at (class_, index, &dynamic))
    printf (" %s%s%s", dynamic.name, dynamic.descriptor[0] == '(' ? "" : " ",
	    dynamic.descriptor);
  else if ((name = lk_class_name_at (class_, index)))
    printf (" %s", name);
  else if ((name = lk_class_string_at (class_, index)))
    printf (" \"%.40s\"", name);
  else
    printf (" #%u", index);
}

static void
print_operand (const struct lk_body *body, const struct lk_insn *insn)
{
  const struct lk_local *local;
  switch (insn->op)
    {
    case LK_OP_CONST:
      switch (insn->kind)
	{
	case LK_VALUE_LONG: printf (" %lld", (long long) insn->u.l); break;
	case LK_VALUE_FLOAT: printf (" %a", (double) insn->u.f); break;
	case LK_VALUE_DOUBLE: printf (" %a", insn->u.d); break;
	default: printf (" %d", insn->u.i);
	}
      break;
    case LK_OP_LOAD: case LK_OP_STORE: case LK_OP_INC:
      printf (" %u", insn->u.local.slot);
      if (insn->op == LK_OP_INC)
	printf (" by %d", insn->u.local.increment);
      local = lk_body_insn_local (body, insn);
      if (local)
	printf (" '%s'", local->name);
      break;
    case LK_OP_POP:
      printf (" %u", insn->u.dup.count);
      break;
    case LK_OP_DUP:
      printf (" %u under %u", insn->u.dup.count, insn->u.dup.under);
      break;
    case LK_OP_COMPARE:
      printf (" nan %d", insn->u.i);
      break;
    case LK_OP_IF: case LK_OP_IF_ZERO:
      printf (" %s", lk_jump_cond_name (insn->u.branch.cond));
      /* Fall through.  */
    case LK_OP_GOTO: case LK_OP_JSR:
      printf (" B%u", (unsigned) insn->u.branch.target);
      break;
    case LK_OP_SWITCH:
      for (uint32_t i = 0; i < insn->u.table->n_cases; i++)
	printf (" %d:B%u", insn->u.table->cases[i].key,
		(unsigned) insn->u.table->cases[i].target);
      printf (" else:B%u", (unsigned) insn->u.table->otherwise);
      break;
    case LK_OP_LDC:
    case LK_OP_GET_STATIC: case LK_OP_PUT_STATIC:
    case LK_OP_GET_FIELD: case LK_OP_PUT_FIELD:
    case LK_OP_CALL_VIRTUAL: case LK_OP_CALL_SPECIAL: case LK_OP_CALL_STATIC:
    case LK_OP_CALL_INTERFACE: case LK_OP_CALL_DYNAMIC:
    case LK_OP_NEW: case LK_OP_NEW_ARRAY: case LK_OP_NEW_ARRAYS:
    case LK_OP_CHECK_CAST: case LK_OP_INSTANCE_OF:
      print_member (body->class_, insn->u.ref.index);
      if (insn->op == LK_OP_NEW_ARRAYS)
	printf (" %u", insn->u.ref.dimensions);
      break;
    }
}

static void
print_insn (const struct lk_body *body, const struct lk_insn *insn)
{
  printf ("    %u:", insn->pc);
  if (insn->line)
    printf (" [%u]", insn->line);
  printf (" %s", lk_op_name (insn->op));
  if (insn->kind != LK_VALUE_NONE)
    printf (" %s", lk_value_kind_name (insn->kind));
  if (insn->type)
    printf (" %c", insn->type);
  print_operand (body, insn);
  printf (" -%u+%u%s;", insn->n_pops, insn->n_pushes,
	  insn->may_throw ? " throws" : "");
  print_stack (insn->stack);
  putchar ('\n');
}

static void
print_locals (const struct lk_body *body, const struct lk_code_block *block)
{
  const struct lk_insn *first = &body->insns[block->first_insn];
  for (unsigned slot = 0; slot < body->max_locals; slot++)
    {
      const char *class_name;
      enum lk_value_kind kind
	= lk_body_local_kind (body, first, (uint16_t) slot, &class_name);
      if (kind != LK_VALUE_NONE)
	printf (" %u:%s", slot,
		class_name ? class_name : lk_value_kind_name (kind));
    }
}

static void
print_body (const struct lk_body *body)
{
  for (uint32_t i = 0; i < body->n_incoming; i++)
    printf ("  in %u %s %s\n", body->incoming[i].slot,
	    lk_value_kind_name (body->incoming[i].kind),
	    body->incoming[i].class_name ? body->incoming[i].class_name : "");
  for (uint32_t i = 1; i < body->n_lists; i++)
    {
      printf ("  list %u:", (unsigned) i);
      for (uint32_t k = 0; k < body->lists[i].n_catches; k++)
	{
	  const struct lk_catch *handler = &body->lists[i].catches[k];
	  printf (" %s:B%u", handler->class_name ? handler->class_name : "*",
		  (unsigned) handler->block);
	}
      putchar ('\n');
    }
  for (uint32_t b = 0; b < body->n_blocks; b++)
    {
      const struct lk_code_block *block = &body->blocks[b];
      printf ("  B%u%s", (unsigned) b, block->is_handler ? " handler" : "");
      if (block->copy)
	printf (" copy %u", (unsigned) block->copy);
      if (block->handlers)
	printf (" list %u", (unsigned) block->handlers);
      printf (" ->");
      for (uint32_t i = 0; i < block->n_successors; i++)
	printf (" B%u", (unsigned) block->successors[i]);
      printf (";");
      print_locals (body, block);
      putchar ('\n');
      for (uint32_t i = 0; i < block->n_insns; i++)
	print_insn (body, &body->insns[block->first_insn + i]);
    }
}

/* ---- Reading.  ---- */

static void
count_body (const struct lk_body *body)
{
  sum.raw += body->n_raw;
  sum.unreachable += body->n_unreachable;
  sum.insns += body->n_insns;
  sum.copied += body->n_insns - (body->n_raw - body->n_unreachable);
  sum.blocks += body->n_blocks;
  sum.lists += body->n_lists - 1;
}

static void
dump_class (const struct lk_class *class_)
{
  sum.classes++;
  for (unsigned i = 0; i < class_->n_methods; i++)
    {
      const struct lk_method *method = &class_->methods[i];
      struct lk_java_error error = { "" };
      if (method->code == NULL
	  || (only_method && strcmp (method->name, only_method) != 0))
	continue;
      sum.methods++;
      if (read_only)
	continue;
      struct lk_arena *arena = lk_arena_new ();
      const struct lk_body *body
	= lk_body_decode (arena, class_, method, &error);
      if (body == NULL)
	{
	  sum.refused++;
	  printf ("refused: %s\n", error.text);
	}
      else
	{
	  count_body (body);
	  if (!counts_only)
	    {
	      printf ("%s.%s%s\n", class_->name, method->name,
		      method->descriptor);
	      print_body (body);
	    }
	}
      if (lk_arena_bytes (arena) > largest_arena)
	largest_arena = lk_arena_bytes (arena);
      lk_arena_free (arena);
    }
}

static void
dump_bytes (const unsigned char *bytes, size_t length, const char *where)
{
  struct lk_arena *arena = lk_arena_new ();
  struct lk_java_error error = { "" };
  struct lk_class *class_ = lk_class_read (arena, bytes, length, where, &error);
  if (class_)
    dump_class (class_);
  else
    {
      sum.bad_classes++;
      printf ("refused: %s\n", error.text);
    }
  lk_arena_free (arena);
}

static void
dump_file (const char *path)
{
  FILE *file = fopen (path, "rb");
  if (file == NULL)
    {
      perror (path);
      exit (2);
    }
  size_t length = 0, room = 65536;
  unsigned char *bytes = lk_xmalloc (room);
  size_t got;
  while ((got = fread (bytes + length, 1, room - length, file)) > 0)
    {
      length += got;
      if (length == room)
	bytes = lk_xrealloc (bytes, room *= 2);
    }
  fclose (file);
  dump_bytes (bytes, length, path);
  free (bytes);
}

static void
dump_modules (struct lk_jimage *image)
{
  size_t n = lk_jimage_slots (image);
  for (size_t slot = 0; slot < n; slot++)
    {
      struct lk_arena *arena = lk_arena_new ();
      struct lk_java_error error = { "" };
      struct lk_bytes bytes;
      const char *module, *name;
      if (lk_jimage_class (image, slot, arena, &module, &name)
	  && (only_module == NULL || strcmp (module, only_module) == 0))
	{
	  if (lk_jimage_find_class (image, name, arena, &bytes, &error))
	    dump_bytes (bytes.data, bytes.length, name);
	  else
	    {
	      sum.bad_classes++;
	      printf ("refused: %s: %s\n", name, error.text);
	    }
	}
      lk_arena_free (arena);
    }
}

static int
visit (const char *path, const struct stat *status, int type,
       struct FTW *walk)
{
  size_t length = strlen (path);
  (void) status;
  (void) walk;
  if (type == FTW_F && length > 6 && strcmp (path + length - 6, ".class") == 0)
    dump_file (path);
  return 0;
}

static void
dump (const char *path)
{
  struct lk_java_error error = { "" };
  size_t length = strlen (path);
  struct lk_jimage *image;
  if (length > 8 && strcmp (path + length - 8, "/modules") == 0
      && (image = lk_jimage_open (path, &error)))
    {
      dump_modules (image);
      lk_jimage_free (image);
    }
  else if (length > 6 && strcmp (path + length - 6, ".class") == 0)
    dump_file (path);
  else if (nftw (path, visit, 16, FTW_PHYS) != 0)
    {
      perror (path);
      exit (2);
    }
}

int
main (int argc, char **argv)
{
  struct timespec start, end;
  int i = 1;
  for (; i < argc && argv[i][0] == '-'; i++)
    if (strcmp (argv[i], "--counts") == 0)
      counts_only = true;
    else if (strcmp (argv[i], "--time") == 0)
      with_time = true;
    else if (strcmp (argv[i], "--read") == 0)
      read_only = true;
    else if (strncmp (argv[i], "--method=", 9) == 0)
      only_method = argv[i] + 9;
    else if (strncmp (argv[i], "--module=", 9) == 0)
      only_module = argv[i] + 9;
    else
      {
	fprintf (stderr, "code-dump: unknown option '%s'\n", argv[i]);
	return 2;
      }
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &start);
  for (; i < argc; i++)
    dump (argv[i]);
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &end);
  if (counts_only)
    printf ("%lu classes, %lu methods, %lu instructions, %lu unreachable, "
	    "%lu copied, %lu blocks, %lu lists, %lu methods refused, "
	    "%lu classes refused\n",
	    sum.classes, sum.methods, sum.raw, sum.unreachable, sum.copied,
	    sum.blocks, sum.lists, sum.refused, sum.bad_classes);
  if (with_time)
    {
      struct rusage usage;
      getrusage (RUSAGE_SELF, &usage);
      printf ("%.3f s, %ld KiB at most, %zu KiB for one method at most\n",
	      (double) (end.tv_sec - start.tv_sec)
	      + (double) (end.tv_nsec - start.tv_nsec) / 1e9,
	      usage.ru_maxrss, largest_arena / 1024);
    }
  return sum.refused || sum.bad_classes;
}
