"""Prints the errors of valgrind's XML files in whose stack the plugin is.

Usage: valgrind.py NAME FILE...

NAME is what was compiled.  Ends with status 1 if there are any, or a file cannot
be read.

Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import sys
import xml.etree.ElementTree as ElementTree


def frames(error):
    """The frames of all stacks of ERROR: where, what was freed and by what."""
    return [(os.path.basename(f.findtext('obj') or ''), f.findtext('fn') or '?',
             f.findtext('file') or '', f.findtext('line') or '')
            for stack in error.findall('stack') for f in stack.findall('frame')]


def show(name, error):
    """Print ERROR as far as the frames are the plugin's."""
    what = error.findtext('what') or error.findtext('xwhat/text') or '?'
    print(f"{name}: {error.findtext('kind')}: {what}")
    for obj, function, file, line in frames(error):
        if obj == 'leakcheck.so' or obj.startswith('vgpreload'):
            print(f'    {function} ({file}:{line})')


def main():
    """Print all, and count."""
    name, bad, seen = sys.argv[1], 0, 0
    for path in sys.argv[2:]:
        try:
            root = ElementTree.parse(path).getroot()
        except (OSError, ElementTree.ParseError) as error:
            print(f'{name}: {path}: {error}')
            bad += 1
            continue
        seen += 1
        for error in root.findall('error'):
            # Memory that is not freed at the end is no error: the process ends.
            if (not error.findtext('kind', '').startswith('Leak_')
                    and any(frame[0] == 'leakcheck.so' for frame in frames(error))):
                show(name, error)
                bad += 1
    if not seen:
        print(f'{name}: nothing ran under valgrind')
    else:
        print(f'{name}: {bad} errors')
    return 1 if bad or not seen else 0


if __name__ == '__main__':
    sys.exit(main())
