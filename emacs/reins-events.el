;;; reins-events.el --- The hub's event stream  -*- lexical-binding: t; -*-

;;; Commentary:

;; One stream carries the events of all sessions, and text while it is being
;; written.  It reconnects forever and continues after the last event it has
;; seen, even in a restarted hub.

;;; Code:

(require 'reins-api)

(defvar reins-events-functions nil
  "Functions called for each event, with its type and its JSON text.
The text is not parsed here, because most events only mean that
something has changed.")

(defvar reins-events-connection-hook nil
  "Hook run when the connection to the hub opens or is lost.")

(defvar reins-events-state nil
  "State of the stream: nil, `connecting', `open' or `lost'.")

(defvar reins-events-problem nil
  "Why the stream is lost, as a message.")

(defconst reins-events-silence 45
  "Seconds without a byte after which the connection counts as dead.
The hub sends a heartbeat every 15 seconds.")

(defvar reins-events--process nil "The curl process of the stream.")
(defvar reins-events--last-id nil "Id of the last event.")
(defvar reins-events--last-byte nil "When the stream last sent something.")
(defvar reins-events--failures 0 "How many attempts have failed in a row.")
(defvar reins-events--timer nil "Timer of the next attempt or check.")

(defun reins-events-start (last-id)
  "Open the stream after the event with LAST-ID."
  (reins-events-stop)
  (setq reins-events--last-id last-id)
  (reins-events--connect))

(defun reins-events-stop ()
  "Close the stream."
  (when reins-events--timer (cancel-timer reins-events--timer))
  (when (process-live-p reins-events--process)
    (set-process-sentinel reins-events--process #'ignore)
    (delete-process reins-events--process))
  (setq reins-events--process nil reins-events--timer nil reins-events-state nil
        reins-events--failures 0))

(defun reins-events--connect ()
  "Open the stream."
  (setq reins-events-state (or reins-events-state 'connecting))
  (condition-case failure
      (let ((hub (reins-hub-find)))
        (reins-hub-prove
         hub (lambda (problem)
               (cond ((null reins-events-state))
                     (problem (reins-events--lost problem))
                     (t (reins-events--open hub))))))
    (reins-error (reins-events--lost (cadr failure)))))

(defun reins-events--open (hub)
  "Start to read the stream of HUB."
  (setq reins-events--last-byte (float-time)
        reins-events--process
        (reins-curl-start
         "reins-events"
         `(("fail" . t) ("write-out" . "\n%{errormsg}")
           ,@(reins-api-options hub "/events" '(("live" "true"))
                                (and reins-events--last-id
                                     (list (concat "Last-Event-ID: " reins-events--last-id)))))
         :buffer (get-buffer-create " *reins-events*" t)
         :filter #'reins-events--filter
         :sentinel #'reins-events--sentinel))
  (with-current-buffer (process-buffer reins-events--process) (erase-buffer))
  (setq reins-events--timer (run-at-time 15 15 #'reins-events--check)))

(defun reins-events--check ()
  "End a connection that has been silent for too long."
  (when (and (process-live-p reins-events--process)
             (> (- (float-time) reins-events--last-byte) reins-events-silence))
    (delete-process reins-events--process)))

(defun reins-events--filter (process text)
  "Read TEXT from PROCESS and report its complete events."
  (setq reins-events--last-byte (float-time))
  (unless (eq reins-events-state 'open)
    (setq reins-events-state 'open reins-events--failures 0 reins-events-problem nil)
    (run-hooks 'reins-events-connection-hook))
  (with-current-buffer (process-buffer process)
    (goto-char (point-max))
    (let ((from (max (point-min) (1- (point)))))
      (insert text)
      (goto-char from))
    (let ((start (point-min)))
      (while (search-forward "\n\n" nil t)
        (reins-events--frame (buffer-substring-no-properties start (- (point) 2)))
        (setq start (point)))
      (delete-region (point-min) start))))

(defun reins-events--frame (frame)
  "Report the event in FRAME."
  (let (type data)
    (dolist (line (split-string frame "\n"))
      (cond ((string-prefix-p "id:" line)
             (setq reins-events--last-id (string-trim (substring line 3))))
            ((string-prefix-p "event:" line) (setq type (string-trim (substring line 6))))
            ((string-prefix-p "data:" line)
             (setq data (concat data (and data "\n") (string-trim-left (substring line 5)))))))
    (when (and type data)
      (with-demoted-errors "Reins: %S"
        (run-hook-with-args 'reins-events-functions type data)))))

(defun reins-events--sentinel (process _change)
  "Reconnect after PROCESS has ended."
  (when (and (eq process reins-events--process) (not (process-live-p process)))
    (reins-events--lost
     (with-current-buffer (process-buffer process)
       (let ((reason (string-trim (buffer-string))))
         (if (string-empty-p reason) "The connection to the hub is lost" reason))))))

(defun reins-events--lost (problem)
  "Note PROBLEM and try again later."
  (when reins-events--timer (cancel-timer reins-events--timer))
  (setq reins-events-state 'lost reins-events-problem problem
        reins-events--failures (1+ reins-events--failures)
        reins-events--timer (run-at-time (min 10 (* 0.5 (expt 2 (min 5 reins-events--failures)))) nil
                                         #'reins-events--connect))
  (run-hooks 'reins-events-connection-hook))

(provide 'reins-events)
;;; reins-events.el ends here
