;;; reins-question.el --- Questions and forms  -*- lexical-binding: t; -*-

;;; Commentary:

;; Asks you Claude's questions, and the fields of an MCP server's form, one
;; after the other in the minibuffer.  C-g leaves the request open.

;;; Code:

(require 'crm)
(require 'reins-request)

;;; Questions

(defconst reins-question--other "Other…" "The choice of your own text.")
(defconst reins-question--skip "Skip this question" "The choice of no answer.")

(defun reins-question--read (question number count)
  "Ask QUESTION, the one with NUMBER of COUNT.
Return a label, an alist with `other', a vector of those, or nil."
  (let* ((options (reins-list question 'options))
         (labels (mapcar (lambda (option) (reins-text option 'label)) options))
         (is-multi (reins-get question 'multiSelect))
         (prompt (format "%s%s%s "
                         (if (> count 1) (format "(%d of %d) " number count) "")
                         (reins-line (reins-text question 'question))
                         (if is-multi " (several, separated by commas):" "")))
         (completion-extra-properties
          (list :annotation-function
                (lambda (label)
                  (when-let ((option (seq-find (lambda (one) (equal (reins-text one 'label) label)) options)))
                    (concat "  " (reins-line (reins-text option 'description)))))))
         (choices (append labels (list reins-question--other reins-question--skip)))
         (chosen (if is-multi
                     (completing-read-multiple prompt choices nil t)
                   (list (completing-read prompt choices nil t nil nil (car labels)))))
         (answers (mapcar (lambda (choice)
                            (if (equal choice reins-question--other)
                                `((other . ,(read-string "Your own answer: ")))
                              choice))
                          (delete "" (delete reins-question--skip chosen)))))
    (cond ((null answers) nil)
          (is-multi (vconcat answers))
          (t (car answers)))))

(defun reins-question-answer (request)
  "Ask the questions of REQUEST and send the answers."
  (let* ((questions (reins-list request 'input 'questions))
         (count (length questions))
         (answers (make-hash-table :test #'equal)))
    (seq-do-indexed
     (lambda (question index)
       (when-let ((answer (reins-question--read question (1+ index) count)))
         (puthash (reins-text question 'question) answer answers)))
     questions)
    (let ((note (and current-prefix-arg (= count 1) (read-string "Note for Claude: "))))
      (reins-request-answer
       request
       `((answers . ,answers)
         ,@(and note (not (string-blank-p note))
                `((notes . ((,(intern (reins-text (car questions) 'question)) . ,note))))))))))

(defun reins-question-reply (request)
  "Reply to the questions of REQUEST with your own text instead."
  (let ((reply (read-string "Your reply instead of answers: ")))
    (when (string-blank-p reply) (user-error "The reply is empty"))
    (reins-request-answer request `((reply . ,reply)))))

;;; Forms

(defun reins-form--choices (schema)
  "Return the choices of a field with SCHEMA as an alist of titles and values."
  (let ((names (reins-list schema 'enumNames)))
    (append
     (seq-map-indexed (lambda (value index) (cons (format "%s" (or (nth index names) value)) value))
                      (reins-list schema 'enum))
     (mapcan (lambda (one)
               (when-let ((value (reins-get one 'const)))
                 (list (cons (or (reins-get one 'title) value) value))))
             (append (reins-list schema 'oneOf) (reins-list schema 'anyOf))))))

(defun reins-form--read-text (prompt default is-required)
  "Read a text with PROMPT and DEFAULT; an empty one is nil unless IS-REQUIRED."
  (let ((text (read-string prompt (and default (format "%s" default)))))
    (while (and is-required (string-blank-p text))
      (setq text (read-string (concat "Required.  " prompt))))
    (unless (string-empty-p text) text)))

(defun reins-form--read-number (prompt default is-required is-whole)
  "Read a number with PROMPT and DEFAULT, a whole one if IS-WHOLE.
Nothing is nil unless IS-REQUIRED."
  (let (value text)
    (while (null value)
      (setq text (or (reins-form--read-text prompt default is-required) ""))
      (setq value (cond ((string-empty-p text) 'none)
                        ((string-match-p (if is-whole "\\`-?[0-9]+\\'" "\\`-?[0-9]*\\.?[0-9]+\\'") text)
                         (string-to-number text)))))
    (unless (eq value 'none) value)))

(defun reins-form--read (name schema is-required)
  "Ask for the field NAME with SCHEMA; return its value or nil.
IS-REQUIRED is non-nil if the form needs it."
  (let* ((choices (reins-form--choices schema))
         (many (and (equal (reins-get schema 'type) "array") (reins-form--choices (reins-get schema 'items))))
         (default (reins-get schema 'default))
         (about (reins-text schema 'description))
         (prompt (format "%s%s%s: " (reins-line (or (reins-get schema 'title) name))
                         (if (string-empty-p about) "" (format " (%s)" (reins-line about)))
                         (if is-required "" ", optional"))))
    (cond
     (many (vconcat (mapcar (lambda (title) (cdr (assoc title many)))
                            (delete "" (completing-read-multiple prompt many nil t)))))
     (choices (let ((title (completing-read prompt choices nil t nil nil (car (rassoc default choices)))))
                (cdr (assoc title choices))))
     (t (pcase (reins-get schema 'type)
          ("boolean" (if (y-or-n-p (concat (string-remove-suffix ": " prompt) "? ")) t :false))
          ("integer" (reins-form--read-number prompt default is-required t))
          ("number" (reins-form--read-number prompt default is-required nil))
          (_ (reins-form--read-text prompt default is-required)))))))

(defun reins-form-answer (request)
  "Fill in the form of REQUEST, or open its link, and send it."
  (let* ((input (reins-get request 'input))
         (url (reins-get input 'url))
         (schema (reins-get input 'requested_schema))
         (required (reins-list schema 'required)))
    (if (equal (reins-get input 'mode) "url")
        (when (y-or-n-p (format "Open %s? " (reins-exact url)))
          (browse-url url)
          (reins-request-answer request '((action . "accept"))))
      (let (content)
        (pcase-dolist (`(,name . ,field) (reins-get schema 'properties))
          (when-let ((value (reins-form--read (symbol-name name) field
                                              (member (symbol-name name) required))))
            (push (cons name value) content)))
        (reins-request-answer request `((action . "accept") (content . ,(nreverse content))))))))

(defun reins-form-refuse (request action)
  "Refuse the form of REQUEST with ACTION, which is decline or cancel."
  (reins-request-answer request `((action . ,action))))

(provide 'reins-question)
;;; reins-question.el ends here
