#!/usr/bin/env python3
"""Equal code, equal verdict: rewrite sources without changing what they do, and compare the leaks.

usage: rewrite.py [OPTION]... --plugin=leakcheck.so FILE...

Each FILE of C, C++ or Java is compiled as it is, and once for each rewrite (--list shows them),
with the statements rewritten that a random number chooses (--seed).  The leaks of each function,
by kind, must be the same.  A function that has other ones is a flip: printed, and written with its
source to the folder of --keep.  Fails if there are any but those of --known.  A rewritten file that
does not compile is left out and counted: the parser here knows statements, not types.

Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
"""

import argparse
import collections
import concurrent.futures
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

# ---- Tokens.

TOKEN = re.compile(r"""
    (?P<space>\s+ | /\*.*?\*/ | //[^\n]*)
  | (?P<directive>(?<=\n)\#(?:\\\n|/\*.*?\*/|[^\n])* | \A\#(?:\\\n|[^\n])*)
  | (?P<text>R"\((?:.|\n)*?\)" | \"\"\".*?\"\"\" | (?:u8|[LuU])?"(?:\\.|[^"\\\n])*"
             | '(?:\\.|[^'\\\n])*')
  | (?P<name>[A-Za-z_$][A-Za-z_$0-9]*)
  | (?P<number>\.?[0-9](?:[eEpP][+-]|['\w.])*)
  | (?P<mark>->\*?|\+\+|--|<<=|>>=|\.\.\.|::|[-+*/%&|^<>=!]=|&&|\|\||<<|.)
""", re.VERBOSE | re.DOTALL)

Token = collections.namedtuple("Token", "kind text start end")


def scan(text):
    """The tokens of TEXT but for space, comments and directives."""
    found = []
    at = 0
    while at < len(text):
        match = TOKEN.match(text, at)
        at = match.end()
        if match.lastgroup not in ("space", "directive"):
            found.append(Token(match.lastgroup, match.group(), match.start(), match.end()))
    return found


OPEN = {"(": ")", "[": "]", "{": "}"}


def match_brackets(tokens):
    """The partner of each bracket of TOKENS, by number."""
    partner, stack = {}, []
    for i, token in enumerate(tokens):
        if token.text in OPEN:
            stack.append(i)
        elif token.text in OPEN.values():
            if not stack or OPEN[tokens[stack[-1]].text] != token.text:
                raise ValueError("brackets do not match")
            partner[i] = stack.pop()
            partner[partner[i]] = i
    return partner


# ---- Statements.

class Statement:
    """Tokens FIRST to LAST (of the statement itself).  KIND is the keyword, or "block", "label",
    "plain".  HEAD: the tokens in its parentheses; PARTS: the statements inside."""

    def __init__(self, kind, first):
        self.kind, self.first, self.last = kind, first, first
        self.head, self.parts = None, []

    def walk(self):
        """This statement and all inside."""
        yield self
        for part in self.parts:
            yield from part.walk()


