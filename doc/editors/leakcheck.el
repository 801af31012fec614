;;; leakcheck.el --- leaks in a compilation buffer

;; Put this file into a folder of `load-path', (require 'leakcheck), and M-x leakcheck runs the
;; build in the current folder; `next-error' visits each leak.  The form of GCC's messages is one
;; that compilation-mode knows.

;; Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

;;; Code:

(require 'compile)

(defvar leakcheck-command "leakcheck --format=gcc --quiet -- make"
  "The command that `leakcheck' runs.")

(defun leakcheck ()
  "Find the leaks of the program in the current folder."
  (interactive)
  (compile leakcheck-command))

(provide 'leakcheck)
;;; leakcheck.el ends here
