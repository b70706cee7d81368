;;; reins-curl.el --- HTTP requests in a separate process  -*- lexical-binding: t; -*-

;;; Commentary:

;; Runs curl without blocking Emacs.  Everything about a request, tokens and
;; bodies included, goes through curl's standard input as a configuration, so
;; that no other user sees it in the list of processes.

;;; Code:

(require 'subr-x)
(require 'reins-custom)

(defconst reins-curl--piece 20000
  "How many characters of a body fit in a line of curl's configuration.")

(defun reins-curl--quote (text)
  "Quote TEXT for a value in curl's configuration."
  (replace-regexp-in-string
   "[\\\"\n\r\t]"
   (lambda (found)
     (pcase found ("\n" "\\n") ("\r" "\\r") ("\t" "\\t") (_ (concat "\\" found))))
   text t t))

(defun reins-curl-config (options)
  "Return OPTIONS, a list of (NAME . VALUE), as a configuration for curl.
VALUE is a string, or t for an option without a value."
  (mapconcat (pcase-lambda (`(,name . ,value))
               (if (eq value t)
                   (concat name "\n")
                 (format "%s = \"%s\"\n" name (reins-curl--quote value))))
             options ""))

(defun reins-curl-body (json)
  "Return the options that send the text JSON.
A line of the configuration has a limit, so a long text is sent in
pieces, which needs curl 7.82."
  ;; curl reads a file for a piece that starts with "@".  In JSON it can only
  ;; occur in a string, where the escape means the same.
  (let ((json (replace-regexp-in-string "@" "\\u0040" json t t)))
    (if (<= (length json) reins-curl--piece)
        `(("header" . "Content-Type: application/json")
          ("data-binary" . ,json))
      (let (pieces)
        (while (not (string-empty-p json))
          (let ((end (min reins-curl--piece (length json))))
            (push (cons "json" (substring json 0 end)) pieces)
            (setq json (substring json end))))
        (nreverse pieces)))))

(defun reins-curl-start (name options &rest process-options)
  "Start curl as a process called NAME with OPTIONS.
PROCESS-OPTIONS are passed on to `make-process'."
  (let ((process (apply #'make-process
                        :name name
                        :command (list reins-curl-program "--disable" "--silent"
                                       "--no-buffer" "--config" "-")
                        :connection-type 'pipe
                        :coding 'utf-8-unix
                        :noquery t
                        process-options)))
    (process-send-string process (reins-curl-config options))
    (process-send-eof process)
    process))

(defun reins-curl (options callback)
  "Send one request with OPTIONS and pass the result to CALLBACK.
CALLBACK gets the status and the body, or nil and a message if
there was no response."
  (let ((buffer (generate-new-buffer " *reins-curl*" t)))
    (condition-case failure
        (reins-curl-start
         "reins-curl"
         `(("write-out" . "\n%{http_code} %{errormsg}") ("max-time" . "60") ,@options)
         :buffer buffer
         :sentinel (lambda (process _change)
                     (unless (process-live-p process)
                       (let ((result (reins-curl--result buffer)))
                         (kill-buffer buffer)
                         (apply callback result)))))
      (file-missing
       (kill-buffer buffer)
       (funcall callback nil (error-message-string failure))))))

(defun reins-curl--result (buffer)
  "Return the status and the body in BUFFER as a list."
  (with-current-buffer buffer
    (goto-char (point-max))
    (if (not (re-search-backward "\n\\([0-9]\\{3\\}\\) ?\\(.*\\)\\'" nil t))
        (list nil "curl ended without a result")
      (let ((status (string-to-number (match-string 1)))
            (reason (match-string 2)))
        (if (zerop status)
            (list nil (if (string-empty-p reason) "no connection" reason))
          (list status (buffer-substring-no-properties (point-min) (match-beginning 0))))))))

(provide 'reins-curl)
;;; reins-curl.el ends here
