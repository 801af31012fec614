/* Declarations shared by the files of the plugin.

   plugin.cc is the entry; arguments.cc reads -fplugin-arg-leakcheck-*, attributes.cc registers
   and checks our attributes, report.cc turns findings into messages, promise.cc breaches of
   contracts, fixit.cc finds the text of a fix-it hint, emit.cc makes GCC's diagnostics of
   messages, source.cc finds lines of sources, installed.cc files of the installation.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_PLUGIN_H
#define LK_PLUGIN_H

#include "../passes/gcc/gcc-compat.h"
#include "../passes/passes.h"
#include "../passes/contract/contract.h"
#include "../spec/message-text.h"

/* ---- installed.cc ---- */

/* Return the folder of leakcheck.so, the file that opened this one, MACHINE/MAJOR/leakcheck.so
   there, links followed; malloced.  NULL if the name of this one has fewer folders: it is of
   another tree.  */
char *lk_stub_folder (void);
/* Return where the file or folder that configure calls INSTALLED is: where the installation was
   moved, or, in the tree of a build, BUILT below leakcheck.so; INSTALLED itself if neither is
   there.  Malloced.  */
char *lk_installed (const char *installed, const char *built);
/* Return the address of the manual.  */
const char *lk_manual_url (void);

/* ---- arguments.cc ---- */

/* One "spec=", "contracts=", "disable=", "enable=" or "Wno-NAME", in the order of the command
   line.  */
struct lk_setting
{
  enum { LK_SETTING_SPEC, LK_SETTING_CONTRACTS, LK_SETTING_DISABLE, LK_SETTING_ENABLE,
	 LK_SETTING_SILENCE } what;
  const char *value;
  struct lk_setting *next;
};

struct lk_arguments
{
  struct lk_pass_options pass;
  bool errors;			/* Findings are errors.  */
  struct lk_setting *settings;
  bool record_section;		/* The record goes to a section of the object.  */
  const char *record_file;	/* It goes to this file; or NULL.  */
  const char *imports_file;	/* So do the names looked up in indexes.  */
};

/* The text that "gcc -fplugin=leakcheck.so -v --help" prints about the plugin.  */
extern const char lk_help[];

/* Read the arguments; report every error.  */
void lk_read_arguments (struct lk_arguments *,
			const struct plugin_name_args *);
/* Read the specifications they name and set kinds on and off.  */
void lk_apply_settings (struct lk_arguments *, struct lk_spec *);
/* Add the groups of SPEC's kinds to NAMES, then the names of the kinds.  Return the number of
   groups.  */
unsigned lk_add_kind_names (struct lk_spec *spec, auto_vec<const char *> *names);

/* ---- silence.cc ---- */

/* Let "#pragma GCC leakcheck" take effect; NAME is that of CALLBACKS.  */
void lk_silence_init (const char *plugin_name);
/* Do not report what goes by the names in SETTINGS, and in all -Wno-leakcheck-NAME on the command
   line: those in brackets in messages, kinds and groups of kinds.  Report a name that is none.  */
void lk_silence_settings (const struct lk_setting *settings);
/* Return true if a leak of KIND, or a breach of RULE, at WHERE is not to be reported.  */
bool lk_silenced (location_t where, const struct lk_kind *kind, const char *rule);

/* ---- rows.cc ---- */

/* Check the user's rows against declarations; NAME is that of CALLBACKS.  */
void lk_rows_init (const char *plugin_name, const struct lk_arguments *);
/* FNDECL has been declared.  */
void lk_rows_declared (tree fndecl);

/* ---- attributes.cc ---- */

/* PLUGIN_ATTRIBUTES.  */
void lk_register_attributes (void *, void *);
/* Watch for misspellings of our attributes; needs CALLBACKS of NAME.  */
void lk_watch_attributes (const char *plugin_name);

/* Remove our attributes from all declarations.  */
void lk_strip_attributes (void);

/* ---- report.cc ---- */

void lk_report_init (const struct lk_arguments *);
/* The callbacks of struct lk_pass_options.  DATA is the arguments.  */
void lk_report_finding (void *data, const struct lk_finding *);
void lk_report_note (void *data, struct lk_function *, const char *);
void lk_report_finished (void *data, const struct lk_statistics *,
			 double seconds);
void lk_report_timed (void *data, const struct lk_times *);

