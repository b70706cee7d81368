;;; reins-session.el --- A session's conversation  -*- lexical-binding: t; -*-

;;; Commentary:

;; The buffer of a session: its turns, subagents, tasks and changed files, the
;; text that Claude is writing, pending requests and the queue.  Only the
;; newest part of the conversation is loaded, and read again when something has
;; happened; earlier parts are loaded on demand.

;;; Code:

(require 'reins-buffer)
(require 'reins-session-parts)
(require 'reins-turns)

(declare-function reins-session-menu "reins-steer" ())
(declare-function reins-interrupt "reins-steer" (id))
(declare-function reins-queue "reins-steer" (id))

(defvar-local reins-session-id nil "Id of the session in this buffer.")
(defvar-local reins-session-view nil "The session as the hub last reported it, without its turns.")
(defvar-local reins-session--turns nil "The loaded turns, oldest first.")
(defvar-local reins-session--older nil "Where the next older page starts, or nil.")
(defvar-local reins-session--is-past nil "Non-nil if the newest part is not loaded.")
(defvar-local reins-session--threads nil "Conversations of subagents: (STATE . TURNS) by id.")
(defvar-local reins-session--cache nil "Nodes of items by key.")
(defvar-local reins-session--writing nil "The text being written: (ITEM . TEXT).")
(defvar-local reins-session--loading nil "Non-nil while the view is read; `again' to repeat it.")
(defvar-local reins-session--is-stale nil "Non-nil if something happened while the buffer was not shown.")
(defvar-local reins-session--problem nil "Why the session could not be read.")
(defvar-local reins-session--timer nil "Timer that shows new text.")

(defvar reins-session-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map reins-buffer-mode-map)
    (define-key map "g" #'reins-session-refresh)
    (define-key map "+" #'reins-session-earlier)
    (define-key map "G" #'reins-session-end)
    (define-key map "m" #'reins-session-menu)
    (define-key map "x" #'reins-interrupt)
    (define-key map "u" #'reins-queue)
    (define-key map "f" #'reins-session-file)
    map)
  "Keys in the buffer of a session.")

(define-derived-mode reins-session-mode reins-buffer-mode "Reins-Session"
  "Major mode that shows a session of Claude Code.

\\{reins-session-mode-map}

On a request:

\\{reins-request-map}"
  ;; New text at the end scrolls by lines, not by half a screen.
  (setq-local scroll-conservatively 101)
  (setq reins-session--threads (make-hash-table :test #'equal)
        reins-session--cache (make-hash-table :test #'equal))
  (add-hook 'kill-buffer-hook (lambda () (remhash reins-session-id reins-store-watched)) nil t)
  (add-hook 'window-buffer-change-functions #'reins-session--shown nil t)
  (add-hook 'window-size-change-functions #'reins-session--shown nil t)
  (add-hook 'reins-store-hook #'reins-session--redraw-all)
  (add-hook 'reins-store-session-functions #'reins-session--changed)
  (add-hook 'reins-store-delta-functions #'reins-session--write))

(defun reins-session-buffer (id)
  "Return the buffer of the session with ID, or nil."
  (seq-find (lambda (buffer) (equal (buffer-local-value 'reins-session-id buffer) id)) (buffer-list)))

(defun reins-session-open (id)
  "Show the session with ID."
  (interactive (list (reins-session-read-id "Session: ")))
  (let ((buffer (or (reins-session-buffer id) (reins-session--make id))))
    (pop-to-buffer-same-window buffer)
    (reins-store-start)))

(defun reins-session--make (id)
  "Return a new buffer for the session with ID."
  (with-current-buffer (generate-new-buffer (format "*reins: %s*" (reins-title (reins-store-session id))))
    (reins-session-mode)
    (setq reins-session-id id)
    (puthash id t reins-store-watched)
    (reins-session--redraw)
    (goto-char (point-max))
    (reins-session-refresh)
    (current-buffer)))

(defun reins-session-read-id (prompt)
  "Ask for a session with PROMPT and return its id.
Sessions of the current project come first."
  (let* ((here (expand-file-name default-directory))
         (sessions (reins-store-sessions))
         (near (seq-filter (lambda (session)
                             (let ((cwd (reins-text session 'cwd)))
                               (and (not (string-empty-p cwd))
                                    (string-prefix-p (file-name-as-directory cwd) here))))
                           sessions))
         (choices (mapcar (lambda (session)
                            (cons (format "%s  %s  %s" (reins-title session) (reins-project (reins-text session 'cwd))
                                          (substring (reins-get session 'session_id) 0 8))
                                  (reins-get session 'session_id)))
                          (append near (seq-difference sessions near #'eq)))))
    (unless choices (user-error "There are no sessions yet.  Start one with M-x reins-new"))
    (cdr (assoc (completing-read prompt choices nil t nil nil (caar choices)) choices))))

(defun reins-session-at-point ()
  "Return the id of the session of this buffer or at point, or nil."
  (or reins-session-id
      (and (derived-mode-p 'reins-buffer-mode)
           (or (reins-get (reins-tree-data 'reins-session-section) 'session_id)
               (reins-get (reins-tree-data 'reins-request-section) 'session_id)))
      (and reins-request-current
           (reins-get (reins-store-request reins-request-current) 'session_id))))

;;; Reading

(defun reins-session-refresh ()
  "Read the session again."
  (interactive)
  (if reins-session--loading
      (setq reins-session--loading 'again)
    (setq reins-session--loading t reins-session--is-stale nil)
    (let ((buffer (current-buffer)))
      (reins-api "GET" (concat "/sessions/" reins-session-id)
                 :query `(("limit" ,reins-page-items))
                 :on-success (lambda (view)
                               (reins-session--in buffer #'reins-session--put view))
                 :on-error (lambda (failure)
                             (reins-session--in buffer #'reins-session--fail failure))))))

(defun reins-session--in (buffer function &rest arguments)
  "Call FUNCTION with ARGUMENTS in BUFFER, if that still exists."
  (when (buffer-live-p buffer)
    (with-current-buffer buffer (apply function arguments))))

(defun reins-session--fail (failure)
  "Show FAILURE of reading the session."
  (setq reins-session--loading nil reins-session--problem (reins-text failure 'message))
  (reins-session--redraw))

(defun reins-session--put (view)
  "Show VIEW, as the hub reports it."
  (let ((is-again (eq reins-session--loading 'again)))
    (unless reins-session--is-past
      (pcase-setq `(,reins-session--turns . ,reins-session--older)
                  (reins-turns-merge reins-session--turns reins-session--older
                                     (reins-list view 'turns) (reins-get view 'older_before)))
      (reins-session--drop-oldest))
    (setq reins-session-view (assq-delete-all 'turns view)
          reins-session--loading nil
          reins-session--problem nil
          reins-session--writing (when-let ((item (reins-get view 'streaming_item)))
                                   (cons item (reins-text view 'streaming_text))))
    (when (file-directory-p (reins-text view 'cwd))
      (setq default-directory (file-name-as-directory (reins-text view 'cwd))))
    (rename-buffer (format "*reins: %s*" (reins-line (reins-title view) 50)) t)
    (reins-session--renew-threads)
    (reins-session--redraw)
    ;; It may have changed after this was asked for, and before the buffer came into view.
    (when (or is-again (and reins-session--is-stale (get-buffer-window nil t)))
      (reins-session-refresh))))

(defun reins-session--drop-oldest ()
  "Drop the oldest items of a long buffer, unless you are reading there."
  (when (and (eobp) (> (reins-turns-count reins-session--turns) (+ reins-most-items reins-page-items)))
    (setq reins-session--turns (reins-turns-keep-newest reins-session--turns reins-most-items)
          reins-session--older (reins-turns-start reins-session--turns))))

(defun reins-session-earlier ()
  "Load an earlier part of the conversation."
  (interactive)
  (unless reins-session--older (user-error "This is the start of the conversation"))
  (let ((buffer (current-buffer)) (before reins-session--older))
    (message "Loading…")
    (reins-api "GET" (format "/sessions/%s/turns" reins-session-id)
               :query `(("limit" ,(min 500 (* 2 reins-page-items))) ("before" ,before))
               :on-success
               (lambda (page)
                 (reins-session--in
                  buffer (lambda ()
                           (when (equal before reins-session--older)
                             (setq reins-session--turns (reins-turns-prepend (reins-list page 'turns) reins-session--turns)
                                   reins-session--older (reins-get page 'older_before))
                             (when (> (reins-turns-count reins-session--turns) reins-most-items)
                               (setq reins-session--turns (reins-turns-keep-oldest reins-session--turns reins-most-items)
                                     reins-session--is-past t))
                             (reins-session--redraw)
                             (message nil))))))))

(defun reins-session--changed (ids)
  "Read the sessions with IDS again if they are shown; t stands for all."
  (dolist (buffer (buffer-list))
    (let ((id (buffer-local-value 'reins-session-id buffer)))
      (when (and id (or (eq ids t) (member id ids)))
        (with-current-buffer buffer
          (if (get-buffer-window buffer t)
              (reins-session-refresh)
            (setq reins-session--is-stale t)))))))

(defun reins-session--shown (_window)
  "Update a session that comes into view or changes its width."
  (if reins-session--is-stale (reins-session-refresh) (reins-session--redraw)))

(defun reins-session--thread (id)
  "Return the loaded conversation of the subagent with ID, or nil."
  (cdr (gethash id reins-session--threads)))

(defun reins-session--load-thread (id)
  "Load the conversation of the subagent with ID."
  (let ((buffer (current-buffer)) (state (reins-session--agent-state id)))
    (puthash id (cons state (reins-session--thread id)) reins-session--threads)
    (reins-api "GET" (format "/sessions/%s/turns" reins-session-id)
               :query `(("agent" ,id) ("limit" "500"))
               :on-success (lambda (page)
                             (reins-session--in
                              buffer (lambda ()
                                       (puthash id (cons state (reins-list page 'turns)) reins-session--threads)
                                       (reins-session--redraw)))))))

(defun reins-session--agent-state (id)
  "Return the progress of the subagent with ID."
  (let ((agent (seq-find (lambda (agent) (equal (reins-get agent 'agent_id) id))
                         (reins-list reins-session-view 'agents))))
    (list (reins-get agent 'tool_calls) (reins-get agent 'state))))

(defun reins-session--renew-threads ()
  "Reload the conversations of subagents that have continued."
  (maphash (lambda (id known)
             (unless (equal (car known) (reins-session--agent-state id))
               (reins-session--load-thread id)))
           reins-session--threads))

;;; Text being written

(defun reins-session--write (delta)
  "Add DELTA, a piece of text, to its session."
  (when-let ((buffer (and (equal (reins-get delta 'type) "text_delta")
                          (reins-session-buffer (reins-get delta 'session_id)))))
    (with-current-buffer buffer
      (let* ((item (reins-get delta 'item))
             (known (if (equal item (car reins-session--writing)) (cdr reins-session--writing) ""))
             (offset (min (reins-get delta 'offset) (length known))))
        (setq reins-session--writing (cons item (concat (substring known 0 offset) (reins-text delta 'text))))
        (unless reins-session--timer
          (setq reins-session--timer
                (run-at-time 0.1 nil #'reins-session--in buffer
                             (lambda ()
                               (setq reins-session--timer nil)
                               (reins-session--redraw)))))))))

;;; Display

(defun reins-session--redraw-all ()
  "Update the buffers of sessions that are shown."
  (dolist (buffer (buffer-list))
    (when (and (buffer-local-value 'reins-session-id buffer) (get-buffer-window buffer t))
      (with-current-buffer buffer (reins-session--redraw)))))

(defun reins-session--redraw ()
  "Update the current buffer."
  (reins-tree-update (reins-session-nodes))
  (setq header-line-format (reins-session-header (or reins-session-view (reins-store-session reins-session-id)))))

(defun reins-session--context ()
  "Return the context of the items of this session."
  (let* ((view reins-session-view)
         (requests (reins-store-requests reins-session-id)))
    (make-reins-context
     :cwd (reins-text view 'cwd)
     :asking (mapcar (lambda (request) (reins-get request 'tool_use_id)) requests)
     :answers (reins-parts-answers view)
     :busy (member (reins-get view 'status) '("working" "waiting"))
     :agents (reins-list view 'agents)
     :thread #'reins-session--thread
     :load #'reins-session--load-thread
     :width (reins-buffer-width)
     :cache reins-session--cache)))

(defun reins-session-nodes ()
  "Return the nodes of this session."
  (let ((context (reins-session--context)) (view reins-session-view))
    (append
     (reins-buffer-connection-node)
     (and reins-session--problem
          (list (reins-node :key "problem" :sig reins-session--problem
                            :body (lambda () (propertize (concat "! " reins-session--problem "\n\n") 'face 'reins-failed)))))
     (if view
         (reins-parts-head view)
       (list (reins-node :key "loading" :sig t :body (lambda () (propertize "Loading…\n" 'face 'reins-quiet)))))
     (and reins-session--older
          (list (reins-node :key "earlier" :sig t
                            :body (lambda () (propertize "+ loads the earlier conversation\n\n" 'face 'reins-quiet)))))
     (mapcar (lambda (turn) (reins-items-turn turn context)) reins-session--turns)
     (if reins-session--is-past
         (list (reins-node :key "later" :sig t
                           :body (lambda () (propertize "G returns to the newest part of the conversation\n\n" 'face 'reins-quiet))))
       (reins-session--writing-node))
     (mapcar (lambda (request) (reins-request-node request (reins-context-width context)))
             (reins-store-requests reins-session-id))
     (and view (reins-parts-queue view)))))

(defun reins-session--writing-node ()
  "Return a list with the node of the text being written, if there is one."
  (pcase-let ((`(,item . ,text) reins-session--writing))
    (when (and text (not (string-empty-p text)) (not (gethash (concat "item:" item) reins-session--cache)))
      (list (reins-node :key "writing" :sig text
                        :body (lambda () (concat (string-trim (reins-markdown text)) (propertize "▍" 'face 'reins-working) "\n")))))))

(defun reins-session-end ()
  "Go to the end of the conversation, and follow it."
  (interactive)
  (when reins-session--is-past
    (setq reins-session--is-past nil reins-session--turns nil reins-session--older nil)
    (reins-session-refresh))
  (goto-char (point-max)))

(defun reins-session-file ()
  "Visit a file that the session has changed."
  (interactive)
  (let ((files (mapcar (lambda (file) (cons (reins-path (reins-text file 'path) (reins-text reins-session-view 'cwd))
                                            (reins-text file 'path)))
                       (reins-list reins-session-view 'files))))
    (unless files (user-error "This session has not changed any files"))
    (reins-visit-file (cdr (assoc (completing-read "Changed file: " files nil t) files)) nil)))

(provide 'reins-session)
;;; reins-session.el ends here
