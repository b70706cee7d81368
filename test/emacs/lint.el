;;; lint.el --- Checks of the sources  -*- lexical-binding: t; -*-

;;; Commentary:

;; Every file compiles without warnings and passes checkdoc.

;;; Code:

(require 'bytecomp)
(require 'checkdoc)
(require 'ert)

(defconst lint-files
  (directory-files (expand-file-name "../../emacs" (file-name-directory (or load-file-name buffer-file-name)))
                   t "\\.el\\'")
  "The files of the package.")

(ert-deftest lint-compiles-without-warnings ()
  (let* ((folder (make-temp-file "reins-lint-" t))
         (byte-compile-dest-file-function
          (lambda (file) (expand-file-name (concat (file-name-nondirectory file) "c") folder))))
    (dolist (file lint-files)
      (byte-compile-file file))
    (should (equal (with-current-buffer (get-buffer-create byte-compile-log-buffer)
                     (goto-char (point-min))
                     (flush-lines "^\\(?:\f\\|Compiling file\\|Entering directory\\|Leaving directory\\|$\\)")
                     (buffer-substring-no-properties (point-min) (point-max)))
                   ""))
    (delete-directory folder t)))

(ert-deftest lint-checkdoc ()
  (let ((checkdoc-verb-check-experimental-flag nil) ; It takes nouns such as "turns" and "prompts" for verbs.
        found)
    (cl-letf (((symbol-function 'checkdoc-create-error)
               (lambda (text start &rest _)
                 (push (format "%s:%d: %s" (file-name-nondirectory buffer-file-name)
                               (if start (line-number-at-pos start) 0) text)
                       found)
                 nil)))
      (dolist (file lint-files)
        (with-current-buffer (find-file-noselect file)
          (checkdoc-current-buffer t))))
    (should (equal (mapconcat #'identity (nreverse found) "\n") ""))))

(provide 'lint)
;;; lint.el ends here
