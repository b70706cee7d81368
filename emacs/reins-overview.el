;;; reins-overview.el --- Inbox and sessions  -*- lexical-binding: t; -*-

;;; Commentary:

;; The buffer with pending requests on top and all sessions below, by project
;; and host.  It follows the hub without moving point.

;;; Code:

(require 'reins-buffer)

(declare-function reins-session-open "reins-session" (id))
(declare-function reins-session-menu "reins-steer" ())
(declare-function reins-interrupt "reins-steer" (id))

(defclass reins-session-section (magit-section) ())

(defconst reins-overview-name "*reins*" "Name of the overview buffer.")

(defvar-local reins-overview--filter nil "Text that shown sessions contain, or nil.")

(defvar reins-overview-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map reins-buffer-mode-map)
    (define-key map "g" #'reins-overview-refresh)
    (define-key map "/" #'reins-overview-filter)
    (define-key map "+" #'reins-overview-more)
    (define-key map "m" #'reins-session-menu)
    (define-key map "x" #'reins-interrupt)
    map)
  "Keys in the overview.")

(define-derived-mode reins-overview-mode reins-buffer-mode "Reins"
  "Major mode that shows pending requests and sessions.

\\{reins-overview-mode-map}

On a request:

\\{reins-request-map}"
  (add-hook 'reins-visit-functions #'reins-overview--visit nil t)
  (add-hook 'reins-store-hook #'reins-overview--refresh)
  (add-hook 'window-size-change-functions (lambda (_window) (reins-overview--refresh)) nil t))

(defun reins-overview ()
  "Show pending requests and sessions."
  (interactive)
  (let ((buffer (get-buffer-create reins-overview-name)))
    (with-current-buffer buffer
      (unless (derived-mode-p 'reins-overview-mode) (reins-overview-mode)))
    (pop-to-buffer-same-window buffer)
    (reins-store-start)
    (reins-overview--refresh)
    (when (= (point) (point-max)) (goto-char (point-min)))))

(defun reins-overview-refresh ()
  "Read sessions and requests again."
  (interactive)
  (reins-store-read))

(defun reins-overview-more ()
  "List older sessions."
  (interactive)
  (if reins-store-more (reins-store-read-more) (message "All sessions are listed")))

(defun reins-overview-filter (text)
  "Show only sessions with TEXT in their title, folder or branch."
  (interactive (list (read-string "Sessions that contain (empty for all): " reins-overview--filter)))
  (setq reins-overview--filter (unless (string-blank-p text) (downcase (string-trim text))))
  (reins-overview--refresh))

(defun reins-overview--visit ()
  "Open the session at point."
  (when-let ((session (reins-tree-data 'reins-session-section)))
    (reins-session-open (reins-get session 'session_id))
    t))

;;; Content

(defun reins-overview--refresh ()
  "Update the overview, if it exists."
  (when-let ((buffer (get-buffer reins-overview-name)))
    (with-current-buffer buffer
      (when (derived-mode-p 'reins-overview-mode)
        (reins-tree-update (reins-overview-nodes (reins-buffer-width)))))))

(defun reins-overview-nodes (width)
  "Return the nodes of the overview for lines of WIDTH columns."
  (let ((sessions (seq-filter #'reins-overview--shown-p (reins-store-sessions)))
        (requests (reins-store-requests)))
    (append (reins-buffer-connection-node)
            (list (reins-overview--inbox requests (reins-store-terminal-waits) width))
            (mapcar (lambda (group) (reins-overview--project group width)) (reins-overview-groups sessions))
            (and reins-store-more
                 (list (reins-node :key "more" :sig t
                                   :body (lambda () (propertize "+ lists older sessions\n" 'face 'reins-quiet))))))))

(defun reins-overview--shown-p (session)
  "Return non-nil if SESSION passes the filter."
  (or (null reins-overview--filter)
      (string-search reins-overview--filter
                     (downcase (concat (reins-text session 'title) " " (reins-text session 'cwd) " "
                                       (reins-text session 'git_branch))))))

(defun reins-overview--inbox (requests waits width)
  "Return the node with REQUESTS and WAITS for lines of WIDTH columns.
WAITS are sessions that only their terminal can answer."
  (let ((count (+ (length requests) (length waits))))
    (reins-node
     :key "inbox" :group t :sig (list count)
     :head (lambda ()
             (if (zerop count)
                 (propertize "Nothing is waiting for you" 'face 'reins-quiet)
               (propertize (format "Waiting for you %d" count) 'face 'reins-title)))
     :children (append
                (mapcar (lambda (request)
                          (reins-request-node
                           request width
                           (format "%s  %s" (reins-line (reins-title (reins-store-session (reins-get request 'session_id))) 30)
                                   (reins-age (reins-text request 'opened_at)))
                           t))
                        requests)
                (mapcar (lambda (session) (reins-overview--wait session width)) waits)))))

(defun reins-overview--wait (session width)
  "Return the node of SESSION, which waits in its terminal, in WIDTH columns."
  (let ((words (reins-terminal-wait session))
        (age (reins-age (reins-text session 'last_activity_at))))
    (reins-node
     :key (concat "terminal:" (reins-get session 'session_id))
     :class 'reins-session-section :data session
     :sig (list words (reins-title session) age width)
     :body (lambda ()
             (concat (reins-items-right
                      (concat (propertize "◆ " 'face 'reins-waiting) (propertize words 'face 'reins-waiting))
                      (propertize (format "%s  %s" (reins-line (reins-title session) 30) age) 'face 'reins-quiet)
                      width)
                     "\n")))))

(defun reins-overview-groups (sessions)
  "Return SESSIONS by host and folder, in the order of their activity.
Each group is (HOST CWD IS-NAMED SESSIONS): IS-NAMED is non-nil to
name the host, because there are several."
  (let ((hosts (length (seq-uniq (mapcar (lambda (session) (reins-get session 'host)) sessions))))
        groups)
    (dolist (session sessions)
      (let* ((key (list (reins-text session 'host) (reins-text session 'cwd)))
             (group (assoc key groups)))
        (if group (push session (cdr group)) (push (list key session) groups))))
    (mapcar (lambda (group)
              (list (nth 0 (car group)) (nth 1 (car group)) (> hosts 1) (reverse (cdr group))))
            (reverse groups))))

(defun reins-overview--project (group width)
  "Return the node of GROUP for lines of WIDTH columns."
  (pcase-let ((`(,host ,cwd ,is-named ,sessions) group))
    (reins-node
     :key (format "project:%s:%s" host cwd) :group t :sig (list is-named)
     :head (lambda ()
             (concat (propertize (reins-project cwd) 'face 'reins-title)
                     (propertize (concat "  " (reins-path cwd) (and is-named (concat " on " host))) 'face 'reins-quiet)))
     :children (mapcar (lambda (session) (reins-overview--session session width)) sessions))))

(defun reins-overview--session (session width)
  "Return the node of SESSION for lines of WIDTH columns."
  (let ((age (reins-age (reins-text session 'last_activity_at))))
    (reins-node
     :key (concat "session:" (reins-get session 'session_id))
     :class 'reins-session-section :data session
     :sig (list (seq-remove (lambda (entry) (memq (car entry) '(seq last_activity_at usage))) session) age width)
     :body (lambda ()
             (concat
              (reins-items-right
               (concat " " (reins-status session) " " (reins-title session))
               (concat (propertize (truncate-string-to-width (reins-doing session) (/ width 3) nil nil "…")
                                   'face (pcase (reins-get session 'status)
                                           ("waiting" 'reins-waiting) ("working" 'reins-working) (_ 'reins-quiet)))
                       (propertize (format "%9s%7s" (reins-cost session) age) 'face 'reins-quiet))
               width)
              "\n")))))

(provide 'reins-overview)
;;; reins-overview.el ends here
