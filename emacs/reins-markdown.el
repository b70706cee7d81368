;;; reins-markdown.el --- Markdown and diffs with faces  -*- lexical-binding: t; -*-

;;; Commentary:

;; Turns Markdown and file changes into text with faces.  Markup characters
;; stay, so that text can be copied as Claude wrote it.

;;; Code:

(require 'diff-mode)
(require 'reins-words)

(defconst reins-markdown-keywords
  '(("^#+ .*$" . 'reins-heading)
    ("^ *\\(?:[-*+]\\|[0-9]+[.)]\\) " . 'reins-tool)
    ("^ *>.*$" . 'reins-quiet)
    ("\\*\\*[^*\n]+\\*\\*" . 'bold)
    ("`[^`\n]+`" . 'reins-code)
    ("\\[\\([^]\n]+\\)\\](\\([^) \n]+\\))" . 'link))
  "Font-lock keywords of Markdown: regular expressions and faces.")

(defun reins-markdown (text)
  "Return TEXT, which is Markdown, with faces."
  (with-temp-buffer
    (insert (reins-exact text))
    (goto-char (point-min))
    (while (not (eobp))
      (if (looking-at "^ *\\(```+\\|~~~+\\).*$")
          (reins-markdown--fence (match-string 1))
        (reins-markdown--line))
      (forward-line 1))
    (buffer-string)))

(defun reins-markdown--fence (mark)
  "Give the block of code at point, which ends with MARK, its faces."
  (put-text-property (point) (line-end-position) 'face 'reins-quiet)
  (forward-line 1)
  (let ((start (point)))
    (if (re-search-forward (concat "^ *" (regexp-quote mark) " *$") nil t)
        (progn (put-text-property (match-beginning 0) (match-end 0) 'face 'reins-quiet)
               (put-text-property start (match-beginning 0) 'face 'reins-code)
               (goto-char (match-beginning 0)))
      (put-text-property start (point-max) 'face 'reins-code)
      (goto-char (point-max)))))

(defun reins-markdown--line ()
  "Give the line at point its faces."
  (let ((end (line-end-position)))
    (pcase-dolist (`(,regexp . (quote ,face)) reins-markdown-keywords)
      (save-excursion
        (while (re-search-forward regexp end t)
          (add-face-text-property (match-beginning 0) (match-end 0) face))))))

;;; Changes to files

(defun reins-diff-line (kind text &optional path line)
  "Return TEXT as a line of a diff.
KIND is `added', `removed', `same' or `gap'.  LINE of the file PATH
is where `reins-visit' goes."
  (let ((shown (concat (pcase kind ('added "+ ") ('removed "- ") ('gap "  …") (_ "  "))
                       (reins-exact text))))
    (propertize shown
                'face (pcase kind ('added 'diff-added) ('removed 'diff-removed)
                             ('gap 'reins-quiet) (_ 'diff-context))
                'reins-place (and path (cons path line)))))

(defun reins-diff-patch (hunks path)
  "Return the lines of HUNKS, as Claude Code reports them, for the file PATH."
  (let (lines)
    (dolist (hunk hunks)
      (when lines (push (reins-diff-line 'gap "") lines))
      (let ((at (or (reins-get hunk 'newStart) 1)))
        (dolist (line (reins-list hunk 'lines))
          (unless (or (string-empty-p line) (eq (aref line 0) ?\\))
            (let ((kind (pcase (aref line 0) (?+ 'added) (?- 'removed) (_ 'same))))
              (push (reins-diff-line kind (substring line 1) path at) lines)
              (unless (eq kind 'removed) (setq at (1+ at))))))))
    (nreverse lines)))

(defun reins-diff-edit (before after path)
  "Return the lines that turn BEFORE into AFTER, for the file PATH.
Equal lines at the start and at the end are context."
  (let* ((split (lambda (text)
                  (unless (string-empty-p text) (split-string (string-remove-suffix "\n" text) "\n"))))
         (old (funcall split before)) (new (funcall split after)) start end)
    (while (and old new (equal (car old) (car new)))
      (push (pop old) start)
      (pop new))
    (setq old (nreverse old) new (nreverse new))
    (while (and old new (equal (car old) (car new)))
      (push (pop old) end)
      (pop new))
    (let ((make (lambda (kind) (lambda (line) (reins-diff-line kind line path)))))
      (append (mapcar (funcall make 'same) (nreverse start))
              (mapcar (funcall make 'removed) (nreverse old))
              (mapcar (funcall make 'added) (nreverse new))
              (mapcar (funcall make 'same) end)))))

(defun reins-diff-input (name input)
  "Return the lines that a call of the tool NAME with INPUT would change.
Return nil for tools that do not change files."
  (let ((path (reins-text input 'file_path)))
    (pcase name
      ("Write" (reins-diff-edit "" (reins-text input 'content) path))
      ("Edit" (reins-diff-edit (reins-text input 'old_string) (reins-text input 'new_string) path))
      ("NotebookEdit" (reins-diff-edit "" (reins-text input 'new_source) (reins-text input 'notebook_path)))
      ("MultiEdit" (mapcan (lambda (edit)
                             (reins-diff-edit (reins-text edit 'old_string) (reins-text edit 'new_string) path))
                           (reins-list input 'edits))))))

(defun reins-diff-result (details)
  "Return the lines that a finished call has changed, from its DETAILS."
  (let ((path (reins-text details 'filePath)))
    (cond
     ((reins-list details 'structuredPatch)
      (reins-diff-patch (reins-list details 'structuredPatch) path))
     ((and (equal (reins-get details 'type) "create") (reins-get details 'content))
      (reins-diff-edit "" (reins-text details 'content) path))
     ((and (reins-get details 'notebook_path) (stringp (reins-get details 'new_source)))
      (reins-diff-edit (reins-text details 'old_source)
                       (if (equal (reins-get details 'edit_mode) "delete") "" (reins-text details 'new_source))
                       (reins-text details 'notebook_path))))))

(provide 'reins-markdown)
;;; reins-markdown.el ends here
