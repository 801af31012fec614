#!/usr/bin/env python3
"""Compile GCC's test suites with and without the plugin (see torture.sh).

Measures, for each file: does the plugin crash, does it take ten times as
long, does it change the assembler output.  Assembler text stands for the
object: the same text gives the same object, and comparing it saves starting
the assembler 40,000 times.  The record of the command line that GCC keeps for
-flto and offloading (sections .gnu.lto_.opts and .gnu.offload_lto_.opts, which
hold -fplugin=... as they hold every option) is left out of the comparison.
Files that GCC rejects are compiled with the plugin too, which must then see
broken code without crashing.

The options of a test are taken from its dg-options and dg-additional-options
where these have no condition, or one that names x86-64; whatever writes other
files, or turns warnings into errors, is left out.  Which C++ a test is for, if
no option says so, its dg-do says, or its folder.

Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
"""

import argparse
import hashlib
import os
import re
import shlex
import shutil
import sys

import replay

DIRECTIVE = re.compile(r'\{\s*dg-(additional-)?options\s+("[^"]*"|\{[^{}]*\}|[-\w=]+)'
                       r'\s*(\{.*?)?\}\s*(?:\*/|$)', re.MULTILINE)
TARGET = re.compile(r"x86_64|i\?86|\*-\*-\*|\blp64\b|\bc\b")
NOT_TAKEN = re.compile(r"-fdump|-d[a-zA-Z]|-save-temps|--save-temps|-aux-info|-o$|-v$"
                       r"|-freport-bug|--?help|-fself-test|-wrapper|-Werror"
                       r"|-pedantic-errors|-fmem-report|-ftime-report|-Q$|-M|-E$|-S$|-c$"
                       r"|-fplugin|-fverbose-asm|-imultilib|-Wfatal-errors|-fmax-errors"
                       r"|-fsyntax-only")

# Options that the .exp file of a folder adds to those of a test.
FOLDERS = (("/gomp/", ["-fopenmp"]),
           ("/goacc/", ["-fopenacc"]),
           ("/goacc-gomp/", ["-fopenacc", "-fopenmp"]),
           ("/tm/", ["-fgnu-tm"]),
           ("/asan/", ["-fsanitize=address"]),
           ("/hwasan/", ["-fsanitize=hwaddress"]),
           ("/tsan/", ["-fsanitize=thread"]),
           ("/ubsan/", ["-fsanitize=undefined"]),
           ("/analyzer/", ["-fanalyzer"]),
           ("/lto/", ["-flto"]),
           ("/graphite/", ["-ffast-math", "-floop-nest-optimize"]),
           ("/vect/", ["-ftree-vectorize", "-fno-vect-cost-model", "-msse2"]),
           ("/autopar/", ["-ftree-parallelize-loops=4"]))


def own_options(name):
    """What the test NAME says about its options; None: nothing."""
    with open(name, encoding="latin-1") as file:
        text = file.read()
    found = None
    for additional, options, condition in DIRECTIVE.findall(text):
        if condition and not TARGET.search(condition):
            continue
        try:
            words = shlex.split(options.strip('"{} '))
        except ValueError:
            continue
        words = [w for w in words if not NOT_TAKEN.match(w)]
        if additional:
            found = (found or ["-O2"]) + words
        else:
            found = words
    return found


def standard(short, text):
    """The C++ that the test SHORT, of which TEXT is the source, is for."""
    said = re.search(r"dg-do[^}\n]*target([^}\n]*)", text)
    said = said.group(1) if said else ""
    only = re.search(r"c\+\+(98|11|14|17)_(?:only|down)", said)
    if only:
        return "gnu++" + only.group(1)
    if re.search(r"! *c\+\+(11|14|17)", said):
        return "gnu++98"
    if re.search(r"target[^}\n]*c\+\+(23|2b)", text):
        return "gnu++23"
    if (re.search(r"target[^}\n]*(c\+\+(20|2a)|concepts)", text)
            or re.search("/(coroutines|cpp2a|concepts)/", short)):
        return "gnu++20"
    return "gnu++17"


def cxx_tests(options):
    """All (file, arguments) of the suites in C++ to compile."""
    number = 0
    util = os.path.join(options.suite, "testsuite/util")
    for folder, _, names in sorted(os.walk(options.suite)):
        for name in sorted(names):
            path = os.path.join(folder, name)
            short = os.path.relpath(path, options.suite)
            if (not name.endswith((".C", ".cc")) or options.match not in short
                    or short.startswith("testsuite/util")):
                continue
            number += 1
            if number % options.every:
                continue
            own = own_options(path)
            arguments = own if own is not None else ["-O2"]
            with open(path, encoding="latin-1") as file:
                text = file.read()
            if not any(a.startswith("-std") for a in arguments):
                arguments = ["-std=" + standard(short, text)] + arguments
            for part, more in FOLDERS:
                if part in path:
                    arguments = arguments + more
            if short.startswith("testsuite/"):
                arguments = arguments + ["-I", util]
            yield short, arguments


