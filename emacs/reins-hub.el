;;; reins-hub.el --- Finding the hub  -*- lexical-binding: t; -*-

;;; Commentary:

;; Finds the hub of this machine by the file hub.json in its home, or uses the
;; one at `reins-url'.  A crashed hub leaves hub.json behind, and any user of
;; the machine can listen on its port then.  So the hub of a home first proves
;; that it knows the home's token; nothing else is sent before that.

;;; Code:

(require 'auth-source)
(require 'json)
(require 'rfc2104)
(require 'subr-x)
(require 'url-parse)
(require 'reins-curl)

(define-error 'reins-error "Reins")

(defun reins-hub--variable (name)
  "Return the environment variable NAME, or nil if it is empty."
  (let ((value (getenv name)))
    (unless (or (null value) (string-empty-p value)) value)))

(defun reins-hub-home ()
  "Return the folder of the hub of this machine."
  (file-name-as-directory
   (expand-file-name (or reins-home (reins-hub--variable "REINS_HOME") "~/.reins"))))

(defun reins-hub--read (file)
  "Return the text of FILE in the home, or nil if it cannot be read."
  (ignore-errors
    (with-temp-buffer
      (insert-file-contents (expand-file-name file (reins-hub-home)))
      (buffer-string))))

(defun reins-hub--file-url ()
  "Return the address in hub.json, or nil if there is none."
  (when-let ((text (reins-hub--read "hub.json")))
    (alist-get 'url (ignore-errors (json-parse-string text :object-type 'alist)))))

(defun reins-hub-find ()
  "Return the hub to use, as a plist with :url, :token and :home.
Signal `reins-error' with a remedy if there is none.  :home is nil
for a hub that needs no proof because you chose its address."
  (let* ((own (reins-hub--file-url))
         (chosen (or reins-url (reins-hub--variable "REINS_URL")))
         (is-own (or (null chosen)
                     (and own (equal (reins-hub--origin chosen) (reins-hub--origin own))))))
    (cond
     ((not is-own)
      (list :url (reins-hub--origin chosen) :token (reins-hub--chosen-token chosen)))
     ((null own)
      (signal 'reins-error (list (format "No hub is running for %s.  Start it with \"reins up --detach\""
                                         (reins-hub-home)))))
     (t (let ((token (reins-hub--read "token")))
          (unless token
            (signal 'reins-error (list (format "The token in %s cannot be read" (reins-hub-home)))))
          (list :url (reins-hub--origin own)
                :token (string-trim token)
                :home (reins-hub-home)))))))

(defun reins-hub--origin (url)
  "Return the scheme, host and port of URL, or signal `reins-error'."
  (let ((parsed (url-generic-parse-url url)))
    (unless (and (member (url-type parsed) '("http" "https"))
                 (not (string-empty-p (or (url-host parsed) ""))))
      (signal 'reins-error (list (format "%s is not an address such as http://127.0.0.1:4820" url))))
    (format "%s://%s:%d" (url-type parsed) (url-host parsed) (url-port parsed))))

(defun reins-hub--chosen-token (url)
  "Return the token for the hub at URL, which is not the hub of the home.
The home's own token is never sent there."
  (or (if (functionp reins-token) (funcall reins-token) reins-token)
      (reins-hub--variable "REINS_TOKEN")
      (when-let ((found (car (auth-source-search
                              :host (url-host (url-generic-parse-url url))
                              :user "reins" :max 1 :require '(:secret))))
                 (secret (plist-get found :secret)))
        (if (functionp secret) (funcall secret) secret))
      (signal 'reins-error (list "`reins-url' names another hub.  Set `reins-token' to a token for that hub"))))

(defun reins-hub-curl-options (hub)
  "Return the options of curl for requests to HUB."
  `(("proto" . "=http,https")
    ;; A proxy must not see the token of a hub on this machine.
    ,@(and (plist-get hub :home) '(("noproxy" . "*")))))

;;; Proof

(defun reins-hub--random ()
  "Return 32 random bytes for a challenge, as text.
`random' would not do: its numbers can be predicted."
  (base64url-encode-string (secure-hash 'sha256 'iv-auto 32 nil t) t))

(defun reins-hub-proof (token challenge port)
  "Return the proof that a hub with TOKEN on PORT gives for CHALLENGE."
  (let ((hash (rfc2104-hash (lambda (text) (secure-hash 'sha256 text)) 64 32 token
                            (format "reins hub proof\n%d\n%s" port challenge))))
    (base64url-encode-string (apply #'unibyte-string
                                    (mapcar (lambda (byte) (string-to-number byte 16))
                                            (seq-partition hash 2)))
                             t)))

(defvar reins-hub--waiting nil
  "Calls that wait for the proof in progress: (HUB . CALLBACK).")

(defun reins-hub-prove (hub callback)
  "Call CALLBACK with nil once HUB has proven itself, or with a message.
Calls that arrive while a proof is in progress share it."
  (if (null (plist-get hub :home))
      (funcall callback nil)
    (let ((is-first (null reins-hub--waiting)))
      (push (cons hub callback) reins-hub--waiting)
      (when is-first
        (let ((challenge (reins-hub--random)))
          (reins-curl
           `(,@(reins-hub-curl-options hub)
             ("url" . ,(format "%s/api/health?challenge=%s" (plist-get hub :url) challenge)))
           (lambda (status body)
             (let ((waiting (reverse reins-hub--waiting))
                   (problem (reins-hub--check hub challenge status body)))
               (setq reins-hub--waiting nil)
               (pcase-dolist (`(,one . ,call) waiting)
                 ;; The hub may have moved to another port meanwhile.
                 (if (equal one hub)
                     (funcall call problem)
                   (reins-hub-prove one call)))))))))))

(defun reins-hub--check (hub challenge status body)
  "Return nil if BODY with STATUS proves that HUB answered CHALLENGE.
Otherwise return a message."
  (if (null status)
      (format "The hub at %s does not respond (%s)" (plist-get hub :url) body)
    (let* ((port (url-port (url-generic-parse-url (plist-get hub :url))))
           (proof (alist-get 'proof (ignore-errors (json-parse-string body :object-type 'alist)))))
      (unless (and (stringp proof)
                   (string= proof (reins-hub-proof (plist-get hub :token) challenge port)))
        (format "The program at %s is not the hub of %s, so nothing was sent to it"
                (plist-get hub :url) (plist-get hub :home))))))

(provide 'reins-hub)
;;; reins-hub.el ends here
