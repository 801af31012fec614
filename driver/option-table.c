/* The table of the options.

   Ours are the options of two dashes, and the few of one dash that Java's users expect (-cp,
   -classpath, -sourcepath, -j).  All others with one dash are the compiler's.  The plugin's
   arguments are options under the same name; testsuite/leakcheck.driver compares them with what
   the plugin has.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <ctype.h>
#include <string.h>
#include "lk-config.h"
#include "option-table.h"

const struct lk_option_row lk_option_rows[] =
{
  { LK_OPT_HEADING, "Java:", NULL, NULL },
  { LK_OPT_CLASSPATH, "-cp|-classpath|--class-path", "PATH",
    "jars and folders that the program uses" },
  { LK_OPT_SOURCEPATH, "-sourcepath|--source-path", "PATH",
    "roots of the sources, for the lines in messages\n"
    "[., and src/main/java or src beside target/classes,\n"
    "build/classes/java/main, bin and similar folders]" },
  { LK_OPT_RELEASE, "--release", "N", "compile for Java N, and read its part of jars" },
  { LK_OPT_JDK, "--jdk", "FOLDER", "the JDK [JAVA_HOME, or the newest installed]" },
  { LK_OPT_JAVA_COMPILER, "--java-compiler", "PROGRAM",
    "javac or ecj [the first that is installed]" },
  { LK_OPT_JAVA_OPTION, "--java-option", "OPTION", "pass OPTION to it (repeatable)" },

  { LK_OPT_HEADING, "Projects in C and C++:", NULL, NULL },
  { LK_OPT_PROJECT, "-p|--project", "BUILD",
    "analyse all that BUILD/compile_commands.json compiles,\n"
    "as one program; report only the FILEs, if there are any" },
  { LK_OPT_EXCLUDE, "--exclude", "GLOB", "leave out the files that match (repeatable)" },
  { LK_OPT_CACHE, "--cache", "DIR", "remember results there [BUILD/.leakcheck]" },
  { LK_OPT_CACHE_SIZE, "--cache-size", "MB", "keep at most so much of it [512]" },
  { LK_OPT_NO_CACHE, "--no-cache", NULL, "remember nothing" },
  { LK_OPT_ROUNDS, "--rounds", "N", "go round at most N times [20]" },
  { LK_OPT_SUGGEST, "--suggest", "attributes|spec",
    "print what was found out, as a patch for the headers\n"
    "below the current folder, or as rows of the\n"
    "specification language" },
  { LK_OPT_NINJA, "--ninja", "FILE", "write the rounds as a file for ninja, and do nothing else" },
  { LK_OPT_NINJA_RESULTS, "--ninja-results", "DIR", NULL },

  { LK_OPT_HEADING, "Analysis (as the plugin's arguments of the same names):", NULL, NULL },
  { LK_OPT_PLUGIN, "--level", "1|2",
    "which leaks are reported:\n"
    "1: those seen on a path; 2: also those that follow\n"
    "from a limit or an unknown function [1]" },
  { LK_OPT_PLUGIN, "--mode", "find|verify|infer|loops",
    "find leaks, verify that there are none, infer the\n"
    "contracts of Java classes, or find the objects that a\n"
    "loop of a Java program leaves behind [find]" },
  { LK_OPT_PLUGIN, "--infer", NULL, "verify: infer contracts of Java classes first" },
  { LK_OPT_PLUGIN, "--infer-to", "FILE",
    "write what was inferred: FILE.astub, FILE.spec, FILE.patch\n"
    "or a list (repeatable); --output with --mode=infer" },
  { LK_OPT_ANNOTATE, "--annotate", "FILE", "write a patch that annotates the sources" },
  { LK_OPT_PLUGIN, "--infer-creates", NULL, "infer also what creates obligations anew" },
  { LK_OPT_PLUGIN, "--explain", "FILE:LINE|CLASS.MEMBER",
    "print why there is or is not a warning at that line; or\n"
    "why a contract was inferred (this is repeatable)" },
  { LK_OPT_PLUGIN, "--loop", "CLASS.METHOD:LINE|auto[:N]",
    "loops: the loop around that line; the first N loops of\n"
    "the ranking [10]" },
  { LK_OPT_PLUGIN, "--region", "CLASS.METHOD", "loops: a method that runs again and again" },
  { LK_OPT_PLUGIN, "--list-loops", NULL, "loops: print the ranking, and nothing else" },
  { LK_OPT_PLUGIN, "--loops-without", "PART,...",
    "loops: switch parts of the analysis off: see the manual" },
  { LK_OPT_PLUGIN, "--spec", "FILE", "read the specification FILE (repeatable)" },
  { LK_OPT_PLUGIN, "--contracts", "FILE",
    "read the index FILE, of contracts of other units\n"
    "(repeatable)" },
  { LK_OPT_PLUGIN, "--depth", "N", "follow handles through N dereferences" },
  { LK_OPT_PLUGIN, "--breadth", "N", "follow N access paths of one handle at a time" },
  { LK_OPT_PLUGIN, "--exceptions", "LIST",
    "exceptions to follow: all|likely|none; and TYPE\n"
    "(follow it, too) or -TYPE (ignore it) [likely:\n"
    "thrown, caught or declared]" },
  { LK_OPT_PLUGIN, "--disable", "KIND,...",
    "do not report these kinds or groups of resources\n"
    "(--list-kinds prints them; or: all)" },
  { LK_OPT_PLUGIN, "--enable", "KIND,...", "report these kinds, also those that are off" },
  { LK_OPT_PLUGIN, "--disable-check", "NAME,...", "do not run these checks of C++ (or: all)" },
  { LK_OPT_PLUGIN, "--error", NULL, "make leaks errors, and no other warning" },
  { LK_OPT_PLUGIN, "--ignored-exceptions", "CLASS,...",
    "verify: exceptions that are not thrown" },
  { LK_OPT_PLUGIN, "--permit-static-owning", NULL, "verify: static fields may own" },
  { LK_OPT_PLUGIN, "--permit-initialization-leak", NULL,
    "verify: let constructors assign owning fields" },
  { LK_OPT_PLUGIN, "--returns-receiver", NULL, "verify: a result that is @This is the receiver" },
  { LK_OPT_PLUGIN, "--no-ownership", NULL, "verify: only the acquiring variable owns" },
  { LK_OPT_PLUGIN, "--no-resource-aliases", NULL,
    "verify: wrappers are resources of their own" },
  { LK_OPT_PLUGIN, "--no-obligation-creation", NULL,
    "verify: no call creates an obligation again" },
  { LK_OPT_PLUGIN, "--dump", "events|facts[:FILE]",
    "write the event graphs of functions; or also the facts\n"
    "that are followed through them" },
  { LK_OPT_PLUGIN, "--checking", NULL, "verify every event graph; implies --in-process" },
  { LK_OPT_PLUGIN, "--in-process", NULL, "analyse in the compiler's own process" },
  { LK_OPT_PLUGIN, "--time-limit", "SECONDS",
    "give a function up after so much processor time [10, or\n"
    "5 times what the compiler has used]" },
  { LK_OPT_PLUGIN, "--fault", "STAGE:KIND[:FUNCTION]",
    "make the analysis fail, for tests: see the manual" },
  { LK_OPT_PLUGIN, "--verbose", NULL,
    "print what was analysed or skipped, and where the time went" },

  { LK_OPT_HEADING, "Report:", NULL, NULL },
  { LK_OPT_FORMAT, "--format", "text|gcc|json|sarif|html",
    "how the report is written:\n"
    "text: GCC's messages, with paths, on the standard error\n"
    "gcc: the same without paths and lines of sources\n"
    "json: GCC's JSON, as one array, on the standard output\n"
    "sarif: SARIF 2.1.0, on the standard output\n"
    "html: one page, on the standard output [by the end of\n"
    "the name of --output, or text]" },
  { LK_OPT_OUTPUT, "--output", "FILE", "write JSON, SARIF, HTML or suggestions to FILE" },
  { LK_OPT_WRITE_BASELINE, "--write-baseline", "FILE", "write the leaks that there are to FILE" },
  { LK_OPT_BASELINE, "--baseline", "FILE",
    "leaks that are in FILE are known, and do not count" },
  { LK_OPT_TOP, "--top", "N", "the N leaks that deserve most to be read, in that order" },
  { LK_OPT_CLUSTERS, "--clusters", NULL, "of leaks that one change may cure, show one" },
  { LK_OPT_SUMMARY, "--summary", NULL, "print how many leaks of each kind each folder has" },
  { LK_OPT_QUIET, "--quiet", NULL, "no summary line, no progress" },

  { LK_OPT_HEADING, "Other options:", NULL, NULL },
  { LK_OPT_JOBS, "-j|--jobs", "N",
    "run N compilations at a time, and read Java with N\n"
    "threads [the processors]" },
  { LK_OPT_GCC, "--gcc", "PROGRAM",
    "the compiler to run (it must be GCC " LK_GCC_VERSION ")" },
  { LK_OPT_LIST_KINDS, "--list-kinds", NULL,
    "print the kinds of resources, with group, noun and the\n"
    "functions that release them, and exit" },
  { LK_OPT_PLUGIN_PATH, "--print-plugin-path", NULL,
    "print the name of the plugin, for makefiles:\n"
    "CFLAGS += -fplugin=$(shell leakcheck --print-plugin-path)" },
  { LK_OPT_SPEC_DIR, "--print-spec-dir", NULL, "print the folder of the specifications" },
  { LK_OPT_INCLUDE_DIR, "--print-include-dir", NULL, "print the folder of leakcheck.h" },
  { LK_OPT_COMPLETION, "--completion", "bash|zsh|fish",
    "print the completion of this command for that shell" },
  { LK_OPT_HELP, "-h|--help", NULL, "print this and exit" },
  { LK_OPT_VERSION, "-v|--version", NULL,
    "print the version and exit (-v beside other arguments\n"
    "is the compiler's)" }
};

const size_t lk_n_option_rows = sizeof lk_option_rows / sizeof *lk_option_rows;

/* Set WORD to what is before the next '|' in *LIST.  */
static bool
next_word (const char **list, char word[40])
{
  size_t length = strcspn (*list, "|");
  if (length == 0 || length >= 40)
    return false;
  memcpy (word, *list, length);
  word[length] = '\0';
  *list += length + ((*list)[length] == '|');
  return true;
}

bool
lk_next_option_name (const char **names, char name[40])
{
  return next_word (names, name);
}

bool
lk_next_option_value (const char **value, char word[40])
{
  if (!*value || isupper ((unsigned char) **value) || !next_word (value, word))
    return false;
  word[strcspn (word, "[")] = '\0';
  return true;
}
