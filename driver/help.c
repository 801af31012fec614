/* The output of --help and --version.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include "lk-config.h"
#include "driver.h"

void
lk_print_help (void)
{
  fputs ("\
Usage: leakcheck [OPTION]... FILE...\n\
       leakcheck [OPTION]... FILE... -- GCC-OPTION...\n\
       leakcheck -p BUILD [OPTION]... [FILE]...\n\
       leakcheck contracts [-o FILE.lkc] [--print[=NAME]] FILE...\n\
       leakcheck --print-plugin-path | --print-spec-dir\n\
Find the resources that C, C++ and Java programs leak.\n\
\n\
FILE is a C or C++ source, a jar, a folder of classes, a class file, a Java\n\
source, module:NAME of the JDK, or @LIST, a file with arguments.  C and C++\n\
sources are compiled with the plugin and without making object files, with the\n\
compiler's options that are given (-I, -D, -std=, -Werror, ...).  All Java\n\
files are one program.\n\
\n\
Java:\n\
  -cp PATH, -classpath PATH, --class-path=PATH\n\
                       jars and folders that the program uses\n\
  -sourcepath PATH, --source-path=PATH\n\
                       roots of the sources, for the lines in messages\n\
                       [., and src/main/java or src beside target/classes,\n\
                       build/classes/java/main, bin and similar folders]\n\
  --release N          compile for Java N, and read its part of jars\n\
  --jdk=FOLDER         the JDK [JAVA_HOME, or the newest installed]\n\
  --java-compiler=PROGRAM\n\
                       javac or ecj [the first that is installed]\n\
  --java-option=OPTION pass OPTION to it (repeatable)\n\
\n\
Projects in C and C++:\n\
  -p BUILD, --project=BUILD\n\
                       analyse all that BUILD/compile_commands.json compiles,\n\
                       as one program; report only the FILEs, if there are any\n\
  --exclude=GLOB       leave out the files that match (repeatable)\n\
  --cache=DIR          remember results there [BUILD/.leakcheck]\n\
  --cache-size=MB      keep at most so much of it [512]\n\
  --no-cache           remember nothing\n\
  --rounds=N           go round at most N times [20]\n\
  --suggest=attributes print a patch that puts what was found out into the\n\
                       headers below the current folder\n\
  --suggest=spec       print it as rows of the specification language\n\
  --ninja=FILE         write the rounds as a file for ninja, and do nothing else\n\
\n\
Analysis (as the plugin's arguments of the same names):\n\
  --level=1|2          1: leaks seen on a path; 2: also those that follow\n\
                       from a limit or an unknown function [1]\n\
  --mode=find|verify|infer|loops\n\
                       find leaks, verify that there are none, infer the\n\
                       contracts of Java classes, or find the objects that a\n\
                       loop of a Java program leaves behind [find]\n\
  --infer              verify: infer contracts of Java classes first\n\
  --infer-to=FILE      write what was inferred: FILE.astub, FILE.spec, FILE.patch\n\
                       or a list (repeatable); --output with --mode=infer\n\
  --annotate=FILE      write a patch that annotates the sources\n\
  --infer-creates      infer also what creates obligations anew\n\
  --explain=CLASS.MEMBER\n\
                       print why a contract was inferred (repeatable)\n\
  --loop=CLASS.METHOD:LINE|auto[:N], --region=CLASS.METHOD\n\
                       loops: the loop around that line; the first N loops of\n\
                       the ranking [10]; a method that runs again and again\n\
  --list-loops         loops: print the ranking, and nothing else\n\
  --loops-without=PART,...\n\
                       loops: switch parts of the analysis off: see the manual\n\
  --spec=FILE          read the specification FILE (repeatable)\n\
  --contracts=FILE     read the index FILE, of contracts of other units\n\
                       (repeatable)\n\
  --depth=N            follow handles through N dereferences\n\
  --breadth=N          follow N access paths of one handle at a time\n\
  --exceptions=LIST    all|likely|none: exceptions to follow; and TYPE\n\
                       (follow it, too) or -TYPE (ignore it) [likely:\n\
                       thrown, caught or declared]\n\
  --disable=KIND,...   do not report these kinds of resources (or: all)\n\
  --enable=KIND,...    report these kinds, also those that are off\n\
  --disable-check=NAME,...\n\
                       do not run these checks of C++ (or: all)\n\
  --error              make leaks errors, and no other warning\n\
  --ignored-exceptions=CLASS,...\n\
                       verify: exceptions that are not thrown\n\
  --permit-static-owning, --permit-initialization-leak,\n\
  --returns-receiver, --no-ownership, --no-resource-aliases,\n\
  --no-obligation-creation\n\
                       verify: see the manual\n\
  --dump=events[:FILE] write the event graphs of functions (facts: also the\n\
                       facts that are followed through them)\n\
  --checking           verify every event graph; implies --in-process\n\
  --in-process         analyse in the compiler's own process\n\
  --time-limit=SECONDS for each function [10, or 5 times what the compiler\n\
                       has used]\n\
  --fault=STAGE:KIND[:FUNCTION]\n\
                       make the analysis fail, for tests: see the manual\n\
  --verbose            print what was analysed and what was skipped\n\
\n\
Report:\n\
  --format=text        GCC's messages, with paths, on the standard error\n\
  --format=json        GCC's JSON, as one array, on the standard output\n\
  --format=sarif       SARIF 2.1.0, on the standard output\n\
  --format=html        one page to read in a browser, on the standard output\n\
  --output=FILE        write JSON, SARIF, HTML or suggestions to FILE\n\
  --write-baseline=FILE\n\
                       write the leaks that there are to FILE\n\
  --baseline=FILE      leaks that are in FILE are known, and do not count\n\
  --top=N              the N leaks that deserve most to be read, in that order\n\
  --clusters           of leaks that one change may cure, show one\n\
  --quiet              no summary line, no progress\n\
\n\
  -j N, --jobs=N       run N compilations at a time, and read Java with N\n\
                       threads [the processors]\n\
  --gcc=PROGRAM        the compiler to run (it must be GCC "
LK_GCC_VERSION ")\n\
  --print-plugin-path  print the name of the plugin, for makefiles:\n\
                       CFLAGS += -fplugin=$(shell leakcheck --print-plugin-path)\n\
  --print-spec-dir     print the folder of the specifications\n\
  --help               print this and exit\n\
  --version            print the version and exit\n\
\n\
Exit status: 0 when everything was checked (leaks are warnings), 1 when\n\
warnings are errors (-Werror, --error) and there are some, 2 when leakcheck\n\
could not check everything that was named.\n\
`info leakcheck' is the manual.\n", stdout);
}

void
lk_print_contracts_help (void)
{
  fputs ("\
Usage: leakcheck contracts [OPTION]... FILE...\n\
Make an index of the contracts of functions that compilations have recorded\n\
(-fplugin-arg-leakcheck-record), or print them.  A compilation reads it with\n\
-fplugin-arg-leakcheck-contracts=FILE.lkc.\n\
\n\
FILE is an object, an archive (a thin one, too), a shared library, a program, a\n\
record of its own (-fplugin-arg-leakcheck-record-to=FILE), an index, a folder,\n\
or @LIST, a file with arguments.  In folders and the folders in them all files\n\
with contracts are read, except indexes and symbolic links.\n\
\n\
  -o FILE, --output=FILE\n\
                       write the index to FILE; \"%h\" in its name stands for a\n\
                       hash of the content (the name is then printed), \"%%\"\n\
                       for \"%\".  A FILE with this content is not touched.\n\
  --print              print all contracts as rows of the specification language,\n\
                       each under a comment with where it is from\n\
  --print=NAME         print the function NAME only (repeatable): its name in the\n\
                       object, or as it is written in the source\n\
  --verbose            list functions that are defined more than once, and files\n\
                       without contracts\n\
  --quiet              no summary line\n\
  --help               print this and exit\n\
\n\
Where two definitions of one function say different things, the index has what\n\
both say.\n\
\n\
Exit status: 0 when all that was named was read (objects without a record are\n\
warned of), 2 when something could not be read, written or found; what could\n\
be read is then in the index all the same.\n", stdout);
}

void
lk_print_version (void)
{
  printf ("leakcheck %s (for GCC %s, %s)\n"
	  "License GPLv3+: GNU GPL version 3 or later "
	  "<https://gnu.org/licenses/gpl.html>.\n"
	  "This is free software: you are free to change and redistribute it.\n"
	  "There is NO WARRANTY, to the extent permitted by law.\n",
	  LK_VERSION, LK_GCC_VERSION, LK_GCC_MACHINE);
}
