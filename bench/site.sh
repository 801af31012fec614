#!/bin/bash
# Makes the web site, and looks at it in a browser without a window: Chromium's, headless.
#
# Usage: site.sh [--no-browser] [FOLDER [LEAKCHECK]]
#
# FOLDER (default: site) receives index.html, made of README.md; the manual, with the tour (its
# chapter "First steps") and the figures; and report.html, the report of the project of
# testsuite/leakcheck.driver, with its picture.  LEAKCHECK is the leakcheck command (default: the one
# of this tree).  Each link of a page to another one must lead somewhere.  In the browser each page
# must be as wide as its window, in light and dark; WORK/site has the pictures, to be looked at.
# --no-browser leaves the pictures out.  Fails if something is missing.
#
# Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

. "$(dirname "$0")/common.sh"

browser=yes
[ "${1:-}" != --no-browser ] || { browser=no; shift; }
top=$(dirname "$bench_here")
mkdir -p "${1:-site}"
site=$(cd "${1:-site}" && pwd)
leakcheck=$(readlink -f "${2:-./leakcheck}")
[ -x "$leakcheck" ] || bench_die "no command '$leakcheck'; build it, or name it"
work=$bench_work/site
rm -rf "$work" "$site"
mkdir -p "$work" "$site"
[ $browser = no ] || command -v chromium >/dev/null || bench_install chromium

# picture FILE PAGE WIDTH HEIGHT [OPTION...]: a picture of PAGE.
picture ()
{
  local file=$1 page=$2 size=$3,$4
  shift 4
  timeout 300 chromium --headless --no-sandbox --disable-gpu --hide-scrollbars \
    --user-data-dir="$work/profile" --virtual-time-budget=3000 --window-size="$size" \
    --screenshot="$file" "$@" "file://$page" > "$work/log" 2>&1 \
    && [ -s "$file" ] || bench_die "no picture of $page: see $work/log"
}

# fits PAGE: the page is not wider than a window of 420 pixels.
fits ()
{
  local page=$1 width
  cat > "$work/frame.html" <<END
<iframe id="f" src="file://$page" width="420" height="600"></iframe>
<script>f.onload = () => document.title = "width " + f.contentDocument.documentElement.scrollWidth;</script>
END
  width=$(timeout 300 chromium --headless --no-sandbox --disable-gpu --disable-web-security \
    --allow-file-access-from-files --user-data-dir="$work/profile" --virtual-time-budget=3000 \
    --dump-dom "file://$work/frame.html" 2> "$work/log" | sed -n 's/.*<title>width \([0-9]*\).*/\1/p')
  [ -n "$width" ] && [ "$width" -le 440 ] || { echo "$page: $width pixels wide" >&2; failed=1; }
}

failed=0
cp "$top/doc/site/style.css" "$site"
cp -r "$top/testsuite/leakcheck.driver/project" "$work/project"
chmod -R u+w "$work/project"
(cd "$work/project" && "$leakcheck" --quiet --format=html --output=report.html -Iinclude \
   src/*.c src/*.cc && mv report.html "$site") > "$work/report.log" 2>&1 \
  || bench_die "no report: see $work/report.log"
figure=()
if [ $browser = yes ]
then
  picture "$site/report.png" "$site/report.html#finding-1" 1200 760
  figure=(--figure=report.png="The report of --format=html: findings, and the path of one of them")
fi
python3 "$top/doc/site/page.py" "leakcheck: resource leaks in C, C++ and Java" "${figure[@]}" \
  < "$top/README.md" > "$site/index.html" || bench_die "no index"
version=$("$leakcheck" --version | sed -n '1s/^leakcheck \([^ ]*\).*/\1/p')
makeinfo --html --split=chapter -D "VERSION $version" --css-ref=../style.css -I "$top/doc" \
  -o "$site/manual" "$top/doc/leakcheck.texi" > "$work/manual.log" 2>&1 && [ ! -s "$work/manual.log" ] \
  || bench_die "no manual: see $work/manual.log"

# The links.
python3 - "$site" <<'END' || failed=1
import os, re, sys
from urllib.parse import unquote
site, wrong, count = sys.argv[1], 0, 0
for folder, _, names in os.walk(site):
    for name in names:
        if not name.endswith(".html") or name == "report.html":
            continue
        text = open(os.path.join(folder, name), encoding="utf-8").read()
        for link in re.findall(r'(?:href|src)="([^"]+)"', text):
            if re.match(r"[a-z]+:", link):
                continue
            file, _, mark = link.partition("#")
            file = os.path.normpath(os.path.join(folder, unquote(file))) if file \
                else os.path.join(folder, name)
            count += 1
            if not os.path.exists(file) or mark and file.endswith(".html") \
                    and "report" not in file \
                    and not re.search("id=['\"]%s['\"]" % re.escape(mark),
                                      open(file, encoding="utf-8").read()):
                print("%s: %s leads nowhere" % (name, link), file=sys.stderr)
                wrong += 1
print("%d links" % count)
sys.exit(wrong > 0 or count < 100)
END

if [ $browser = yes ]
then
  for page in index.html manual/index.html manual/First-steps.html manual/Figures.html
  do
    name=$(echo "${page%.html}" | tr / -)
    picture "$work/$name.png" "$site/$page" 1200 1600
    picture "$work/$name-dark.png" "$site/$page" 1200 1600 --force-dark-mode \
      --blink-settings=preferredColorScheme=0
    fits "$site/$page"
  done
  echo "$(ls "$work"/*.png | wc -l) pictures in $work"
fi
[ $failed = 0 ] && echo "the site is in $site"
exit $failed
