;;; reins-session-parts.el --- Facts about a session as sections  -*- lexical-binding: t; -*-

;;; Commentary:

;; The head of a session's buffer (status, problems, tasks, plan, changed
;; files), and the queue at its end.

;;; Code:

(require 'reins-items)

(defclass reins-message-section (magit-section) ())

(defun reins-session-header (session)
  "Return the header line of SESSION."
  (let ((usage (reins-get session 'usage)))
    (replace-regexp-in-string
     "%" "%%"
     (string-join
      (delq nil
            (list (concat " " (reins-status session) " " (reins-line (reins-title session) 40))
                  (reins-line (reins-doing session) 30)
                  (reins-get session 'git_branch)
                  (and (reins-get session 'model) (reins-model-name (reins-get session 'model)))
                  (and (reins-get session 'permission_mode) (reins-mode-name (reins-get session 'permission_mode)))
                  (and usage (format "%s tokens" (reins-count (reins-parts-tokens usage))))
                  (and (reins-get session 'context_tokens)
                       (format "context %s" (reins-count (reins-get session 'context_tokens))))
                  (and (reins-get session 'cost_usd) (reins-cost session))))
      " · ")
     t t)))

(defun reins-parts-tokens (usage)
  "Return the number of tokens in USAGE."
  (apply #'+ (mapcar (lambda (entry) (if (numberp (cdr entry)) (cdr entry) 0)) usage)))

(defun reins-parts-answers (view)
  "Return the answers in VIEW as an alist by tool call."
  (delq nil (mapcar (lambda (request)
                      (when (and (reins-get request 'tool_use_id) (reins-get request 'answer))
                        (cons (reins-get request 'tool_use_id) (reins-get request 'answer))))
                    (reins-list view 'interactions))))

(defun reins-parts--folded (key title lines)
  "Return a list with a folded node KEY with TITLE and LINES, if there are any."
  (when lines
    (list (reins-node :key key :sig (cons title lines) :fold t
                      :head (lambda () (propertize title 'face 'reins-title))
                      :body (lambda () (reins-items-indent (concat (string-join lines "\n") "\n")))))))

(defun reins-parts-head (view)
  "Return the nodes at the top of the session VIEW."
  (let ((tasks (reins-list view 'tasks)) (files (reins-list view 'files))
        (background (reins-list view 'background_tasks)) (servers (reins-list view 'mcp_servers))
        (cwd (reins-text view 'cwd)) (plan (reins-text view 'plan 'text)))
    (append
     (reins-parts--troubles view)
     (reins-parts--folded "tasks"
                          (format "Tasks %d of %d" (seq-count (lambda (task) (equal (reins-get task 'state) "completed")) tasks)
                                  (length tasks))
                          (mapcar #'reins-parts--task tasks))
     (reins-parts--folded "plan" "Plan"
                          (unless (string-empty-p plan) (split-string (string-trim (reins-markdown plan)) "\n")))
     (reins-parts--folded "files" (format "Files changed %d" (length files))
                          (mapcar (lambda (file)
                                    (propertize (format "%s  +%d −%d" (reins-exact (reins-path (reins-text file 'path) cwd))
                                                        (reins-get file 'lines_added) (reins-get file 'lines_removed))
                                                'reins-place (list (reins-text file 'path))))
                                  files))
     (reins-parts--folded "background" (format "Background tasks %d" (length background))
                          (mapcar (lambda (task) (reins-line (or (seq-find #'stringp (list (reins-get task 'description) (reins-get task 'command)
                                                                                           (reins-get task 'id)))
                                                                 "")))
                                  background))
     (reins-parts--folded "servers" "MCP servers"
                          (mapcar (lambda (server) (reins-line (format "%s  %s" (reins-text server 'name) (reins-text server 'status))))
                                  servers))
     (list (reins-node :key "space" :sig t :body (lambda () "\n"))))))

(defun reins-parts--task (task)
  "Return TASK as a line."
  (pcase (reins-get task 'state)
    ("completed" (propertize (concat "✓ " (reins-line (reins-text task 'subject))) 'face 'reins-quiet))
    ("in_progress" (propertize (concat "● " (reins-line (reins-text task 'subject))) 'face 'reins-working))
    (_ (concat "○ " (reins-line (reins-text task 'subject))))))

(defun reins-parts--troubles (view)
  "Return a list with the node of current problems of the session VIEW, if any."
  (let* ((conflict (reins-list view 'conflict)) (retry (reins-get view 'retry))
         (next (reins-get view 'continued_as)) (warning (car (last (reins-list view 'warnings))))
         (lines (delq nil
                      (list (and conflict (format "Two processes run this session (%s).  To send prompts, end one of them."
                                                  (mapconcat #'number-to-string conflict " and ")))
                            (and retry (format "The API is not responding.  Claude is retrying, attempt %s." (reins-get retry 'attempt)))
                            (and next (format "The conversation continues in session %s." (substring next 0 8)))
                            (and (reins-get view 'reading) "Older parts of the conversation are still being read.")
                            (and warning (reins-line (reins-text warning 'message)))))))
    (when lines
      (list (reins-node :key "troubles" :sig lines
                        :body (lambda ()
                                (propertize (concat (mapconcat (lambda (line) (concat "! " line)) lines "\n") "\n")
                                            'face 'reins-failed)))))))

;;; Queue

(defun reins-parts-messages (view)
  "Return the prompts in VIEW that have not been accepted yet, in order."
  (sort (seq-filter (lambda (message) (member (reins-get message 'state) '("queued" "delivered" "failed")))
                    (reins-list view 'messages))
        (lambda (a b) (< (reins-get a 'place) (reins-get b 'place)))))

(defun reins-parts-queue (view)
  "Return the nodes of the prompts in VIEW that wait."
  (append
   (mapcar (lambda (message)
             (reins-node :key (concat "message:" (reins-get message 'message_id))
                         :class 'reins-message-section :data message :sig message
                         :body (lambda ()
                                 (concat (propertize (concat "❯ " (reins-line (reins-text message 'text) 100)) 'face 'reins-prompt)
                                         (propertize (concat "  " (reins-parts--message-state message)) 'face 'reins-quiet) "\n"))))
           (reins-parts-messages view))
   (seq-map-indexed (lambda (text index)
                      (reins-node :key (format "claude-queue:%d" index) :sig text
                                  :body (lambda () (propertize (format "❯ %s  in Claude Code's queue\n" (reins-line text 100))
                                                               'face 'reins-quiet))))
                    (reins-list view 'queue))))

(defun reins-parts--message-state (message)
  "Return what MESSAGE waits for."
  (let ((blocked (reins-get message 'blocked_by)))
    (pcase (reins-get message 'state)
      ("failed" (format "failed: %s" (reins-text message 'error 'message)))
      ("delivered" "sent")
      (_ (cond ((equal blocked "interaction") "waits for your answer")
               (blocked (format "waits for: %s" (replace-regexp-in-string "_" " " blocked)))
               ((equal (reins-get message 'when) "queue") "queued")
               (t "sending"))))))

(provide 'reins-session-parts)
;;; reins-session-parts.el ends here
