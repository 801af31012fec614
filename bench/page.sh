#!/bin/bash
# Looks at the report in HTML in a browser without a window: Chromium's, headless.
#
# Usage: page.sh [LEAKCHECK [FINDINGS...]]
#
# LEAKCHECK is the leakcheck command (default: the one of this tree); FINDINGS, how many there are
# in a page (default: 10 and 5000).  Writes C sources with so many leaks, makes a page of them, and
# opens it with the first finding chosen.  The page must have built a row for each finding, have
# opened the chosen one with all events and the arrows between them, and show text of the sources
# that looks like HTML as text.  A second time keys are pressed: each must do what the page's list of
# keys says, the filters find what they say, and printing open the first 200 and close them again.
# Prints sizes and seconds; fails if something is missing.  WORK/page has a picture in light and one
# in dark, and the page as it is printed, to be looked at.
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

# browse OPTION...: run the browser.
browse ()
{
  timeout 300 chromium --headless --no-sandbox --disable-gpu --user-data-dir="$work/profile" \
    --virtual-time-budget=5000 "$@" 2> "$work/log" || bench_die "the browser failed: see $work/log"
}

# press: open a copy of the page that presses its own keys; what does not happen is in its title.
press ()
{
  sed '/^<\/body>/,$d' "$work/page.html" > "$work/keys.html"
  cat >> "$work/keys.html" <<'END'
<script>
"use strict";
addEventListener ("load", () => {
  const wrong = [], rows = [...document.querySelectorAll ("tr.finding")];
  const press = (...keys) => keys.forEach (key => (document.activeElement || document.body)
    .dispatchEvent (new KeyboardEvent ("keydown", { key, bubbles: true, cancelable: true })));
  const open = () => document.querySelectorAll ("[aria-expanded=true]").length;
  const check = (what, good) => { if (!good) wrong.push (what); };
  const chosen = i => rows[i].classList.contains ("chosen") && document.activeElement === rows[i];
  press ("j", "j", "j", "k");
  check ("j, k", chosen (1) && open () === 0);
  press ("ArrowDown", "ArrowUp", "ArrowUp");
  check ("arrows", chosen (0));
  const down = Math.min (rows.length, 24) - 1, up = down >> 1;
  const below = () => document.querySelector ("form[role=search]").getBoundingClientRect ().bottom;
  for (let i = 0; i < down; i++) press ("j");
  for (let i = 0; i < down - up; i++) press ("k");
  scrollBy (0, 40 * down);
  press ("k");
  check ("a row behind the filter", chosen (up - 1)
	 && rows[up - 1].getBoundingClientRect ().top >= below () - 1);
  for (let i = 0; i < up - 1; i++) press ("k");
  check ("back", chosen (0));
  press ("Enter");
  check ("Enter", open () === 1 && rows[0].getAttribute ("aria-expanded") === "true");
  press ("n", "n", "p", "n");
  check ("n, p", document.querySelectorAll (".now").length === 1
	 && document.querySelector (".now b").textContent === "2");
  press ("Escape");
  check ("Esc", open () === 0);
  press ("/");
  check ("/", document.activeElement.id === "text");
  press ("j");
  check ("a letter in the filter", chosen (0) === false && rows[0].classList.contains ("chosen"));
  document.activeElement.value = "function7 UNIT0.c:";
  document.activeElement.dispatchEvent (new Event ("input"));
  press ("Escape");
  check ("filter", document.activeElement.id !== "text" && rows.some (r => r.hidden)
	 && rows.filter (r => !r.hidden).every (r => r.textContent.includes ("function7")));
  const rank = document.getElementById ("rank");
  check ("ranks to choose", rank.hidden === rows.length <= 10);
  if (!rank.hidden) {
    const filtered = n => {
      rank.value = n;
      rank.dispatchEvent (new Event ("change"));
      return rows.filter (r => !r.hidden);
    };
    check ("rank and words", filtered ("10").length === 1);
    document.getElementById ("text").value = "";
    const first = filtered ("10");
    check ("first ranks", first.length === 10
	   && first.every (r => Number (r.cells[0].textContent) <= 10));
    filtered ("");
  }
  document.getElementById ("text").value = "";
  document.getElementById ("text").dispatchEvent (new Event ("input"));
  const theme = () => getComputedStyle (document.body).backgroundColor, before = theme ();
  press ("t");
  check ("t", theme () !== before);
  press ("?");
  check ("?", document.getElementById ("help").open);
  document.getElementById ("help").close ();
  dispatchEvent (new Event ("beforeprint"));
  check ("print", open () === Math.min (rows.length, 200)
	 && document.getElementById ("printed").textContent.includes ("first 200")
	    === rows.length > 200);
  dispatchEvent (new Event ("afterprint"));
  check ("after print", open () === 0);
  document.title = wrong.length ? "wrong: " + wrong.join ("; ") : "all keys work";
});
</script>
</body>
</html>
END
  browse --dump-dom "file://$work/keys.html" > "$work/pressed"
  grep -q '<title>all keys work</title>' "$work/pressed" && return
  echo "$n findings: keys: $(sed -n 's/.*<title>\(.*\)<.title>.*/\1/p' "$work/pressed")" >&2
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
  browse --dump-dom "file://$work/page.html#finding-1" > "$work/all"
  ended=$(date +%s.%N)
  # Behind the data, all is made by the script.
  sed '/<script type="application.json"/,$d' "$work/all" > "$work/dom"
  expect "rows" "$n" '<tr class="finding'
  expect "open findings" 1 'aria-expanded="true"'
  expect "events" 4 'class="step'
  expect "arrows" 3 'marker-end='
  expect "markup of a source" 0 '<b id="markup'
  expect "the same as text" 1 '&lt;/script&gt;&lt;b id="markup'
  press
  browse --window-size=1200,900 --screenshot="$work/light.png" "file://$work/page.html#finding-1"
  browse --window-size=1200,900 --screenshot="$work/dark.png" --force-dark-mode \
    --blink-settings=preferredColorScheme=0 "file://$work/page.html#finding-1"
  browse --print-to-pdf="$work/page.pdf" "file://$work/page.html"
  for file in light.png dark.png page.pdf
  do
    [ -s "$work/$file" ] || { echo "$n findings: no $file" >&2; failed=1; }
  done
  echo "$n findings: $(($(stat -c %s "$work/page.html") / 1024)) kB," \
    "$(awk -v a="$began" -v b="$ended" 'BEGIN { printf "%.1f", b - a }') s in the browser"
done
exit $failed