class Source:
    """A file, its tokens, and the functions in it."""

    def __init__(self, name, text):
        self.name, self.text = name, text
        self.language = {".c": "c", ".java": "java"}.get(os.path.splitext(name)[1], "c++")
        self.tokens = scan(text)
        self.partner = match_brackets(self.tokens)
        self.functions = []     # (first token of the parameters, body)
        i = 0
        while i < len(self.tokens):
            body = self.body_after(i)
            if body is None:
                i += 1
                continue
            try:
                self.functions.append((i, self.block(body)))
            except (IndexError, KeyError):
                pass            # No statements that are known here.
            i = self.partner[body] + 1

    def word(self, i):
        """The text of token I."""
        return self.tokens[i].text if 0 <= i < len(self.tokens) else ""

    def body_after(self, i):
        """The brace of the function whose parameters begin with the parenthesis I, or None."""
        if (self.word(i) != "(" or i == 0 or i not in self.partner
                or self.tokens[i - 1].kind != "name" and self.word(i - 1) not in (">", "]", "=")
                or self.word(i - 1) in ("if", "for", "while", "switch", "catch", "return", "sizeof",
                                        "synchronized", "try", "__attribute__", "alignas")):
            return None
        k = self.partner[i] + 1
        while self.word(k) in ("const", "noexcept", "override", "final", "throws", ",", "."):
            k += 1
            if self.word(k - 1) in ("throws", ",", "."):
                k += 1
        if self.word(k) == ":":         # Initializers of a constructor.
            k += 1
            while self.tokens[k].kind == "name" or self.word(k) in ("::", ",", "(", "{"):
                if self.word(k) == "{" and self.tokens[k - 1].kind != "name":
                    break
                k = self.over(k)
        return k if self.word(k) == "{" else None

    def block(self, i):
        """The block whose brace is token I."""
        found = Statement("block", i)
        k, end = i + 1, self.partner[i]
        while k < end:
            part = self.statement(k)
            found.parts.append(part)
            k = part.last + 1
        found.last = end
        return found

    def over(self, k):
        """The token behind K, or behind the brackets that it opens."""
        if k >= len(self.tokens):
            raise IndexError("the end of the file")
        return self.partner[k] + 1 if self.word(k) in OPEN else k + 1

    def statement(self, i):
        """The statement that begins with token I."""
        word = self.word(i)
        if word == "{":
            return self.block(i)
        found = Statement("plain", i)
        if word in ("case", "default") or (self.tokens[i].kind == "name" and self.word(i + 1) == ":"
                                           and self.word(i + 2) != ":"):
            found.kind = "label"
            k = i + 1
            while self.word(k) != ":" and self.word(k) != "->":
                k = self.over(k)
            found.last = k
            if self.word(k) == "->":
                raise KeyError("switch with arrows")
            return found
        if word in ("if", "while", "for", "switch", "synchronized", "catch"):
            found.kind = word
            k = i + 1
            if word == "if" and self.word(k) == "constexpr":
                k += 1
            found.head = (k + 1, self.partner[k] - 1)
            found.parts.append(self.statement(self.partner[k] + 1))
            if word == "if" and self.word(found.parts[0].last + 1) == "else":
                found.parts.append(self.statement(found.parts[0].last + 2))
        elif word == "do":
            found.kind = word
            found.parts.append(self.statement(i + 1))
            k = found.parts[0].last + 2
            found.head = (k + 1, self.partner[k] - 1)
            found.last = self.partner[k] + 1
            return found
        elif word == "try":
            found.kind = word
            k = i + 1
            if self.word(k) == "(":
                k = self.partner[k] + 1
            found.parts.append(self.block(k))
            while self.word(found.parts[-1].last + 1) in ("catch", "finally"):
                k = found.parts[-1].last + 2
                if self.word(k) == "(":
                    k = self.partner[k] + 1
                found.parts.append(self.block(k))
        else:
            if word in ("return", "break", "continue", "goto", "throw", "co_return", "delete"):
                found.kind = word
            elif word in ("class", "struct", "union", "enum", "static", "typedef", "using",
                          "asm", "__asm__", "final", "record", "interface", "abstract"):
                found.kind = "declaration"
            k = i
            while self.word(k) != ";":
                k = self.over(k)
                if word in ("class", "interface", "record") and self.word(k - 1) == "}":
                    k -= 1
                    break
            found.last = k
            return found
        found.last = found.parts[-1].last
        return found

    def span(self, first, last):
        """The text from token FIRST to LAST."""
        return self.text[self.tokens[first].start:self.tokens[last].end]

    def of(self, statement):
        """The text of STATEMENT."""
        return self.span(statement.first, statement.last)

    def edit(self, statement, text):
        """An edit that makes TEXT of STATEMENT."""
        return (self.tokens[statement.first].start, self.tokens[statement.last].end, text)

    def statements(self):
        """All statements in functions, with the function's number."""
        for number, (_, body) in enumerate(self.functions):
            for statement in body.walk():
                yield number, statement

    def names(self, statement):
        """The texts of STATEMENT's tokens."""
        return [t.text for t in self.tokens[statement.first:statement.last + 1]]


def has_jump(source, statement, words):
    """STATEMENT has one of WORDS that may be about the loop around it."""
    return any(w in words for w in source.names(statement))


def is_condition(source, head):
    """HEAD declares nothing: it can stand anywhere."""
    first, last = head
    words = [t.text for t in source.tokens[first:last + 1]]
    if ";" in words or "instanceof" in words:
        return False
    return not (source.tokens[first].kind == "name" and len(words) > 1
                and (source.tokens[first + 1].kind == "name"
                     or (words[1] == "*" and "=" in words)))


