;;; reins-request-buffer.el --- A request in its own buffer  -*- lexical-binding: t; -*-

;;; Commentary:

;; Shows one request in full.  When it has been answered, here or on another
;; device, the buffer shows who decided.

;;; Code:

(require 'reins-buffer)

(defvar reins-request-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map (make-composed-keymap reins-request-map reins-buffer-mode-map))
    (define-key map (kbd "RET") #'reins-visit)
    map)
  "Keys in the buffer of a request.")

(defvar-local reins-request--closed nil
  "The request after it was answered, `loading', or nil while it is open.")

(defvar-local reins-request--shown nil "The request that was last shown.")

(define-derived-mode reins-request-mode reins-buffer-mode "Reins-Request"
  "Major mode to read and answer a request from Claude.

\\{reins-request-mode-map}"
  (add-hook 'reins-store-hook #'reins-request--refresh-all))

(defun reins-request-open (request)
  "Show REQUEST in its own buffer."
  (let* ((id (reins-get request 'id))
         (buffer (get-buffer-create (format "*reins request: %s*" (substring id 0 (min 8 (length id)))))))
    (with-current-buffer buffer
      (unless (derived-mode-p 'reins-request-mode)
        (reins-request-mode)
        (setq reins-request-current id reins-request--shown request))
      (reins-request--refresh))
    (pop-to-buffer buffer)))

(defun reins-request--refresh-all ()
  "Update the buffers of requests."
  (dolist (buffer (buffer-list))
    (with-current-buffer buffer
      (when (derived-mode-p 'reins-request-mode) (reins-request--refresh)))))

(defun reins-request--refresh ()
  "Update the buffer of a request."
  (let ((open (reins-store-request reins-request-current)))
    (cond (open (setq reins-request--shown open reins-request--closed nil))
          ((null reins-request--closed) (reins-request--load)))
    (let* ((request reins-request--shown)
           (session (reins-store-session (reins-get request 'session_id)))
           (reins-body-lines most-positive-fixnum))
      (when (file-directory-p (reins-text request 'cwd))
        (setq default-directory (file-name-as-directory (reins-text request 'cwd))))
      (setq header-line-format
            (concat (reins-title session) " · " (reins-path (reins-text request 'cwd))))
      (reins-tree-update
       (append (reins-buffer-connection-node)
               (if open
                   (list (reins-request-node request (reins-buffer-width)))
                 (list (reins-request--closed-node request))))))))

(defun reins-request--closed-node (request)
  "Return the node of REQUEST after it was answered."
  (let ((closed reins-request--closed))
    (reins-node :key "closed" :sig (list request closed)
                :body (lambda ()
                        (concat (reins-request-headline request) "\n\n"
                                (string-join (reins-request-lines request) "\n") "\n\n"
                                (propertize (reins-request-outcome closed) 'face 'reins-working) "\n")))))

(defun reins-request-outcome (request)
  "Return how REQUEST ended: denied by phone."
  (let ((answer (and (consp request) (reins-get request 'answer))))
    (cond (answer (format "%s %s" (reins-capital (reins-decision answer)) (reins-decider answer)))
          ((equal (and (consp request) (reins-get request 'state)) "withdrawn") "Withdrawn by Claude")
          (t "No longer open"))))

(defun reins-request--load ()
  "Find out how the request of this buffer ended."
  (let ((buffer (current-buffer)))
    (setq reins-request--closed 'loading)
    (reins-api "GET" "/interactions" :query `(("id" ,reins-request-current))
               :on-success (lambda (answer)
                             (when-let ((request (car (reins-list answer 'items))))
                               (when (buffer-live-p buffer)
                                 (with-current-buffer buffer
                                   (setq reins-request--closed request)
                                   (reins-request--refresh)))))
               :on-error #'ignore)))

(provide 'reins-request-buffer)
;;; reins-request-buffer.el ends here