def tests(options):
    """All (file, arguments) to compile."""
    if options.language == "c++":
        yield from cxx_tests(options)
        return
    for folder, _, names in sorted(os.walk(options.suite)):
        for name in sorted(names):
            path = os.path.join(folder, name)
            short = os.path.relpath(path, options.suite)
            if not name.endswith(".c") or options.match not in short:
                continue
            own = own_options(path)
            more = []
            for part, arguments in FOLDERS:
                if part in path:
                    more = arguments
            if short.startswith("gcc.c-torture"):
                for level in options.levels.split():
                    yield short, [level] + (own or []) + more
            else:
                yield short, (own if own is not None else ["-O2"]) + more


def text_hash(name):
    """The hash of the assembler file NAME without its command line."""
    digest = hashlib.sha256()
    skipping = False
    with open(name, "rb") as file:
        for line in file:
            if line.startswith((b"\t.section", b"\t.text", b"\t.data", b"\t.bss")):
                skipping = b"lto_.opts" in line
            if not skipping:
                digest.update(line)
    return digest.hexdigest()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("--work", "--cc", "--plugin", "--control", "--suite"):
        parser.add_argument(name, required=True)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--levels", default="-O2")
    parser.add_argument("--match", default="")
    parser.add_argument("--language", default="c")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--list")
    options = parser.parse_args()

    cache = replay.Cache(options.work, "torture-" + options.language
                         if options.language != "c" else "torture")
    # Not a new folder every time: -fprofile-generate and -gsplit-dwarf write
    # the name of the output into it.
    scratch = os.path.join(options.work, "torture.tmp-" + options.language)
    os.makedirs(scratch, exist_ok=True)
    todo = list(tests(options))
    if not todo:
        sys.exit("torture.py: no test whose name holds '%s'" % options.match)

    def compile_once(key, test, plugin, limit):
        name, arguments = test
        path = os.path.join(options.suite, name)
        made = os.path.join(scratch, key + ".s")
        if os.path.exists(made):
            os.unlink(made)
        command = ([options.cc] + arguments
                   + ["-g", "-gno-record-gcc-switches", "-frandom-seed=1", "-S",
                      "-o", made, path]
                   + replay.plugin_arguments(plugin, None))
        result = replay.run(command, os.path.dirname(path), limit)
        output = "none"
        if result.status == 0 and os.path.exists(made):
            output = text_hash(made)
        if os.path.exists(made):
            os.unlink(made)
        return result, output

    def one(test):
        key = hashlib.sha256(repr((options.cc, test)).encode()).hexdigest()
        known = cache.get(key)
        if not known:
            result, output = compile_once(key, test, None, 300)
            if replay.CRASH.search(result.stderr) or result.hung:
                output = "crash"
            elif result.status != 0:
                output = "rejected"
            known = (output, result.seconds)
            cache.put(key, *known)
        plain, seconds = known
        if plain == "crash":
            return test, "plain crash", ""
        limit = max(replay.HANG_FLOOR, replay.HANG_FACTOR * seconds)
        result, output = compile_once(key, test, options.plugin, limit)
        if result.hung or result.seconds > limit:
            verdict = "hang"
        elif replay.CRASH.search(result.stderr):
            verdict = "crash"
        elif plain == "rejected":
            verdict = "rejected alike" if result.status != 0 else "changed"
        elif result.status != 0:
            verdict = "fails"
        elif output == plain:
            verdict = "same"
        else:
            # Some output is not even the same twice without the plugin, or
            # changes with any plugin.
            # (-gbtf comes in several orders: asked often, for few are so.)
            unstable = any(compile_once(key, test, plugin, 300)[1] != plain
                           for plugin in (None, options.control) * 6)
            verdict = "unstable" if unstable else "changed"
        return test, verdict, result.stderr

    counts, ours = {}, []
    try:
        for test, verdict, text in replay.in_parallel(options.jobs, one, todo):
            counts[verdict] = counts.get(verdict, 0) + 1
            if verdict == "unstable":
                print("%s: %s %s" % (verdict, test[0], shlex.join(test[1])),
                      file=sys.stderr)
            if verdict in ("crash", "hang", "changed", "fails"):
                print("%s: %s %s" % (verdict, test[0], shlex.join(test[1])), flush=True)
                if verdict != "changed":
                    print("\n".join(text.splitlines()[-8:]), file=sys.stderr)
            for line in text.splitlines():
                if replay.OURS.search(line) and replay.WARNING.match(line):
                    ours.append(line.replace(options.suite + "/", ""))
    finally:
        shutil.rmtree(scratch)
    if options.list:
        with open(options.list, "w", encoding="utf-8") as file:
            file.write("".join(line + "\n" for line in ours))

    print("%d compilations: %d with the same output, %d rejected with and without, "
          "%d changed, %d crashes, %d hangs, %d failures, "
          "%d unstable without the plugin, "
          "%d crash without it; %d warnings"
          % (len(todo), counts.get("same", 0), counts.get("rejected alike", 0),
             counts.get("changed", 0), counts.get("crash", 0), counts.get("hang", 0),
             counts.get("fails", 0), counts.get("unstable", 0),
             counts.get("plain crash", 0), len(ours)))
    bad = sum(counts.get(v, 0) for v in ("crash", "hang", "changed", "fails"))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