def is_declaration(source, statement):
    """STATEMENT, a plain one, declares a variable: TYPE NAME, TYPE * NAME, T<...> NAME."""
    k = statement.first
    if source.word(k) in ("const", "auto", "var", "unsigned", "struct", "static", "final"):
        return True
    while source.tokens[k].kind == "name" and source.word(k + 1) in ("::", "."):
        k += 2
    if source.tokens[k].kind != "name":
        return False
    k += 1
    if source.word(k) == "<":
        while k < statement.last and source.word(k) not in (">", "("):
            k += 1
        k += 1
    while source.word(k) in ("*", "&", "const", "[", "]", "::"):
        k += 1
    return k < statement.last and source.tokens[k].kind == "name" and k > statement.first


# ---- Rewrites: each yields edits (start, end, text) for one statement.

def invert_if(source, s):
    """if (C) S else T  ->  if (!(C)) T else S"""
    if s.kind != "if" or source.word(s.first + 1) != "(" or not is_condition(source, s.head):
        return
    then, other = source.of(s.parts[0]), source.of(s.parts[1]) if len(s.parts) > 1 else ""
    if s.parts[0].kind == "declaration":
        return
    yield source.edit(s, f"if (!({source.span(*s.head)})) {{ {other} }} else {{ {then} }}")


def while_to_for(source, s):
    """while (C) S  ->  for (; C; ) S"""
    if s.kind == "while" and s.parts and is_condition(source, s.head):
        yield source.edit(s, f"for (; {source.span(*s.head)}; ) {source.of(s.parts[0])}")


def for_to_while(source, s):
    """for (A; C; B) S  ->  { A; while (C) { S B; } }"""
    if s.kind != "for" or not s.parts or has_jump(source, s.parts[0], ("continue",)):
        return
    first, last = s.head
    marks = [k for k in range(first, last + 1) if source.word(k) == ";"]
    if len(marks) != 2 or "{" in [source.word(k) for k in range(first, marks[0])]:
        return
    start = source.text[source.tokens[first - 1].end:source.tokens[marks[0]].end]
    condition = source.text[source.tokens[marks[0]].end:source.tokens[marks[1]].start].strip()
    step = source.text[source.tokens[marks[1]].end:source.tokens[last + 1].start].strip()
    if source.language == "java" and "," in start + step:
        return
    step = step + ";" if step else ""
    one = "true" if source.language != "c" else "1"
    yield source.edit(s, f"{{ {start} while ({condition or one}) {{ {source.of(s.parts[0])} {step}"
                      " } }")


def loop_forever(source, s):
    """while (C) S  ->  for (;;) { if (!(C)) break; S }"""
    if s.kind == "while" and s.parts and is_condition(source, s.head):
        yield source.edit(s, f"for (;;) {{ if (!({source.span(*s.head)})) break;"
                          f" {source.of(s.parts[0])} }}")


def ternary_to_if(source, s):
    """x = C ? a : b;  ->  if (C) x = a; else x = b;   return C ? a : b;  likewise"""
    if s.kind not in ("plain", "return") or (s.kind == "plain" and is_declaration(source, s)):
        return
    depth_marks = []
    k = s.first
    while k < s.last:
        if source.word(k) in OPEN:
            k = source.partner[k]
        elif source.word(k) in ("?", ":", "=", ",", "<<"):
            depth_marks.append(k)
        k += 1
    words = [source.word(k) for k in depth_marks]
    if words != (["?", ":"] if s.kind == "return" else ["=", "?", ":"]):
        return
    start = s.first if s.kind == "return" else depth_marks[0]
    head = source.span(s.first, start)
    condition = source.span(start + 1, depth_marks[-2] - 1)
    left = source.span(depth_marks[-2] + 1, depth_marks[-1] - 1)
    right = source.span(depth_marks[-1] + 1, s.last - 1)
    yield source.edit(s, f"{{ if ({condition}) {head} {left}; else {head} {right}; }}")


def if_to_ternary(source, s):
    """if (C) return a; else return b;  ->  return C ? a : b;"""
    if s.kind != "if" or len(s.parts) != 2 or not is_condition(source, s.head):
        return
    if all(p.kind == "return" and p.last > p.first + 1 for p in s.parts):
        left, right = (source.span(p.first + 1, p.last - 1) for p in s.parts)
        yield source.edit(s, f"return ({source.span(*s.head)}) ? ({left}) : ({right});")


