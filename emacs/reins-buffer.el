;;; reins-buffer.el --- What the buffers of Reins share  -*- lexical-binding: t; -*-

;;; Commentary:

;; The parent of the modes with sections, and visiting what is at point.

;;; Code:

(require 'reins-tree)
(require 'reins-request)

(declare-function reins-dispatch "reins" ())
(declare-function reins "reins" ())
(declare-function reins-new "reins-new" ())
(declare-function reins-next-request "reins" ())
(declare-function reins-prompt "reins-prompt" (id &optional context))

(defvar reins-buffer-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map magit-section-mode-map)
    (define-key map (kbd "RET") #'reins-visit)
    (define-key map "?" #'reins-dispatch)
    (define-key map "h" #'reins-dispatch)
    (define-key map "i" #'reins-next-request)
    (define-key map "o" #'reins)
    (define-key map "c" #'reins-prompt)
    (define-key map "N" #'reins-new)
    map)
  "Keys in all buffers of Reins.")

(define-derived-mode reins-buffer-mode magit-section-mode "Reins"
  "Parent of the modes that show sessions and requests.

\\{reins-buffer-mode-map}"
  (setq truncate-lines nil)
  (setq-local word-wrap t)
  ;; Reordering could make a command look like another one.
  (setq-local bidi-paragraph-direction 'left-to-right)
  (setq-local bidi-inhibit-bpa t))

(defun reins-buffer-width ()
  "Return how many columns a line of the current buffer has.
The mark of a folded section needs one more."
  (let ((window (get-buffer-window nil t)))
    (max 40 (min 120 (- (if window (window-max-chars-per-line window) 80) 2)))))

(defun reins-buffer-connection ()
  "Return a line about the connection, or nil while it is fine."
  (pcase reins-events-state
    ('open nil)
    ('lost (propertize (format "! %s.  Reconnecting…" (string-remove-suffix "." (or reins-events-problem "No connection")))
                       'face 'reins-failed))
    (_ (propertize "Connecting to the hub…" 'face 'reins-quiet))))

(defun reins-buffer-connection-node ()
  "Return a list with the node about the connection, if there is one."
  (when-let ((line (reins-buffer-connection)))
    (list (reins-node :key "connection" :sig line :body (lambda () (concat line "\n\n"))))))

(defvar reins-visit-functions nil
  "Functions that visit what is at point and return non-nil if they did.")

(defun reins-visit ()
  "Visit what is at point: a file at its line, a session, or all of a text."
  (interactive)
  (let ((whole (get-text-property (point) 'reins-whole))
        (place (get-text-property (point) 'reins-place)))
    (cond
     (whole (reins-buffer-show (funcall whole)))
     (place (reins-visit-file (car place) (cdr place)))
     ((run-hook-with-args-until-success 'reins-visit-functions))
     ((reins-buffer--place-at-point)
      (apply #'reins-visit-file (reins-buffer--place-at-point)))
     (t (call-interactively #'magit-section-toggle)))))

(defun reins-buffer-show (text)
  "Show TEXT in a separate buffer."
  (let ((folder default-directory))
    (with-current-buffer (get-buffer-create "*reins text*")
      (let ((inhibit-read-only t))
        (special-mode)
        (setq default-directory folder)
        (local-set-key (kbd "RET") #'reins-visit)
        (erase-buffer)
        (insert text)
        (goto-char (point-min)))
      (pop-to-buffer (current-buffer)))))

(defun reins-buffer--place-at-point ()
  "Return (PATH LINE) if there is a name of an existing file at point."
  (save-excursion
    (let ((limit (line-end-position)))
      (skip-chars-backward "^ \t\n`\"'()<>[]")
      (when (re-search-forward "\\=\\([^] \t\n`\"'()<>:[]+\\)\\(?::\\([0-9]+\\)\\)?" limit t)
        (let ((path (match-string-no-properties 1)) (line (match-string 2)))
          (when (file-regular-p (expand-file-name path))
            (list path (and line (string-to-number line)))))))))

(defun reins-visit-file (path line)
  "Visit the file PATH at LINE in another window."
  (let ((file (expand-file-name path)))
    (unless (file-exists-p file)
      (user-error "%s does not exist on this machine" (abbreviate-file-name file)))
    (find-file-other-window file)
    (when line
      (goto-char (point-min))
      (forward-line (1- line)))))

(provide 'reins-buffer)
;;; reins-buffer.el ends here
