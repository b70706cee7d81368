;;; reins-steer.el --- Changing, ending and continuing sessions  -*- lexical-binding: t; -*-

;;; Commentary:

;; Commands that act on a session, and their menu.

;;; Code:

(require 'transient)
(require 'reins-session)

(defun reins-steer-id ()
  "Return the id of the session of this buffer or at point, or ask for one."
  (or (reins-session-at-point)
      (progn (reins-store-start) (reins-session-read-id "Session: "))))

(defun reins-steer--can (id capability)
  "Signal an error unless the session with ID has CAPABILITY."
  (let ((session (reins-store-session id)))
    (unless (or (null session) (member capability (reins-list session 'capabilities)))
      (user-error "This session cannot do that now (%s)" (replace-regexp-in-string "_" " " capability)))))

(defun reins-steer--changed (done)
  "Return a function that shows DONE and stores the changed session."
  (lambda (session)
    (reins-store-put session)
    (message "%s" done)))

(defun reins-interrupt (id)
  "Interrupt what Claude is doing in the session with ID."
  (interactive (list (reins-steer-id)))
  (reins-steer--can id "interrupt")
  (reins-api "POST" (format "/sessions/%s/interrupt" id)
             :on-success (reins-steer--changed "Interrupted")))

(defun reins-steer--patch (id change done)
  "Apply CHANGE, an alist, to the session with ID and show DONE."
  (reins-api "PATCH" (format "/sessions/%s" id) :body change :on-success (reins-steer--changed done)))

(defun reins-set-mode (id mode)
  "Set the permission mode of the session with ID to MODE."
  (interactive
   (let ((id (reins-steer-id)))
     (reins-steer--can id "set_mode")
     (list id (car (rassoc (completing-read "Mode: " (mapcar #'cdr reins-words-modes) nil t) reins-words-modes)))))
  (reins-steer--patch id `((permission_mode . ,mode)) (format "Mode: %s" (reins-mode-name mode))))

(defun reins-set-model (id model)
  "Set the model of the session with ID to MODEL."
  (interactive
   (let ((id (reins-steer-id)))
     (reins-steer--can id "set_model")
     (list id (completing-read "Model: " (reins-steer-models)))))
  (reins-steer--patch id `((model . ,model)) (format "Model: %s" model)))

(defun reins-steer-models ()
  "Return the models to choose from."
  (seq-uniq (append '("opus" "fable" "sonnet" "haiku")
                    (seq-filter (lambda (model) (string-prefix-p "claude-" model))
                                (mapcar (lambda (session) (reins-text session 'model)) (reins-store-sessions))))))

(defun reins-rename (id name)
  "Rename the session with ID to NAME."
  (interactive (let ((id (reins-steer-id)))
                 (list id (read-string "Name: " (reins-text (reins-store-session id) 'title)))))
  (reins-steer--patch id `((name . ,name)) (format "Renamed to %s" name)))

(defun reins-toggle-relay (id)
  "Switch the relay of messages to the terminal session with ID on or off."
  (interactive (list (reins-steer-id)))
  (reins-api "GET" (format "/sessions/%s" id) :query '(("limit" "0"))
             :on-success (lambda (view)
                           (let ((is-on (reins-get view 'relay)))
                             (reins-steer--patch id `((relay . ,(if is-on :false t)))
                                                 (if is-on "Relay is off" "Relay is on"))))))

(defun reins-end (id)
  "End the process of the session with ID.  Its history is kept."
  (interactive (list (reins-steer-id)))
  (let ((session (reins-store-session id)))
    (when (yes-or-no-p (if (equal (reins-get session 'driver) "external")
                           (format "You started this session outside of Reins.  Ending it stops its process (%s).  End it? "
                                   (or (reins-get session 'pid) "unknown"))
                         (format "End \"%s\"? " (reins-title session))))
      (reins-api "DELETE" (format "/sessions/%s" id) :on-success (reins-steer--changed "Ended")))))

;;; Starting

(defun reins-steer-start (path body done)
  "Start a run with a POST of BODY to PATH, show DONE and open the session.
The session is not opened if you are in another buffer by then.  Ask
about a folder that is not trusted, and about losses of a takeover."
  (let ((here (window-buffer)))
    (reins-api "POST" path :body body
               :on-success (lambda (session)
                             (reins-store-put session)
                             (message "%s: %s" done (reins-title session))
                             (when (eq here (window-buffer))
                               (reins-session-open (reins-get session 'session_id))))
               ;; Questions are asked from a timer, not while output is being read.
               :on-error (lambda (failure) (run-at-time 0 nil #'reins-steer--ask path body done failure)))))

(defun reins-steer--ask (path body done failure)
  "Ask what FAILURE of a POST of BODY to PATH needs, and try again with DONE."
  (pcase (reins-get failure 'code)
    ("folder_not_trusted"
     (when (y-or-n-p (format "The folder %s is not trusted yet.  Claude Code runs the hooks and applies the settings it finds there.  Trust it? "
                             (reins-text failure 'details 'folder)))
       (reins-steer-start path `((trust . t) ,@body) done)))
    ("takeover_needs_force"
     (when (yes-or-no-p (format "This would be lost: %s.  Take over anyway? "
                                (mapconcat (lambda (loss) (if (stringp loss) loss (reins-text loss 'description)))
                                           (reins-list failure 'details 'lost) "; ")))
       (reins-steer-start path `((force . t) ,@body) done)))
    (_ (reins-api-show-error failure))))

(defun reins-resume (id)
  "Resume the ended session with ID."
  (interactive (list (reins-steer-id)))
  (reins-steer--can id "resume")
  (reins-steer-start (format "/sessions/%s/resume" id) nil "Resumed"))

(defun reins-fork (id)
  "Copy the session with ID to a new one."
  (interactive (list (reins-steer-id)))
  (reins-steer--can id "fork")
  (reins-steer-start (format "/sessions/%s/fork" id) nil "Forked"))

(defun reins-takeover (id)
  "End the process that serves the session with ID and continue it under the hub."
  (interactive (list (reins-steer-id)))
  (reins-steer--can id "takeover")
  (reins-steer-start (format "/sessions/%s/takeover" id) nil "Taken over"))

(defun reins-continue (folder)
  "Resume the newest session in FOLDER."
  (interactive "DContinue in folder: ")
  (reins-steer-start "/sessions" `((cwd . ,(directory-file-name (expand-file-name folder))) (continue . t)) "Continued"))

;;; Queue

(defun reins-queue (id)
  "Edit, remove, move, steer or send now a queued prompt of the session with ID."
  (interactive (list (reins-steer-id)))
  (reins-api "GET" (format "/sessions/%s/queue" id)
             :on-success (lambda (answer)
                           (let ((messages (reins-list answer 'items)))
                             (if messages
                                 (run-at-time 0 nil #'reins-queue--act id messages)
                               (message "The queue is empty"))))))

(defun reins-queue--act (id messages)
  "Ask what to do with one of MESSAGES of the session with ID."
  (let* ((choices (seq-map-indexed (lambda (message index)
                                     (cons (format "%d %s" (1+ index) (reins-line (reins-text message 'text) 60)) message))
                                   messages))
         (message (if (cdr choices)
                      (cdr (assoc (completing-read "Prompt: " choices nil t) choices))
                    (cdar choices)))
         (path (format "/sessions/%s/queue/%s" id (reins-get message 'message_id)))
         (patch (lambda (change) (reins-api "PATCH" path :body change :on-success (lambda (_) (message "Changed"))))))
    (pcase (car (read-multiple-choice (format "\"%s\"" (reins-line (reins-text message 'text) 50))
                                      '((?e "edit") (?d "remove") (?f "move to the front") (?s "steer now") (?n "interrupt and send"))))
      (?e (funcall patch `((text . ,(read-string "Prompt: " (reins-text message 'text))))))
      (?d (reins-api "DELETE" path :on-success (lambda (_) (message "Removed"))))
      (?f (funcall patch `((before . ,(reins-get (car messages) 'message_id)))))
      (?s (funcall patch '((when . "steer"))))
      (?n (funcall patch '((when . "now")))))))

;;; Menu

(transient-define-prefix reins-session-menu ()
  "Act on the session of this buffer or at point."
  [["Prompt"
    ("c" "Write a prompt" reins-prompt)
    ("x" "Interrupt" reins-interrupt)
    ("u" "Queue" reins-queue)]
   ["Change"
    ("m" "Mode" reins-set-mode)
    ("o" "Model" reins-set-model)
    ("n" "Name" reins-rename)
    ("l" "Relay to the terminal" reins-toggle-relay)]
   ["Run"
    ("r" "Resume" reins-resume)
    ("f" "Fork into a new session" reins-fork)
    ("t" "Take over from the terminal" reins-takeover)
    ("e" "End this session" reins-end)]])

(provide 'reins-steer)
;;; reins-steer.el ends here