def return_variable(source, s):
    """return E;  ->  { T r = E; return r; }"""
    if s.kind != "return" or s.last == s.first + 1 or source.word(s.first + 1) in ("{", "NULL",
                                                                                    "null", "nullptr"):
        return
    value = source.span(s.first + 1, s.last - 1)
    if source.language == "java":
        if "->" not in value and "::" not in value and source.tokens[s.first + 1].kind != "number":
            yield source.edit(s, f"{{ var rw_value = {value}; return rw_value; }}")
    elif source.language == "c" and source.tokens[s.first + 1].kind == "name":
        yield source.edit(s, f"{{ __typeof__ ({value}) rw_value = {value}; return rw_value; }}")


def in_block(source, s):
    """S;  ->  do { S; } while (0);"""
    if s.kind == "plain" and not is_declaration(source, s):
        no = "false" if source.language != "c" else "0"
        yield source.edit(s, f"do {{ {source.of(s)} }} while ({no});")


def dead_branch(source, s):
    """S;  ->  if (never) { ... } S;   where never is a local variable that is 0"""
    if s.kind == "plain" and not is_declaration(source, s):
        if source.language == "java":
            yield source.edit(s, "{ int rw_never = 0; if (rw_never > 3) rw_never++; "
                              + source.of(s) + " }")
        else:
            yield source.edit(s, "{ int rw_never = 0; if (rw_never > 3) __builtin_abort (); "
                              + source.of(s) + " }")


def add_zero(source, s):
    """S;  ->  { int n = 1; S; n += 0; }"""
    if s.kind == "plain" and not is_declaration(source, s):
        yield source.edit(s, f"{{ int rw_n = 1; {source.of(s)} rw_n += 0; }}")


def compare_null(source, s):
    """if (x)  ->  if (x != NULL)   and   if (!x)  ->  if (x == NULL)   for pointers (C, C++);
    x != null  ->  java.util.Objects.nonNull (x)   (Java)"""
    if s.kind not in ("if", "while") or not s.parts:
        return
    first, last = s.head
    start, end = source.tokens[first].start, source.tokens[last].end
    if source.language == "java":
        if last == first + 2 and source.word(last) == "null" and source.tokens[first].kind == "name":
            test = {"!=": "nonNull", "==": "isNull"}.get(source.word(first + 1))
            if test:
                yield (start, end, f"java.util.Objects.{test} ({source.word(first)})")
        return
    if first == last and source.tokens[first].kind == "name":
        yield (start, end, f"0 != {source.word(first)}")
    elif last == first + 1 and source.word(first) == "!" and source.tokens[last].kind == "name":
        yield (start, end, f"{source.word(last)} == 0")


def copy_argument(source, s):
    """f (x);  ->  { T copy = x; f (copy); }"""
    if (s.kind != "plain" or s.last != s.first + 4 or source.word(s.first + 1) != "("
            or source.tokens[s.first].kind != "name" or source.tokens[s.first + 2].kind != "name"
            or source.word(s.first) in ("va_end", "va_start", "assert", "move")):
        return
    name = source.word(s.first + 2)
    if name in ("this", "NULL", "null", "nullptr", "true", "false"):
        return
    call = source.word(s.first)
    kind = {"c": f"__typeof__ ({name})", "java": "var", "c++": "auto &&"}[source.language]
    yield source.edit(s, f"{{ {kind} rw_copy = {name}; {call} (rw_copy); }}")


def copy_receiver(source, s):
    """x.m (...);  ->  { var copy = x; copy.m (...); }   (Java)"""
    if (source.language == "java" and s.kind == "plain" and source.word(s.first + 1) == "."
            and source.tokens[s.first].kind == "name" and source.tokens[s.first + 2].kind == "name"
            and source.word(s.first + 3) == "(" and source.partner[s.first + 3] == s.last - 1
            and source.word(s.first)[0].islower() and source.word(s.first) not in ("this", "super",
                                                                                 "java", "javax")):
        rest = source.span(s.first + 1, s.last)
        yield source.edit(s, f"{{ var rw_copy = {source.word(s.first)}; rw_copy{rest} }}")


