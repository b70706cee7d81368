;;; reins-store.el --- Sessions and requests of the hub  -*- lexical-binding: t; -*-

;;; Commentary:

;; Keeps the list of sessions and the inbox up to date.  An event only marks
;; what has changed; a moment later that part is read again.  So the state
;; is always what the hub reports, and no event needs to be understood.

;;; Code:

(require 'reins-events)

(defvar reins-store-hook nil
  "Hook run when the sessions, the inbox or the connection have changed.")

(defvar reins-store-session-functions nil
  "Functions called with the ids of sessions in which something happened.
The argument is t if it can be any session.")

(defvar reins-store-delta-functions nil
  "Functions called with an alist for each piece of text being written.")

(defvar reins-store-request-functions nil
  "Functions called with each new request.")

(defvar reins-store-watched (make-hash-table :test #'equal)
  "Ids of sessions whose text is shown while it is being written.")

(defvar reins-store--sessions (make-hash-table :test #'equal)
  "Sessions by id.")

(defvar reins-store--requests nil "Open requests, oldest first.")
(defvar reins-store-more nil "Where the next page of older sessions starts, or nil.")

(defvar reins-store--changed nil "Ids of sessions to read again.")
(defvar reins-store--is-inbox-old nil "Whether to read the inbox again.")
(defvar reins-store--timer nil "Timer of the next update.")
(defvar reins-store--reads 0 "How many responses to updates are awaited.")
(defvar reins-store--is-started nil "Whether the store follows the hub.")

(defconst reins-store--page 100 "How many sessions to list at a time.")

(defun reins-store-sessions ()
  "Return all known sessions except archived ones, most recent activity first."
  (sort (seq-remove (lambda (session) (reins-get session 'archived))
                    (hash-table-values reins-store--sessions))
        (lambda (a b)
          (string> (reins-text a 'last_activity_at) (reins-text b 'last_activity_at)))))

(defun reins-store-session (id)
  "Return the session with ID, or nil."
  (gethash id reins-store--sessions))

(defun reins-store-put (session)
  "Store SESSION, as returned by a call."
  (when-let ((id (reins-get session 'session_id)))
    (puthash id session reins-store--sessions)
    (run-hooks 'reins-store-hook)))

(defun reins-store-requests (&optional session-id)
  "Return the open requests, oldest first, of all sessions or of SESSION-ID."
  (if session-id
      (seq-filter (lambda (request) (equal (reins-get request 'session_id) session-id))
                  reins-store--requests)
    reins-store--requests))

(defun reins-store-terminal-waits ()
  "Return the sessions that only their terminal can answer.
These wait for a person, but not for a request that can be answered
here: a trust dialog, a login and the like."
  (seq-filter (lambda (session)
                (and (equal (reins-get session 'status) "waiting")
                     (zerop (or (reins-get session 'open_interactions) 0))))
              (reins-store-sessions)))

(defun reins-store-request (id)
  "Return the open request with ID, or nil."
  (seq-find (lambda (request) (equal (reins-get request 'id) id)) reins-store--requests))

(defun reins-store-drop-request (id)
  "Remove the request with ID, which has been answered."
  (setq reins-store--requests
        (seq-remove (lambda (request) (equal (reins-get request 'id) id)) reins-store--requests))
  (run-hooks 'reins-store-hook))

;;; Following the hub

(defun reins-store-start ()
  "Follow the hub, unless that is already the case."
  (unless reins-store--is-started
    (setq reins-store--is-started t)
    (add-hook 'reins-events-functions #'reins-store--note)
    (add-hook 'reins-events-connection-hook #'reins-store--connection-changed)
    (reins-store--begin)))

(defun reins-store-stop ()
  "Stop following the hub and forget everything about it."
  (setq reins-store--is-started nil reins-store--requests nil reins-store-more nil
        reins-store--changed nil)
  (when reins-store--timer (cancel-timer reins-store--timer))
  (setq reins-store--timer nil)
  (clrhash reins-store--sessions)
  (remove-hook 'reins-events-functions #'reins-store--note)
  (remove-hook 'reins-events-connection-hook #'reins-store--connection-changed)
  (reins-events-stop)
  (run-hooks 'reins-store-hook))

(defun reins-store--begin ()
  "List the sessions, then follow what happens after that."
  (when reins-store--is-started
    (reins-store-read
     (lambda (answer) (reins-events-start (reins-get answer 'last_event_id)))
     (lambda (failure)
       (setq reins-events-state 'lost reins-events-problem (reins-text failure 'message))
       (run-hooks 'reins-store-hook)
       (run-at-time 2 nil #'reins-store--begin)))))

(defun reins-store-read (&optional on-success on-error)
  "Read the newest sessions and the inbox.
ON-SUCCESS and ON-ERROR are as for `reins-api'."
  (reins-api "GET" "/sessions" :query `(("limit" ,reins-store--page) ("archived" "false"))
             :on-success (lambda (answer)
                           (reins-store--add answer)
                           (setq reins-store-more (reins-get answer 'next_cursor))
                           (when on-success (funcall on-success answer)))
             :on-error on-error)
  (reins-store--read-inbox))

(defun reins-store-read-more ()
  "Read the next page of older sessions."
  (when reins-store-more
    (reins-api "GET" "/sessions"
               :query `(("limit" ,reins-store--page) ("archived" "false") ("cursor" ,reins-store-more))
               :on-success (lambda (answer)
                             (reins-store--add answer)
                             (setq reins-store-more (reins-get answer 'next_cursor))
                             (run-hooks 'reins-store-hook)))))

(defun reins-store--add (answer)
  "Store the sessions in ANSWER."
  (dolist (session (reins-list answer 'items))
    (puthash (reins-get session 'session_id) session reins-store--sessions))
  (run-hooks 'reins-store-hook))

(defun reins-store--read-inbox ()
  "Read the open requests."
  (reins-store--get "/interactions" '(("state" "open")) #'reins-store--put-inbox))

(defun reins-store--get (path query on-success)
  "Read PATH with QUERY and pass the response to ON-SUCCESS."
  (cl-incf reins-store--reads)
  (reins-api "GET" path :query query
             :on-success (lambda (answer)
                           (cl-decf reins-store--reads)
                           (funcall on-success answer))
             :on-error (lambda (_failure) (cl-decf reins-store--reads))))

(defun reins-store--put-inbox (answer)
  "Store the open requests in ANSWER and report new ones."
  (let ((known (mapcar (lambda (request) (reins-get request 'id)) reins-store--requests)))
    (setq reins-store--requests (reins-list answer 'items))
    (run-hooks 'reins-store-hook)
    (dolist (request reins-store--requests)
      (unless (member (reins-get request 'id) known)
        (run-hook-with-args 'reins-store-request-functions request)))))

(defun reins-store--connection-changed ()
  "Read everything again after a reconnect."
  (when (eq reins-events-state 'open)
    (reins-store-read)
    (run-hook-with-args 'reins-store-session-functions t))
  (run-hooks 'reins-store-hook))

(defun reins-store--note (type data)
  "Mark what the event of TYPE with the JSON text DATA changes."
  (let ((id (and (string-match "\"session_id\":\"\\([^\"]+\\)\"" data) (match-string 1 data))))
    (cond
     ((member type '("text_delta" "thinking_delta"))
      (when (gethash id reins-store-watched)
        (run-hook-with-args 'reins-store-delta-functions (reins-parse data))))
     ((equal type "reset") (reins-store--connection-changed))
     (id
      (cl-pushnew id reins-store--changed :test #'equal)
      (when (string-prefix-p "interaction_" type) (setq reins-store--is-inbox-old t))
      (unless reins-store--timer
        (setq reins-store--timer
              (run-at-time reins-refresh-delay nil #'reins-store--update)))))))

(defun reins-store--update ()
  "Read again what has changed.
Only one update runs at a time: an older response that is handled
after a newer one would replace it."
  (if (> reins-store--reads 0)
      (setq reins-store--timer (run-at-time reins-refresh-delay nil #'reins-store--update))
    (let ((ids reins-store--changed))
      (setq reins-store--timer nil reins-store--changed nil)
      (when ids
        (reins-store--get "/sessions" `(("ids" ,(string-join (seq-take ids 500) ",")))
                          #'reins-store--add))
      (when reins-store--is-inbox-old
        (setq reins-store--is-inbox-old nil)
        (reins-store--read-inbox))
      (run-hook-with-args 'reins-store-session-functions ids))))

(provide 'reins-store)
;;; reins-store.el ends here
