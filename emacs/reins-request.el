;;; reins-request.el --- Requests and their answers  -*- lexical-binding: t; -*-

;;; Commentary:

;; Shows permission requests, questions, plans and forms as sections, with keys
;; that answer them where they are.  The first answer counts; a later one
;; reports who was first.

;;; Code:

(require 'reins-items)
(require 'reins-store)

(declare-function reins-question-answer "reins-question" (request))
(declare-function reins-question-reply "reins-question" (request))
(declare-function reins-form-answer "reins-question" (request))
(declare-function reins-form-refuse "reins-question" (request action))
(declare-function reins-plan-open "reins-plan" (request))
(declare-function reins-edit-input "reins-edit" (request))
(declare-function reins-request-open "reins-request-buffer" (request))

(defvar reins-request-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "RET") #'reins-request-visit)
    (define-key map "a" #'reins-allow)
    (define-key map "d" #'reins-deny)
    (define-key map "w" #'reins-deny-with-reason)
    (define-key map "x" #'reins-deny-and-stop)
    (define-key map "e" #'reins-edit)
    (define-key map "u" #'reins-undo-edit)
    (define-key map "r" #'reins-reply-or-rule)
    (define-key map "s" #'reins-rule-scope)
    (dotimes (index 9)
      (define-key map (number-to-string (1+ index)) #'reins-toggle-suggestion))
    map)
  "Keys on a request.")

(defclass reins-request-section (magit-section)
  ((keymap :initform 'reins-request-map :allocation :class)))

(defvar reins-request--drafts (make-hash-table :test #'equal)
  "Your drafts of answers, by the id of the request.
Each is a plist: :input is the edited input, :apply an alist from the
index of a selected suggestion to the suggestion as edited.")

(defvar-local reins-request-current nil
  "Id of the request that the buffer is about.")

(defun reins-request-draft (request key)
  "Return the part KEY of your draft of an answer to REQUEST."
  (plist-get (gethash (reins-get request 'id) reins-request--drafts) key))

(defun reins-request-set-draft (request key value)
  "Set the part KEY of your draft for REQUEST to VALUE, and show it."
  (let ((id (reins-get request 'id)))
    (puthash id (plist-put (copy-sequence (gethash id reins-request--drafts)) key value)
             reins-request--drafts)
    (run-hooks 'reins-store-hook)))

(defun reins-request-at-point ()
  "Return the request at point, or the one that the buffer is about."
  (or (reins-tree-data 'reins-request-section)
      (and reins-request-current (reins-store-request reins-request-current))
      (user-error "There is no request here")))

(defun reins-request-visit ()
  "Open the request at point in its own buffer."
  (interactive)
  (let ((request (reins-request-at-point)))
    (if (equal (reins-get request 'kind) "plan")
        (reins-plan-open request)
      (reins-request-open request))))

;;; Display

(defun reins-request-node (request width &optional where is-folded)
  "Return the node of REQUEST for lines of WIDTH columns.
WHERE is shown at the end of the heading.  With IS-FOLDED, the
request is folded at first and its object is in the heading."
  (let ((draft (gethash (reins-get request 'id) reins-request--drafts)))
    (reins-node
     :key (concat "request:" (reins-get request 'id))
     :class 'reins-request-section :data request :fold is-folded
     :sig (list request draft width where)
     :head (lambda ()
             (reins-items-right
              (concat (propertize "◆ " 'face 'reins-waiting)
                      (propertize (reins-request-headline request) 'face 'reins-waiting)
                      (and is-folded (concat "  " (reins-request-object request))))
              (propertize (or where "") 'face 'reins-quiet)
              width))
     :body (lambda ()
             (reins-items-indent
              (concat (reins-items-cut (reins-request-lines request))
                      (propertize (reins-request-keys request) 'face 'reins-quiet) "\n"))))))

(defun reins-request-lines (request)
  "Return the content of REQUEST, with your draft, as lines."
  (let ((input (reins-get request 'input)) (cwd (reins-text request 'cwd)))
    (append
     (pcase (reins-get request 'kind)
       ("question" (mapcan #'reins-request--question-lines (reins-list input 'questions)))
       ("plan" (split-string (string-trim (reins-markdown (reins-plan-text request))) "\n"))
       ("elicitation" (split-string (string-trim (reins-exact (concat (reins-text input 'message) "\n" (reins-text input 'url)))) "\n"))
       (_ (reins-items-input-lines (reins-text request 'tool_name)
                                   (or (reins-request-draft request :input) input) cwd)))
     (and (reins-request-draft request :input) (list (propertize "edited by you" 'face 'reins-working)))
     (and (reins-get request 'agent_id) (list (propertize "requested by a subagent" 'face 'reins-quiet)))
     (mapcar (lambda (flag) (propertize (concat "! " (reins-line (reins-text flag 'message))) 'face 'reins-failed))
             (reins-list request 'flags))
     (and (null (reins-list request 'routes))
          (list (propertize "Answer this in the session's terminal" 'face 'reins-failed)))
     (reins-request--suggestion-lines request))))

(defun reins-request--question-lines (question)
  "Return QUESTION with its options as lines."
  (cons (concat (propertize (reins-line (reins-text question 'question)) 'face 'bold)
                (and (reins-get question 'multiSelect) (propertize "  (several)" 'face 'reins-quiet)))
        (mapcar (lambda (option)
                  (concat "  • " (reins-line (reins-text option 'label))
                          (propertize (concat "  " (reins-line (reins-text option 'description))) 'face 'reins-quiet)))
                (reins-list question 'options))))

(defun reins-request--suggestion-lines (request)
  "Return the suggestions of REQUEST as lines with check boxes."
  (let ((chosen (reins-request-draft request :apply)))
    (seq-map-indexed
     (lambda (suggestion index)
       (let ((edited (alist-get index chosen)))
         (format "[%s] %d %s" (if edited "x" " ") (1+ index)
                 (reins-suggestion-words (or edited suggestion)))))
     (reins-list request 'suggestions))))

(defun reins-request-keys (request)
  "Return the keys that answer REQUEST."
  (pcase (reins-get request 'kind)
    ("question" "a answer · r reply instead · d skip · RET open")
    ("plan" "a approve · d reject · w reject with feedback · RET edit and comment")
    ("elicitation" "a fill in · d decline · x cancel")
    (_ (concat "a allow · d deny · w deny with a reason · x deny and stop · e edit"
               (and (reins-request-draft request :input) " · u undo the edit")
               (and (reins-list request 'suggestions) " · 1-9 select · r rule · s scope")))))

;;; Answering

(defun reins-request-answer (request body)
  "Answer REQUEST with BODY, an alist by kind of request."
  (let ((id (reins-get request 'id)))
    (reins-api "POST" (format "/interactions/%s/answer" (url-hexify-string id))
               :body body :retry t
               :headers (list (concat "Idempotency-Key: " (reins-uuid)))
               :on-success (lambda (answered) (reins-request--done request (reins-get answered 'answer)))
               :on-error (lambda (failure) (reins-request--refused request failure)))))

(defun reins-request--done (request answer)
  "Report that ANSWER closed REQUEST."
  (remhash (reins-get request 'id) reins-request--drafts)
  (reins-store-drop-request (reins-get request 'id))
  (message "%s: %s %s" (reins-capital (reins-decision answer)) (reins-request-object request)
           (pcase (reins-get answer 'applied)
             ("confirmed" "") ("sent" "(sent)")
             ("lost" (format "(lost: %s)" (reins-text answer 'reason)))
             (applied (format "(%s)" applied)))))

(defun reins-request--refused (request failure)
  "Report FAILURE of an answer to REQUEST."
  (if-let ((first (and (equal (reins-get failure 'code) "interaction_closed")
                       (reins-get failure 'details 'answer))))
      (progn
        (reins-store-drop-request (reins-get request 'id))
        (message "Already %s %s" (reins-decision first) (reins-decider first)))
    (reins-api-show-error failure)))

(defun reins-request--confirm (request question)
  "Ask QUESTION before REQUEST is allowed, if that is needed."
  (let ((flags (mapcar (lambda (flag) (reins-text flag 'message)) (reins-list request 'flags))))
    (or (not (or reins-confirm-allow flags))
        (y-or-n-p (string-join (append flags (list question)) "  "))
        (user-error "Not allowed"))))

(defun reins-allow ()
  "Allow, approve or answer the request at point."
  (interactive)
  (let ((request (reins-request-at-point)))
    (pcase (reins-get request 'kind)
      ("question" (reins-question-answer request))
      ("elicitation" (reins-form-answer request))
      ("plan"
       (reins-request--confirm request (format "Approve the plan \"%s\"? " (reins-request-object request)))
       (reins-request-answer request '((decision . "approve"))))
      (_ (reins-request-allow request)))))

(defun reins-request-allow (request)
  "Allow REQUEST with your edit and the selected suggestions."
  (let ((input (reins-request-draft request :input))
        (apply (mapcar #'cdr (sort (copy-sequence (reins-request-draft request :apply))
                                   (lambda (a b) (< (car a) (car b)))))))
    (reins-request--confirm
     request (format "Allow %s%s? "
                     (truncate-string-to-width
                      (reins-request-object (if input `((input . ,input) ,@request) request)) 200 nil nil "…")
                     (if apply (format " and apply %s" (reins-plural (length apply) "rule" "rules")) "")))
    (reins-request-answer request
                          `((decision . "allow")
                            ,@(and input `((input . ,input)))
                            ,@(and apply `((apply . ,(vconcat apply))))))))

(defun reins-deny ()
  "Deny, reject, skip or decline the request at point."
  (interactive)
  (reins-request--deny (reins-request-at-point) nil nil))

(defun reins-deny-with-reason (reason)
  "Deny or reject the request at point with REASON for Claude."
  (interactive (list (read-string (if (equal (reins-get (reins-request-at-point) 'kind) "plan")
                                      "What should Claude change? "
                                    "What should Claude do instead? "))))
  (reins-request--deny (reins-request-at-point) reason nil))

(defun reins-deny-and-stop ()
  "Deny the request at point and stop the turn; cancel a form."
  (interactive)
  (reins-request--deny (reins-request-at-point) nil t))

(defun reins-request--deny (request reason is-stop)
  "Deny REQUEST with REASON, if that is not empty, and stop the turn if IS-STOP."
  (let ((reason (and reason (not (string-blank-p reason)) reason)))
    (pcase (reins-get request 'kind)
      ("question" (reins-request-answer request (if reason `((reply . ,reason)) '((answers)))))
      ("elicitation" (reins-form-refuse request (if is-stop "cancel" "decline")))
      ("plan" (reins-request-answer request `((decision . "reject") ,@(and reason `((feedback . ,reason))))))
      (_ (reins-request-answer request `((decision . "deny")
                                         ,@(and reason `((message . ,reason)))
                                         ,@(and is-stop '((interrupt . t)))))))))

(defun reins-edit ()
  "Edit the input or plan of the request at point in a buffer."
  (interactive)
  (let ((request (reins-request-at-point)))
    (pcase (reins-get request 'kind)
      ("plan" (reins-plan-open request))
      ("permission" (reins-edit-input request))
      (_ (user-error "This request cannot be edited")))))

(defun reins-undo-edit ()
  "Undo your edit of the request at point."
  (interactive)
  (reins-request-set-draft (reins-request-at-point) :input nil))

;;; Suggestions

(defun reins-request--suggestion (request)
  "Return the index of the suggestion of REQUEST that a command is about.
That is the one on the line at point, or the only selected one."
  (let ((chosen (reins-request-draft request :apply)))
    (cond ((save-excursion (beginning-of-line) (looking-at "\\[.\\] \\([1-9]\\) "))
           (1- (string-to-number (match-string 1))))
          ((= (length chosen) 1) (caar chosen))
          ((= (length (reins-list request 'suggestions)) 1) 0)
          (t (user-error "Go to the line of a suggestion first")))))

(defun reins-toggle-suggestion (index)
  "Select or deselect the suggestion with INDEX.
The first one is 0."
  (interactive (list (- last-command-event ?1)))
  (let* ((request (reins-request-at-point))
         (suggestion (nth index (reins-list request 'suggestions)))
         (chosen (reins-request-draft request :apply)))
    (unless suggestion (user-error "There is no suggestion %d" (1+ index)))
    (reins-request-set-draft request :apply
                             (if (assq index chosen)
                                 (assq-delete-all index (copy-sequence chosen))
                               (cons (cons index suggestion) chosen)))))

(defun reins-request--change-suggestion (request index changed)
  "Select the suggestion INDEX of REQUEST as CHANGED."
  (reins-request-set-draft
   request :apply
   (cons (cons index changed)
         (assq-delete-all index (copy-sequence (reins-request-draft request :apply))))))

(defun reins-request--chosen (request index)
  "Return the suggestion INDEX of REQUEST as it is now."
  (or (alist-get index (reins-request-draft request :apply))
      (nth index (reins-list request 'suggestions))))

(defun reins-reply-or-rule ()
  "Reply to a question instead of answering it, or edit a suggested rule."
  (interactive)
  (let ((request (reins-request-at-point)))
    (if (equal (reins-get request 'kind) "question")
        (reins-question-reply request)
      (let* ((index (reins-request--suggestion request))
             (suggestion (reins-request--chosen request index))
             (rules (reins-list suggestion 'rules)))
        (unless (and (= (length rules) 1) (reins-get (car rules) 'ruleContent))
          (user-error "This suggestion has no text to edit"))
        (let* ((text (read-string "What to allow: " (reins-get (car rules) 'ruleContent)))
               (rule `((ruleContent . ,text) ,@(assq-delete-all 'ruleContent (copy-alist (car rules))))))
          (reins-request--change-suggestion
           request index `((rules . ,(vector rule)) ,@(assq-delete-all 'rules (copy-alist suggestion)))))))))

(defun reins-rule-scope ()
  "Choose where a suggested rule of the request at point is stored."
  (interactive)
  (let* ((request (reins-request-at-point))
         (index (reins-request--suggestion request))
         (names (mapcar #'cdr reins-words-places))
         (name (completing-read "Apply the rule: " names nil t))
         (suggestion (reins-request--chosen request index)))
    (reins-request--change-suggestion
     request index `((destination . ,(car (rassoc name reins-words-places)))
                     ,@(assq-delete-all 'destination (copy-alist suggestion))))))

(provide 'reins-request)
;;; reins-request.el ends here