def in_lambda(source, s):
    """f (x);  ->  [&] { f (x); } ();   (C++)"""
    if (source.language == "c++" and s.kind == "plain" and source.tokens[s.first].kind == "name"
            and source.word(s.first + 1) == "(" and source.partner[s.first + 1] == s.last - 1):
        yield source.edit(s, f"[&] {{ {source.of(s)} }} ();")


RELEASERS = {"fclose": "FILE *", "free": "void *", "close": "int ", "closedir": "DIR *",
             "pclose": "FILE *"}
ACQUIRERS = {"fopen": ("FILE *", "const char *a, const char *b", "a, b"),
             "malloc": ("void *", "__SIZE_TYPE__ a", "a"),
             "strdup": ("char *", "const char *a", "a"),
             "opendir": ("DIR *", "const char *a", "a"),
             "dup": ("int ", "int a", "a")}


def extract_release(source, s):
    """fclose (f);  ->  a static function that calls it"""
    call = source.word(s.first)
    if (source.language != "java" and s.kind == "plain" and call in RELEASERS
            and source.word(s.first + 1) == "(" and source.partner[s.first + 1] == s.last - 1):
        yield source.edit(s, f"rw_{call} {source.span(s.first + 1, s.last)}")


def extract_acquire(source, s):
    """fopen (...)  ->  a static function that calls it"""
    if source.language == "java" or s.kind not in ("plain", "return"):
        return
    for k in range(s.first, s.last):
        if (source.word(k) in ACQUIRERS and source.word(k + 1) == "("
                and source.word(k - 1) not in (".", "->", "::")):
            yield (source.tokens[k].start, source.tokens[k].end, "rw_" + source.word(k))


def in_macro(source, s):
    """f (x);  ->  RW_DO (f (x));   a macro of a loop that runs once"""
    if source.language != "java" and s.kind == "plain" and not is_declaration(source, s):
        yield source.edit(s, f"RW_DO ({source.span(s.first, s.last - 1)});")


def extract_close(source, s):
    """x.close ();  ->  a static method of another class that closes it   (Java)"""
    if (source.language == "java" and s.kind == "plain" and s.last == s.first + 5
            and source.word(s.first + 1) == "." and source.word(s.first + 2) == "close"
            and source.word(s.first) != "this"):
        yield source.edit(s, f"RwHelp.close ({source.word(s.first)});")


def swap_functions(source, rng):
    """f () {} g () {}  ->  g () {} f () {}   where both are methods (Java)"""
    edits = []
    if source.language != "java":
        return edits
    spans = []
    for first, body in source.functions:
        k = first - 1
        while k > 0 and source.word(k - 1) not in (";", "}", "{", ")"):
            k -= 1
        if source.word(k - 1) != ")":   # The end of an annotation, which belongs to this method.
            spans.append((k, body.last))
    for (a, b), (c, d) in zip(spans[::2], spans[1::2]):
        if c == b + 1 and rng.random() < 0.7:
            edits.append((source.tokens[a].start, source.tokens[d].end,
                          source.span(c, d) + "\n" + source.span(a, b)))
    return edits


def rename_locals(source, rng):
    """Local variables and parameters get other names."""
    edits = []
    for first, body in source.functions:
        tokens = range(first, body.last + 1)
        declared = collections.Counter()
        for k in tokens:
            if (source.tokens[k].kind == "name" and source.word(k + 1) in ("=", ";", ",", ")", "[")
                    and (source.tokens[k - 1].kind == "name" or source.word(k - 1) in ("*", "&"))
                    and source.word(k - 1) not in ("return", "goto", "else", "new", "case", "delete",
                                                   "throw", "sizeof", "break", "continue")
                    and (source.word(k - 1) not in ("*", "&")
                         or (source.tokens[k - 2].kind == "name"
                             and source.word(k - 3) in ("(", ",", "{", ";", "const", "struct")))):
                declared[source.word(k)] += 1
        for name, times in declared.items():
            uses = [k for k in tokens if source.word(k) == name]
            if times != 1 or any(source.word(k - 1) in (".", "->", "::") or source.word(k + 1) == ":"
                                 or source.word(k + 1) == "(" and k < body.first for k in uses):
                continue
            if name in ("this", "self") or rng.random() < 0.2:
                continue
            edits += [(source.tokens[k].start, source.tokens[k].end, f"rw_{name}_x") for k in uses]
    return edits


