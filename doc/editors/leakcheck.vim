" Leaks in the quickfix list: put this file into ~/.vim/compiler, then
"
"   :compiler leakcheck
"   :make                    the build, as `leakcheck -- make' runs it
"   :make! src/conn.c        instead of makeprg's build, with
"   :let &makeprg = 'leakcheck --format=gcc --quiet'
"
" Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

if exists ("current_compiler")
  finish
endif
let current_compiler = "leakcheck"

CompilerSet makeprg=leakcheck\ --format=gcc\ --quiet\ --\ make
CompilerSet errorformat=%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,%-G%.%#
