#!/bin/bash
# Measures how the time of the Java front end and the engine grows with the
# number of methods: generated programs of 1,000, 10,000 and 100,000 methods, a
# hundred to a class, of eight kinds (one leaks), compiled by javac.  For verify and
# infer each class also owns a stream and an object of the class before it, up to a
# hundred deep, and has four more methods: a factory, one that keeps the promise of
# its argument, a getter, close.
#
# Usage: java-methods.sh [--runs N] [--mode MODE] [METHODS...]
#
# MODE is find (the default), verify, infer, or verify-infer for verify with inferred
# promises.  Prints wall and processor seconds of the whole compiler run (the fastest of N,
# default 3), what that is for one method, the same without what a run over one
# class takes, peak memory, and the warnings.
#
# Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

. "$(dirname "$0")/common.sh"

runs=3 mode=() owners=
while :
do
  case ${1-} in
    --runs) runs=$2; shift 2 ;;
    --mode)
      mode=(-fplugin-arg-leakcheck-mode="${2%-infer}")
      case $2 in *-infer) mode+=(-fplugin-arg-leakcheck-infer) ;; esac
      shift 2 ;;
    *) break ;;
  esac
done
[ ${#mode[@]} = 0 ] || export owners=owners
[ $# -gt 0 ] || set -- 1000 10000 100000
bench_begin_generated methods${owners:+-$owners}

# generate METHODS: their classes, compiled, in WORK/METHODS.
generate ()
{
  bench_generate "$1" <<'END'
import os, sys
KINDS = [
  """  static int m%d (String name) throws IOException
  {
    FileInputStream in = new FileInputStream (name);
    try { return in.read () + %d; } finally { in.close (); }
  }""",
  """  static int m%d (String name) throws IOException
  {
    try (BufferedReader in = new BufferedReader (new FileReader (name)))
      { String line = in.readLine (); return line == null ? %d : line.length (); }
  }""",
  """  static int m%d (int n)
  {
    int sum = %d;
    for (int i = 0; i < n; i++) if (i %% 3 == 0) sum += i; else sum ^= i;
    return sum;
  }""",
  """  static String m%d (java.util.List<String> list)
  {
    StringBuilder b = new StringBuilder ();
    for (String s : list) { b.append (s); if (b.length () > %d) break; }
    return b.toString ();
  }""",
  """  static InputStream m%d (String name) throws IOException
  {
    InputStream in = new FileInputStream (name + %d);
    return new BufferedInputStream (in);
  }""",
  """  static int m%d (String name) throws IOException
  {
    InputStream in = open (name);
    try { return in.read (); } catch (IOException e) { return %d; } finally { in.close (); }
  }""",
  """  static long m%d (long a, long b)
  {
    while (b != 0) { long t = a %% b; a = b; b = t; }
    return a + %d;
  }""",
  """  static int m%d (String name) throws IOException
  {
    FileInputStream in = new FileInputStream (name);
    if (in.read () == %d) return 1;
    in.close ();
    return 0;
  }""",
]
OWNER = """  private final InputStream in;
  private final %(held)s before;
  C%(c)d (InputStream in, %(held)s before) { this.in = in; this.before = before; }
  public void close () throws IOException
  {
    try { in.close (); } finally { if (before != null) before.close (); }
  }
  %(held)s before () { return before; }
  static C%(c)d make (String name) throws IOException
  {
    return new C%(c)d (new FileInputStream (name), null);
  }
  static int use (C%(c)d it) throws IOException
  {
    try { return it.in.read (); } finally { it.close (); }
  }
"""
number, folder, owners = int(sys.argv[1]), sys.argv[2], os.environ.get("owners")
for c in range(number // 100):
    with open(f"{folder}/C{c}.java", "w") as out:
        out.write(f"package g{c // 100};\nimport java.io.*;\nclass C{c}\n{{\n")
        out.write("  static InputStream open (String name) throws IOException\n"
                  "  { return new FileInputStream (name); }\n")
        if owners:
            out.write(OWNER % {"c": c, "held": f"C{c - 1}" if c % 100 else "InputStream"})
        for m in range(99):
            out.write(KINDS[(c + m) % len(KINDS)] % (m, m) + "\n")
        out.write("}\n")
END
}

# run INPUT OUTPUT: prints wall seconds, processor seconds, kilobytes.
run ()
{
  for ((i = 0; i < runs; i++))
  do
    /usr/bin/time -f '%e %U %S %M' -o "$work/time" "$bench_cc" \
      -fplugin="$bench_plugin" -fplugin-arg-leakcheck-java="$1" \
      ${mode[@]+"${mode[@]}"} -x c -fsyntax-only /dev/null 2>"$2"
    ! grep -q '^Command ' "$work/time" || bench_die "the compiler failed: see $2"
    tail -n 1 "$work/time"
  done | sort -n | awk 'NR == 1 { print $1, $2 + $3, $4 }'
}

generate 100
read -r _ base _ < <(run "$work/100" "$work/out")
[ "$base" ] || exit 1
printf '%8s %8s %8s %10s %10s %6s %8s\n' \
  methods 'wall s' 'CPU s' 'us/method' 'net' MB warnings
for methods
do
  generate "$methods"
  read -r wall seconds memory < <(run "$work/$methods" "$work/out")
  [ "$wall" ] || exit 1
  awk -v n="$methods" -v w="$wall" -v s="$seconds" -v b="$base" -v m="$memory" \
    -v f="$(grep -c ': warning: ' "$work/out")" 'BEGIN {
      printf "%8d %8.2f %8.2f %10.1f %10.1f %6d %8d\n", \
	n, w, s, s / n * 1e6, (s - b) / n * 1e6, m / 1024, f }'
done
