;;; reins.el --- Watch, answer and steer Claude Code sessions  -*- lexical-binding: t; -*-

;; Copyright (C) 2026 The Reins authors

;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1") (magit-section "3.3.0") (transient "0.3.7"))
;; Keywords: tools, processes
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; A front end for Reins, a self-hosted hub for Claude Code.  M-x reins shows
;; pending requests and all sessions; M-x reins-prompt sends a prompt from any
;; buffer; `reins-mode' shows the number of requests in the mode line.
;; The documentation is in docs/emacs.md of the repository.

;;; Code:

(require 'reins-custom)
(require 'reins-overview)
(require 'reins-session)
(require 'reins-request-buffer)
(require 'reins-question)
(require 'reins-edit)
(require 'reins-plan)
(require 'reins-prompt)
(require 'reins-steer)
(require 'reins-new)

(declare-function notifications-notify "notifications" (&rest params))

;;;###autoload
(defun reins ()
  "Show pending requests and sessions of the hub."
  (interactive)
  (reins-overview))

(defun reins-disconnect ()
  "Disconnect from the hub, for example after `reins-url' has changed."
  (interactive)
  (reins-store-stop)
  (message "Disconnected from the hub"))

(defun reins-next-request ()
  "Show the oldest pending request; if this buffer shows it, the next one."
  (interactive)
  (reins-store-start)
  (let* ((requests (reins-store-requests))
         (rest (cdr (seq-drop-while (lambda (request) (not (equal (reins-get request 'id) reins-request-current)))
                                    requests)))
         (request (or (car rest) (car requests))))
    (cond ((null request) (message "Nothing is waiting for you"))
          ((equal (reins-get request 'kind) "plan") (reins-plan-open request))
          (t (reins-request-open request)))))

;;;###autoload (autoload 'reins-dispatch "reins" nil t)
(transient-define-prefix reins-dispatch ()
  "Commands of Reins."
  [["Go to"
    ("o" "Overview" reins)
    ("i" "Next request" reins-next-request)
    ("s" "Session" reins-session-open)]
   ["Prompt"
    ("c" "Write a prompt" reins-prompt)
    ("N" "New session" reins-new)
    ("m" "This session" reins-session-menu)]
   ["Request at point" :if reins--is-request
    ("a" "Allow, approve or answer" reins-allow)
    ("d" "Deny, reject or skip" reins-deny)
    ("w" "Deny with a reason" reins-deny-with-reason)
    ("e" "Edit" reins-edit)
    ("x" "Deny and stop" reins-deny-and-stop)]])

(defun reins--is-request ()
  "Return non-nil if there is a request at point."
  (and (derived-mode-p 'reins-buffer-mode)
       (ignore-errors (reins-request-at-point))))

;;; Mode line and notifications

(defvar reins-mode-line "" "What `reins-mode' shows in the mode line.")
(put 'reins-mode-line 'risky-local-variable t)

(defvar reins--mode-line-map
  (let ((map (make-sparse-keymap)))
    (define-key map [mode-line mouse-1] #'reins-next-request)
    map)
  "Keys on the number of requests in the mode line.")

(defun reins--update-mode-line ()
  "Show the number of requests in the mode line."
  (let* ((count (length (reins-store-requests)))
         (text (cond ((eq reins-events-state 'lost) (propertize " Reins:?" 'face 'reins-quiet))
                     ((> count 0)
                      (propertize (format " Reins:%d" count) 'face 'reins-waiting 'mouse-face 'mode-line-highlight
                                  'help-echo (format "%s, mouse-1 shows the next one"
                                                     (reins-plural count "pending request" "pending requests"))
                                  'local-map reins--mode-line-map))
                     (t ""))))
    (unless (equal text reins-mode-line)
      (setq reins-mode-line text)
      (force-mode-line-update t))))

(defun reins--notify (request)
  "Report the new REQUEST according to `reins-notify'."
  (let ((title (reins-request-headline request)) (body (reins-request-object request)))
    (pcase reins-notify
      ('message (message "%s: %s" title body))
      ('desktop (condition-case nil
                    (progn (require 'notifications)
                           (notifications-notify :app-name "Reins" :title title :body body))
                  (error (message "%s: %s" title body)))))))

;;;###autoload
(define-minor-mode reins-mode
  "Stay connected to the hub and report pending requests.
The mode line shows how many there are; `reins-notify' chooses how
new ones are reported."
  :global t
  :group 'reins
  (if reins-mode
      (progn
        (add-to-list 'global-mode-string '(:eval reins-mode-line) t)
        (add-hook 'reins-store-hook #'reins--update-mode-line)
        (add-hook 'reins-store-request-functions #'reins--notify)
        (reins-store-start))
    (setq global-mode-string (remove '(:eval reins-mode-line) global-mode-string))
    (remove-hook 'reins-store-hook #'reins--update-mode-line)
    (remove-hook 'reins-store-request-functions #'reins--notify)))

(provide 'reins)
;;; reins.el ends here
