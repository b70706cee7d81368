;;; story.el --- Steps of tests against a real hub  -*- lexical-binding: t; -*-

;;; Commentary:

;; The test that starts Emacs does what the lines "reins-test: NAME" ask for.

;;; Code:

(require 'ert)
(require 'reins)

(defconst story-patience (string-to-number (or (getenv "STORY_PATIENCE") "60"))
  "Seconds to wait for anything.")

(defconst story-project (getenv "STORY_PROJECT") "Folder of the sessions.")

(defun story-do (name)
  "Ask the test that started Emacs to do NAME."
  (message "reins-test: %s" name))

(defvar story-shown nil "The buffer of the last wait.")

(defun story-show ()
  "Report that this buffer has come into view, as a redisplay does: a batch Emacs has none."
  (unless (eq story-shown (current-buffer))
    (setq story-shown (current-buffer))
    (run-hook-with-args 'window-buffer-change-functions (selected-window))))

(defmacro story-wait (what &rest body)
  "Wait until BODY returns non-nil, and return that; WHAT describes it."
  (declare (indent 1))
  `(let ((until (+ (float-time) story-patience)) result)
     (while (progn (story-show) (not (setq result (progn ,@body))))
       (when (> (float-time) until)
         (ert-fail (list "Timed out waiting for" ,what (story-screen))))
       (accept-process-output nil 0.05))
     result))

(defun story-screen ()
  "Return the text of the current buffer and the connection."
  (list (buffer-name) (buffer-substring-no-properties (point-min) (point-max)) reins-events-state reins-events-problem))

(defun story-see (regexp)
  "Wait until the current buffer contains REGEXP, and go there."
  (story-wait regexp
    (goto-char (point-min))
    (re-search-forward regexp nil t))
  (goto-char (match-beginning 0)))

(defmacro story-with (replies &rest body)
  "Run BODY while every question in the minibuffer gets the next of REPLIES."
  (declare (indent 1))
  `(let ((replies (list ,@replies)))
     (cl-letf* (((symbol-function 'read-string) (lambda (&rest _) (pop replies)))
                ((symbol-function 'completing-read) (lambda (&rest _) (pop replies)))
                ((symbol-function 'completing-read-multiple) (lambda (&rest _) (pop replies)))
                ((symbol-function 'y-or-n-p) (lambda (&rest _) (pop replies))))
       ,@body)))

(defun story-begin (prompt &rest options)
  "Start a session with PROMPT and OPTIONS, an alist, and show it; return its id."
  (let (id)
    (reins-api "POST" "/sessions"
               :body `((cwd . ,story-project) (driver . "stream") (prompt . ,prompt)
                       ,@(unless (assq 'permission_mode options) '((permission_mode . "manual"))) ,@options)
               :on-success (lambda (session)
                             (reins-store-put session)
                             (setq id (reins-get session 'session_id))))
    (story-wait "a session" id)
    (delete-other-windows)
    (reins-session-open id)
    id))

(defun story-request (regexp)
  "Wait for a request with REGEXP in this session and go to it."
  (story-wait regexp
    (goto-char (point-min))
    (when (re-search-forward "^◆ \\(?:Claude \\(?:wants\\|has\\)\\|forms asks\\)" nil t)
      (beginning-of-line)
      (and (save-excursion (re-search-forward regexp nil t))
           (reins-list (reins-tree-data 'reins-request-section) 'routes)))))

(defun story-key (key)
  "Run the command of KEY at point, as if it was typed."
  (let* ((command (or (let ((map (get-text-property (point) 'keymap))) (and map (lookup-key map (kbd key))))
                      (key-binding (kbd key))))
         (last-command-event (aref (kbd key) 0)))
    (call-interactively command)))

(provide 'story)
;;; story.el ends here
