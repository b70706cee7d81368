;;; reins-plan.el --- Reading, editing and commenting plans  -*- lexical-binding: t; -*-

;;; Commentary:

;; Shows Claude's plan in a buffer.  Your edits become the plan that you
;; approve; your comments on lines become feedback when you reject it.

;;; Code:

(require 'reins-request)

(defvar-local reins-plan--request nil "The request with the plan.")
(defvar-local reins-plan--mode nil "Permission mode after approval, or nil.")

(defconst reins-plan--modes '("default" "acceptEdits" "auto")
  "The modes in which Claude can carry out an approved plan.")

(defvar reins-plan-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-c") #'reins-plan-approve)
    (define-key map (kbd "C-c C-r") #'reins-plan-reject)
    (define-key map (kbd "C-c C-q") #'reins-plan-comment)
    (define-key map (kbd "C-c C-o") #'reins-plan-set-mode)
    (define-key map (kbd "C-c C-k") #'quit-window)
    map)
  "Keys in the buffer of a plan.")

(define-derived-mode reins-plan-mode text-mode "Reins-Plan"
  "Major mode to read, edit and comment on a plan from Claude.

\\{reins-plan-mode-map}"
  (setq-local font-lock-defaults '(reins-markdown-keywords t))
  (setq-local word-wrap t)
  (setq header-line-format
        '(:eval (substitute-command-keys
                 (format "\\<reins-plan-mode-map>\\[reins-plan-approve] approve%s (%s) · \\[reins-plan-reject] reject · \\[reins-plan-comment] comment · \\[reins-plan-set-mode] mode"
                         (if (reins-plan--edited) " with edits" "")
                         (if reins-plan--mode (reins-mode-name reins-plan--mode) "previous mode"))))))

(defun reins-plan-open (request)
  "Show the plan of REQUEST in a buffer."
  (let ((buffer (get-buffer-create (format "*reins plan: %s*" (reins-request-object request)))))
    (pop-to-buffer buffer)
    (unless (and reins-plan--request
                 (equal (reins-get reins-plan--request 'id) (reins-get request 'id)))
      (reins-plan-mode)
      (setq reins-plan--request request)
      (remove-overlays)
      (erase-buffer)
      (insert (reins-plan-text request))
      (goto-char (point-min))
      (set-buffer-modified-p nil))))

(defun reins-plan--edited ()
  "Return the plan as you edited it, or nil if it is unchanged."
  (let ((text (buffer-substring-no-properties (point-min) (point-max))))
    (unless (or (string-blank-p text) (equal text (reins-plan-text reins-plan--request)))
      text)))

(defun reins-plan--comments ()
  "Return the overlays of your comments, in the order of the plan."
  (sort (seq-filter (lambda (overlay) (overlay-get overlay 'reins-comment))
                    (overlays-in (point-min) (point-max)))
        (lambda (a b) (< (overlay-start a) (overlay-start b)))))

(defun reins-plan-comment (text)
  "Comment on the line at point with TEXT.
An empty text removes the comment."
  (interactive
   (list (read-string "Comment on this line: "
                      (overlay-get (or (reins-plan--comment-here) (make-overlay 1 1)) 'reins-comment))))
  (let ((overlay (or (reins-plan--comment-here)
                     (make-overlay (line-beginning-position) (line-end-position)))))
    (if (string-blank-p text)
        (delete-overlay overlay)
      (overlay-put overlay 'reins-comment (string-trim text))
      (overlay-put overlay 'after-string
                   (propertize (concat "\n    ↳ " (string-trim text)) 'face 'reins-comment)))))

(defun reins-plan--comment-here ()
  "Return the overlay of the comment on this line, or nil."
  (seq-find (lambda (overlay) (overlay-get overlay 'reins-comment))
            (overlays-in (line-beginning-position) (1+ (line-end-position)))))

(defun reins-plan-feedback (general)
  "Return your comments and the text GENERAL as feedback for Claude."
  (string-join
   (append (mapcar (lambda (overlay)
                     (format "> %s\n%s"
                             (string-trim (save-excursion
                                            (goto-char (overlay-start overlay))
                                            (buffer-substring-no-properties (line-beginning-position) (line-end-position))))
                             (overlay-get overlay 'reins-comment)))
                   (reins-plan--comments))
           (unless (string-blank-p general) (list (string-trim general))))
   "\n\n"))

(defun reins-plan-set-mode (mode)
  "Continue in the permission MODE after approval."
  (interactive
   (list (let ((names (mapcar #'reins-mode-name reins-plan--modes)))
           (car (rassoc (completing-read "Mode after approval (empty for the previous one): " names nil t)
                        reins-words-modes)))))
  (setq reins-plan--mode mode)
  (force-mode-line-update))

(defun reins-plan-approve ()
  "Approve the plan, with your edits."
  (interactive)
  (when (and (reins-plan--comments)
             (not (y-or-n-p "Your comments are only sent with a rejection.  Approve anyway? ")))
    (user-error "Not approved"))
  (let ((plan (reins-plan--edited)))
    (reins-request-answer reins-plan--request
                          `((decision . "approve")
                            ,@(and reins-plan--mode `((mode . ,reins-plan--mode)))
                            ,@(and plan `((plan . ,plan))))))
  (quit-window t))

(defun reins-plan-reject (general)
  "Reject the plan with your comments and the text GENERAL."
  (interactive (list (read-string "What should Claude change? ")))
  (let ((feedback (reins-plan-feedback general)))
    (reins-request-answer reins-plan--request
                          `((decision . "reject")
                            ,@(unless (string-empty-p feedback) `((feedback . ,feedback))))))
  (quit-window t))

(provide 'reins-plan)
;;; reins-plan.el ends here