STATEMENT_REWRITES = (invert_if, while_to_for, for_to_while, loop_forever, ternary_to_if,
                      if_to_ternary, return_variable, in_block, dead_branch, add_zero, compare_null,
                      copy_argument, copy_receiver, in_lambda, extract_release, extract_acquire,
                      in_macro, extract_close)
FILE_REWRITES = (swap_functions, rename_locals)


def apply(text, edits):
    """TEXT with EDITS; of two that overlap the first one."""
    out, at = [], 0
    for start, end, new in sorted(edits, key=lambda e: (e[0], -e[1])):
        if start >= at:
            out += [text[at:start], new]
            at = end
    return "".join(out) + text[at:]


def prelude(source, text):
    """Declarations that the rewritten TEXT needs, put behind the last #include of C or C++."""
    if source.language == "java":
        if "RwHelp" in text:
            text += ("\nclass RwHelp { static void close (java.io.Closeable c)"
                     " throws java.io.IOException { c.close (); }"
                     " static void close (AutoCloseable c) throws Exception { c.close (); } }\n")
        return text
    lines = ["#define RW_DO(S) do { S; } while (0)\n"] if "RW_DO" in text else []
    for call, kind in RELEASERS.items():
        if re.search(rf"\brw_{call}\b", text):
            lines.append(f"static void rw_{call} ({kind}x) {{ {call} (x); }}\n")
    for call, (kind, parameters, names) in ACQUIRERS.items():
        if re.search(rf"\brw_{call}\b", text):
            lines.append(f"static {kind}rw_{call} ({parameters}) {{ return {call} ({names}); }}\n")
    at = 0
    for match in re.finditer(r"^#\s*include.*\n", text, re.MULTILINE):
        at = match.end()
    return text[:at] + "".join(lines) + text[at:]


def rewritten(source, rewrite, seed):
    """SOURCE's text after REWRITE, or None if nothing is rewritten."""
    rng = random.Random(f"{seed} {source.name} {rewrite.__name__}")
    if rewrite in FILE_REWRITES:
        edits = rewrite(source, rng)
    else:
        edits = [e for _, s in source.statements() for e in rewrite(source, s)
                 if rng.random() < 0.8]
    return prelude(source, apply(source.text, edits)) if edits else None


# ---- Verdicts.

IN = re.compile(r"(?:In (?:member |static member |lambda |copy )?(?:function|constructor|destructor|"
                r"method)|In lambda function)[^'‘]*['‘]([^'’]*)|In lambda function")
WARNING = re.compile(r"(?:warning|error): .*\[-W(?:error=)?(leakcheck-[-\w]*)\]")


def options_of(text):
    """The options that a test's dg-options ask for and that matter here."""
    found = re.search(r'dg-options "([^"]*)"', text)
    additional = re.search(r'dg-additional-options "([^"]*)"', text)
    words = ((found.group(1) if found else "") + " "
             + (additional.group(1) if additional else "")).split()
    return [w for w in words if w.startswith(("-std", "-f", "-D", "-p")) and "$" not in w
            and not w.startswith(("-fdiagnostics", "-fplugin"))]


def verdicts(output):
    """By function, how many leaks of which kind."""
    found, function = collections.Counter(), ""
    for line in output.splitlines():
        match = IN.search(line)
        if match and line.rstrip().endswith(":"):
            function = re.sub(r"\brw_(\w+)_x\b", r"\1", match.group(1) or "lambda")
        elif re.search(r"At (top level|global scope):$", line):
            function = ""
        match = WARNING.search(line)
        if match:
            found[function, match.group(1)] += 1
    return found


def of_file(found):
    """The leaks of all functions together, by kind."""
    total = collections.Counter()
    for (_, option), count in found.items():
        total["all", option] += count
    return total


def run(command, folder):
    """Output and status of COMMAND."""
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", timeout=300, check=False,
                          env=dict(os.environ, LC_ALL="C"))
    return done.stdout, done.returncode


