;;; reins-api.el --- Calls of the hub's HTTP API  -*- lexical-binding: t; -*-

;;; Commentary:

;; Calls return immediately and report their result to a function.  Objects of
;; JSON are alists with symbols as keys, arrays are vectors, and true, false
;; and null are t, :false and :null, so that a value can be sent back unchanged.

;;; Code:

(require 'cl-lib)
(require 'seq)
(require 'url-util)
(require 'reins-hub)

(defun reins-get (object &rest path)
  "Return the value at PATH, a list of keys, in OBJECT.
The result is nil for null, false and missing values."
  (while (and path object)
    (setq object (and (consp object) (alist-get (pop path) object))))
  (unless (memq object '(:null :false)) object))

(defun reins-list (object &rest path)
  "Return the array at PATH in OBJECT as a list."
  (let ((value (apply #'reins-get object path)))
    (and (vectorp value) (append value nil))))

(defun reins-text (object &rest path)
  "Return the string at PATH in OBJECT, or an empty one."
  (let ((value (apply #'reins-get object path)))
    (if (stringp value) value "")))

(defun reins-json (value)
  "Return VALUE as JSON text."
  (let ((text (json-serialize value)))
    (if (multibyte-string-p text) text (decode-coding-string text 'utf-8))))

(defun reins-parse (text)
  "Return the JSON value of TEXT, or nil if it is invalid."
  (ignore-errors
    (json-parse-string text :object-type 'alist)))

(defun reins-uuid ()
  "Return a new random UUID."
  (let ((hex (secure-hash 'md5 'iv-auto 16)))
    (format "%s-%s-4%s-8%s-%s" (substring hex 0 8) (substring hex 8 12)
            (substring hex 13 16) (substring hex 17 20) (substring hex 20 32))))

(defconst reins-api-retry-seconds 15
  "How long a call that may be repeated is retried while nothing responds.")

(cl-defun reins-api (method path &key body query headers retry on-success on-error)
  "Call METHOD PATH of the hub without blocking.
PATH is relative to /api.  BODY is sent as JSON; QUERY is a list of
\(NAME VALUE), as for `url-build-query-string'; HEADERS is a list of
strings.  ON-SUCCESS gets the result.  ON-ERROR gets an alist with
`code', `message' and `details'; by default the message is shown.
With RETRY, a call that got no response is repeated for a while, so it
must be safe to repeat."
  (reins-api--call
   (list :method method :path path :query query :headers headers
         :body (and body (reins-json body))
         :until (and retry (+ (float-time) reins-api-retry-seconds))
         :on-success (or on-success #'ignore)
         :on-error (or on-error #'reins-api-show-error))))

(defun reins-api-show-error (failure)
  "Show the message of FAILURE in the echo area."
  (message "Reins: %s" (reins-text failure 'message)))

(defun reins-api--call (call)
  "Carry out CALL, a plist made by `reins-api'."
  (condition-case failure
      (let ((hub (reins-hub-find)))
        (reins-hub-prove
         hub (lambda (problem)
               (if problem
                   (reins-api--fail call "unreachable" problem)
                 (reins-api--send call hub)))))
    (reins-error (reins-api--fail call "unreachable" (cadr failure)))))

(defun reins-api-options (hub path &optional query headers)
  "Return the options of curl for PATH of HUB with QUERY and HEADERS."
  `(,@(reins-hub-curl-options hub)
    ("url" . ,(concat (plist-get hub :url) "/api" path
                      (and query (concat "?" (url-build-query-string query)))))
    ("header" . ,(concat "Authorization: Bearer " (plist-get hub :token)))
    ,@(mapcar (lambda (header) (cons "header" header)) headers)))

(defun reins-api--send (call hub)
  "Send CALL to HUB, which has proven itself."
  (let ((body (plist-get call :body)))
    (reins-curl
     `(("request" . ,(plist-get call :method))
       ,@(reins-api-options hub (plist-get call :path) (plist-get call :query)
                            (plist-get call :headers))
       ,@(and body (reins-curl-body body)))
     (lambda (status text)
       (cond
        ((null status) (reins-api--fail call "unreachable" text))
        ((< status 300) (funcall (plist-get call :on-success) (reins-parse text)))
        (t (let ((failure (reins-get (reins-parse text) 'error)))
             (if (and failure (not (memq status '(502 503))))
                 (funcall (plist-get call :on-error) failure)
               (reins-api--fail call (or (reins-get failure 'code) "unreachable")
                                (or (reins-get failure 'message)
                                    (format "The hub responded with status %d" status)))))))))))

(defun reins-api--fail (call code message)
  "Repeat CALL later if allowed, otherwise report CODE and MESSAGE."
  (let ((until (plist-get call :until)))
    (if (and until (< (float-time) until))
        (run-at-time 0.5 nil #'reins-api--call call)
      (funcall (plist-get call :on-error) `((code . ,code) (message . ,message))))))

(provide 'reins-api)
;;; reins-api.el ends here