/* Return the place to be shown for LOC, where CALLEE (or NULL) is called.  */
location_t lk_report_place (lk_loc loc, const char *callee);
/* Return the text about END, a loss of what F is about; malloced.  */
char *lk_report_lost (const struct lk_followed *f, const struct lk_path_end *end);
/* Deliver TEXT as a note.  */
void lk_report_text (location_t where, const char *text);

/* ---- explain.cc ---- */

/* If VALUE is FILE:LINE, let that line be explained; else return false.  */
bool lk_explain_request (struct lk_arguments *, const char *value);
void lk_explain_init (const struct lk_arguments *);
/* The callbacks of struct lk_pass_options.  */
void lk_explain_lowered (void *data, const struct lk_function *function, const char *why);
void lk_explain_followed (void *data, const struct lk_followed *);
/* FINDING is reported or, if HIDDEN is not NULL, is not printed because of that.  */
void lk_explain_finding (const struct lk_finding *finding, const char *hidden);
/* FUNCTION has met a limit, or was skipped.  */
void lk_explain_limit (const struct lk_function *function, const char *text);
/* The unit is finished: deliver all notes.  */
void lk_explain_finish (void);

/* ---- report-loop.cc ---- */

/* As lk_report_finding.  */
void lk_report_left (void *data, const struct lk_left *);
/* Return TEXT with the quotes that GCC uses, as part of a message.  */
const char *lk_report_quoted (const char *text);

/* ---- record.cc ---- */

/* Write the record of the unit when it is finished, and what else ARGUMENTS want.  */
void lk_record_init (const char *plugin_name, const struct lk_arguments *);
/* M is a contract, a kind, or the name of a function that was looked up.  */
void lk_record_take (const struct lk_message *m);

/* ---- dependency.cc ---- */

/* Let -MD and -MMD list the files that ARGUMENTS name.  */
void lk_dependency_init (const char *plugin_name, const struct lk_arguments *);

/* ---- source.cc ---- */

/* Return LINE of FILE, as LENGTH characters, or NULL.  */
const char *lk_source_text (const char *file, int line, size_t *length);
/* The availability of the sources of a path, all false at the beginning: some line is missing;
   GCC must not open some file.  The function examines that of WHERE.  */
struct lk_source_look
{
  bool missing, odd;
};
void lk_source_look (struct lk_source_look *, location_t where);
/* Make GCC print the lines that are available.  Return the previous setting, for lk_show.  */
struct lk_showing lk_source_show (const struct lk_source_look *);
/* A finding in Java at WHERE has been printed.  At the end, report the sources that were not
   found.  */
void lk_source_told (location_t where);
void lk_source_say_missing (void);
/* ROOTS is the list of folders that are searched for sources, as text.  */
void lk_source_roots (const char *roots);

/* ---- promise.cc ---- */

void lk_report_breach (void *data, const struct lk_breach *);

/* ---- emit.cc ---- */

void lk_emit_init (void);
/* Print a message.  */
void lk_emit (void *data, const struct lk_message *);
/* Report the number of breaches that were not printed, if -w hid them.  */
void lk_emit_hidden (void);

/* ---- java-text.cc ---- */

/* Return NAME as users write it: "new FileInputStream" of a constructor, "File.delete" of
   java.io.File.delete(), a name that is no method of Java unchanged; and the name of a
   releasing method: "close".  Malloced.  */
char *lk_shown_name (const char *name);
char *lk_shown_releaser (const char *name);
/* Return the place in the line LINE_START of a Java source where CALLEE (or NULL) is called,
   or where the line's text begins.  */
location_t lk_java_place (location_t line_start, const char *callee);
/* In a statement of several lines, one of which is WHERE's: return the line where the variable
   HANDLE is assigned, or without HANDLE where the class ACQUIRER is constructed.  WHERE if
   there is none.  */
location_t lk_java_statement_place (location_t where, const char *handle,
				    const char *acquirer);

/* ---- fixit.cc ---- */

/* FNDECL has been declared: later hints may call it.  */
void lk_fixit_remember (tree fndecl);
/* Return true if a function NAME that takes one argument has been declared.  */
bool lk_fixit_declared (const char *name);
/* Insert TEXT before BEFORE, and if AFTER is set a closing brace after it.  */
struct lk_fixit
{
  location_t before, after;
  char *text;			/* Malloced.  */
};
/* Release the handle of FINDING with RELEASER; return false if that is not safe.  */
bool lk_find_fixit (const struct lk_finding *, const char *releaser,
		    struct lk_fixit *);

#endif /* LK_PLUGIN_H */