def examine(arguments, source, text):
    """The verdicts on TEXT, or None if it does not compile."""
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, os.path.basename(source.name))
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
        if source.language == "java":
            output, status = run(["javac", "-g", "-nowarn", "-d", folder, name], folder)
            if status:
                return None
            output, status = run([arguments.leakcheck, "-fdiagnostics-plain-output",
                                  "-sourcepath", folder, folder], folder)
            if status > 1:
                sys.exit(f"rewrite.py: {source.name}: leakcheck fails:\n{output}")
            return verdicts(output)
        compiler = arguments.cc if source.language == "c" else arguments.cxx
        here = os.path.dirname(os.path.abspath(source.name))
        strict = ["-Werror=implicit-function-declaration"] if source.language == "c" else []
        output, status = run([compiler, *options_of(source.text), *strict,
                              "-fplugin=" + os.path.abspath(arguments.plugin),
                              "-fdiagnostics-plain-output", "-fplugin-arg-leakcheck-stop",
                              "-I", here, "-S", "-o", os.devnull, name], folder)
        return None if status else verdicts(output)


def check(arguments, name):
    """All rewrites of the file NAME: (functions compared, files that do not compile, flips)."""
    with open(name, encoding="utf-8", errors="replace") as file:
        text = file.read()
    try:
        source = Source(name, text)
    except (ValueError, IndexError, KeyError, AttributeError):
        return 0, 1, []
    before = examine(arguments, source, text)
    if before is None or not source.functions:
        return 0, 1, []
    functions, failed, flips = 0, 0, []
    for rewrite in arguments.rewrites:
        for seed in range(arguments.seed, arguments.seed + arguments.times):
            changed = rewritten(source, rewrite, seed)
            if changed is None:
                continue
            after = examine(arguments, source, changed)
            if after is None:
                failed += 1
                if arguments.keep and arguments.failures:
                    keep(arguments, source, "failed-" + rewrite.__name__, changed)
                continue
            functions += len(source.functions)
            # The compiler names a function where it changes: moved ones are compared as a whole.
            one, other = ((of_file(before), of_file(after)) if rewrite is swap_functions
                          else (before, after))
            for key in sorted(set(one) | set(other)):
                if one[key] != other[key]:
                    flips.append((rewrite.__name__, name, key[0], key[1], one[key], other[key]))
            if one != other and arguments.keep:
                keep(arguments, source, rewrite.__name__, changed)
    return functions, failed, flips


def keep(arguments, source, rewrite, text):
    """Write TEXT to the folder of --keep."""
    folder = os.path.join(arguments.keep, rewrite)
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, os.path.basename(source.name)), "w", encoding="utf-8") as file:
        file.write(text)


def main():
    """Read the command line; print flips and a sum."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--plugin", default="leakcheck.so")
    parser.add_argument("--leakcheck", default="leakcheck", help="the command, for Java")
    parser.add_argument("--cc", default="gcc")
    parser.add_argument("--cxx", default="g++")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--times", type=int, default=1, help="seeds for each rewrite of a file")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", help="names of rewrites, separated by commas")
    parser.add_argument("--keep", help="a folder for the rewritten files that flip")
    parser.add_argument("--failures", action="store_true", help="keep those that do not compile")
    parser.add_argument("--known", help="a file of flips that are known, as they are printed")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("file", nargs="*")
    arguments = parser.parse_args()
    if os.path.exists(arguments.leakcheck):
        arguments.leakcheck = os.path.abspath(arguments.leakcheck)
    everything = STATEMENT_REWRITES + FILE_REWRITES
    if arguments.list:
        for rewrite in everything:
            print(f"{rewrite.__name__:18}{rewrite.__doc__}")
        return 0
    wanted = arguments.only.split(",") if arguments.only else None
    arguments.rewrites = [r for r in everything if not wanted or r.__name__ in wanted]
    if wanted and len(arguments.rewrites) != len(wanted):
        parser.error("--only: --list prints the names")
    known = set()
    if arguments.known:
        with open(arguments.known, encoding="utf-8") as file:
            known = {line.split("  #")[0].rstrip() for line in file}
    if any(n.endswith(".java") for n in arguments.file) and not shutil.which("javac"):
        parser.error("rewriting Java needs javac (Debian's default-jdk-headless)")
    functions = failed = 0
    bad = []
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for some, wrong, flips in pool.map(lambda n: check(arguments, n), arguments.file):
            functions += some
            failed += wrong
            for rewrite, name, function, option, before, after in flips:
                line = f"{rewrite} {os.path.basename(name)} {function} {option} {before} {after}"
                if line not in known:
                    print(line, flush=True)
                    bad.append(line)
    print(f"{functions} functions compared, {failed} files not compiled, {len(bad)} flips")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
