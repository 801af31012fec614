#!/bin/bash
# Looks at the report in HTML in a browser without a window: Chromium's, headless.
#
# Usage: page.sh [LEAKCHECK [FINDINGS...]]
#
# LEAKCHECK is the leakcheck command (default: the one of this tree); FINDINGS, how many there are
# in a page (default: 10 and 5000).  Writes C sources with so many leaks, makes a page of them, and
# opens it with the first finding chosen.  The page must have built a row for each finding, have
# opened the chosen one with all events and the arrows between them, and show text of the sources
# that looks like HTML as text.  Prints sizes and seconds; fails if something is missing.
#
# Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

. "$(dirname "$0")/common.sh"

leakcheck=$(readlink -f "${1:-$bench_here/../leakcheck}")
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- 10 5000
command -v chromium >/dev/null || bench_install chromium
work=$bench_work/page
failed=0

# write_sources N: as many leaks, 100 a file; each with four events.
write_sources ()
{
  awk -v n="$1" -v work="$work" 'BEGIN {
    for (i = 0; i < n; i++)
      {
	file = work "/unit" int (i / 100) ".c"
	if (i % 100 == 0)
	  print "#include <stdio.h>" > file
	printf "\nint\nfunction%d (const char *name, int n)\n{\n", i > file
	printf "  FILE *stream = fopen (name, \"r\"); /* </script><b id=\"markup\">x</b> */\n" > file
	printf "  if (!stream)\n    return -1;\n  if (n > %d)\n    return 2;\n", i > file
	printf "  fclose (stream);\n  return 0;\n}\n" > file
      }
  }'
}

# expect WHAT COUNT PATTERN: PATTERN occurs COUNT times in the page as the browser has built it.
expect ()
{
  local count
  count=$(grep -o -- "$3" "$work/dom" | wc -l)
  [ "$count" -eq "$2" ] && return
  echo "$n findings: $1: $count, not $2" >&2
  failed=1
}

for n
do
  rm -rf "$work"
  mkdir -p "$work"
  write_sources "$n"
  (cd "$work" && "$leakcheck" --quiet --format=html --output=page.html ./*.c) \
    || bench_die "leakcheck failed"
  began=$(date +%s.%N)
  timeout 300 chromium --headless --no-sandbox --disable-gpu --user-data-dir="$work/profile" \
    --virtual-time-budget=5000 --dump-dom "file://$work/page.html#finding-1" \
    > "$work/all" 2> "$work/log" || bench_die "the browser failed: see $work/log"
  ended=$(date +%s.%N)
  # Behind the data, all is made by the script.
  sed '/<script type="application.json"/,$d' "$work/all" > "$work/dom"
  expect "rows" "$n" '<tr class="finding'
  expect "open findings" 1 'aria-expanded="true"'
  expect "events" 4 'class="step'
  expect "arrows" 3 'marker-end='
  expect "markup of a source" 0 '<b id="markup'
  expect "the same as text" 1 '&lt;/script&gt;&lt;b id="markup'
  echo "$n findings: $(($(stat -c %s "$work/page.html") / 1024)) kB," \
    "$(awk -v a="$began" -v b="$ended" 'BEGIN { printf "%.1f", b - a }') s in the browser"
done
exit $failed
