;;; reins-edit.el --- Editing the input of a request  -*- lexical-binding: t; -*-

;;; Commentary:

;; Opens the command, change or input of a permission request in a buffer.

;;; Code:

(require 'reins-request)

(defconst reins-edit--fields
  '(("Bash" . command) ("Edit" . new_string) ("Write" . content)
    ("NotebookEdit" . new_source) ("WebFetch" . url))
  "The part of a tool's input that is edited; of others, all of it as JSON.")

(defvar-local reins-edit--request nil "The request whose input is edited.")

(defvar reins-edit-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-c") #'reins-edit-allow)
    (define-key map (kbd "C-c C-s") #'reins-edit-keep)
    (define-key map (kbd "C-c C-k") #'reins-edit-cancel)
    map)
  "Keys while the input of a request is edited.")

(define-derived-mode reins-edit-mode text-mode "Reins-Edit"
  "Major mode to edit the input of a permission request.

\\{reins-edit-mode-map}"
  (setq header-line-format
        (substitute-command-keys
         "\\<reins-edit-mode-map>\\[reins-edit-allow] allow with edits · \\[reins-edit-keep] keep the edit · \\[reins-edit-cancel] cancel")))

(defun reins-edit-field (request)
  "Return the field of the input of REQUEST that is edited, or nil for all."
  (let ((field (alist-get (reins-text request 'tool_name) reins-edit--fields nil nil #'equal)))
    (and field (stringp (reins-get request 'input field)) field)))

(defun reins-edit-text (request)
  "Return the text of REQUEST to edit."
  (let ((input (or (reins-request-draft request :input) (reins-get request 'input)))
        (field (reins-edit-field request)))
    (if field (reins-text input field) (reins-items-pretty input))))

(defun reins-edit-apply (request text)
  "Return the input of REQUEST with TEXT as its edited part.
Signal an error if TEXT is not valid."
  (let ((field (reins-edit-field request)) (input (reins-get request 'input)))
    (if field
        (mapcar (lambda (entry) (if (eq (car entry) field) (cons field text) entry)) input)
      (let ((value (condition-case failure
                       (json-parse-string text :object-type 'alist)
                     (json-error (user-error "Invalid JSON: %s" (error-message-string failure))))))
        (unless (and (listp value)) (user-error "The input must be a JSON object"))
        value))))

(defun reins-edit-input (request)
  "Edit the input of REQUEST in a buffer."
  (pop-to-buffer (get-buffer-create (format "*reins edit: %s*" (reins-request-headline request))))
  (reins-edit-mode)
  (setq reins-edit--request request)
  (erase-buffer)
  (insert (reins-edit-text request))
  (goto-char (point-min))
  (set-buffer-modified-p nil))

(defun reins-edit--store ()
  "Store the edit with its request and return the request."
  (let* ((request reins-edit--request)
         (input (reins-edit-apply request (buffer-substring-no-properties (point-min) (point-max)))))
    (reins-request-set-draft request :input (unless (equal input (reins-get request 'input)) input))
    request))

(defun reins-edit-allow ()
  "Allow the request with your edit."
  (interactive)
  (let ((request (reins-edit--store)))
    (reins-request-allow request)
    (quit-window t)))

(defun reins-edit-keep ()
  "Keep the edit and return to the request without an answer."
  (interactive)
  (reins-edit--store)
  (quit-window t))

(defun reins-edit-cancel ()
  "Discard what you have changed in this buffer."
  (interactive)
  (quit-window t))

(provide 'reins-edit)
;;; reins-edit.el ends here
