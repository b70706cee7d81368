;;; reins-prompt.el --- Writing prompts  -*- lexical-binding: t; -*-

;;; Commentary:

;; A buffer in which you write a prompt, with the region, a file or a buffer as
;; context.  Prompts can be queued, steer the running turn or interrupt it.

;;; Code:

(require 'ring)
(require 'reins-session)

(defvar reins-prompt--history (make-ring 50) "Prompts that you sent.")
(defvar-local reins-prompt--session nil "Id of the session to prompt.")
(defvar-local reins-prompt--start nil "Function called with the text instead of sending it.")
(defvar-local reins-prompt--commands nil "Slash commands of the session.")
(defvar-local reins-prompt--index nil "Place in the history, or nil.")

(defvar reins-prompt-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-c") #'reins-prompt-send)
    (define-key map (kbd "C-c C-s") #'reins-prompt-steer)
    (define-key map (kbd "C-c C-n") #'reins-prompt-now)
    (define-key map (kbd "C-c C-f") #'reins-prompt-insert-file)
    (define-key map (kbd "C-c C-b") #'reins-prompt-insert-buffer)
    (define-key map (kbd "C-c C-k") #'reins-prompt-cancel)
    (define-key map (kbd "M-p") #'reins-prompt-previous)
    (define-key map (kbd "M-n") #'reins-prompt-next)
    map)
  "Keys while you write a prompt.")

(define-derived-mode reins-prompt-mode text-mode "Reins-Prompt"
  "Major mode to write a prompt.
`completion-at-point' completes slash commands, and files after @.

\\{reins-prompt-mode-map}"
  (setq-local word-wrap t)
  (setq-local font-lock-defaults '(reins-markdown-keywords t))
  (add-hook 'completion-at-point-functions #'reins-prompt--complete nil t)
  (setq header-line-format
        (substitute-command-keys
         "\\<reins-prompt-mode-map>\\[reins-prompt-send] send · \\[reins-prompt-steer] steer now · \\[reins-prompt-now] interrupt and send · \\[reins-prompt-insert-file] file · \\[reins-prompt-insert-buffer] buffer · \\[reins-prompt-cancel] cancel")))

;;;###autoload
(defun reins-prompt (id &optional context)
  "Write a prompt for the session with ID, with CONTEXT as its start.
Interactively, use the session of this buffer or at point, or ask.
An active region becomes the context; with a prefix argument, the
file or buffer does."
  (interactive
   (list (or (reins-session-at-point)
             (progn (reins-store-start) (reins-session-read-id "Prompt session: ")))
         (cond ((derived-mode-p 'reins-buffer-mode) nil)
               ((use-region-p) (reins-prompt-quote (region-beginning) (region-end)))
               (current-prefix-arg (if buffer-file-name
                                       (concat "@" (reins-prompt--relative buffer-file-name))
                                     (reins-prompt-quote (point-min) (point-max)))))))
  (let ((session (reins-store-session id)))
    (reins-prompt--edit (format "*reins prompt: %s*" (reins-line (reins-title session) 40))
                        (reins-text session 'cwd) context)
    (setq reins-prompt--session id)
    (let ((buffer (current-buffer)))
      (reins-api "GET" (format "/sessions/%s/commands" id)
                 :on-error #'ignore
                 :on-success (lambda (answer)
                               (when (buffer-live-p buffer)
                                 (with-current-buffer buffer
                                   (setq reins-prompt--commands (reins-list answer 'items)))))))))

(defun reins-prompt--edit (name cwd context)
  "Open the buffer NAME to write a prompt in the folder CWD with CONTEXT."
  (pop-to-buffer (get-buffer-create name))
  (unless (derived-mode-p 'reins-prompt-mode) (reins-prompt-mode))
  (when (file-directory-p cwd) (setq default-directory (file-name-as-directory cwd)))
  (when context
    (goto-char (point-max))
    (unless (bolp) (insert "\n"))
    (insert context "\n")))

(defun reins-prompt-start (name cwd start)
  "Write the prompt of a new session in the buffer NAME, in the folder CWD.
START is called with the text."
  (reins-prompt--edit name cwd nil)
  (setq reins-prompt--start start))

;;; Context

(defun reins-prompt--relative (file)
  "Return FILE relative to the project that it is in."
  (let ((cwd (seq-find (lambda (cwd) (and (not (string-empty-p cwd))
                                          (string-prefix-p (file-name-as-directory cwd) file)))
                       (mapcar (lambda (session) (reins-text session 'cwd)) (reins-store-sessions)))))
    (if cwd (reins-path file cwd) file)))

(defun reins-prompt-quote (start end)
  "Return the text from START to END of this buffer as a quotation.
It names the file and its lines."
  (let ((text (string-trim-right (buffer-substring-no-properties start end)))
        (where (if buffer-file-name (reins-prompt--relative buffer-file-name) (buffer-name)))
        (fence "```"))
    (while (string-search fence text) (setq fence (concat fence "`")))
    (format "%s:%d-%d\n%s\n%s\n%s\n" where (line-number-at-pos start)
            (line-number-at-pos (+ start (length text))) fence text fence)))

(defun reins-prompt-insert-file (file)
  "Insert a reference to FILE."
  (interactive "fFile: ")
  (insert "@" (reins-path (expand-file-name file) (directory-file-name default-directory)) " "))

(defun reins-prompt-insert-buffer (buffer)
  "Insert the text of BUFFER as a quotation."
  (interactive "bBuffer: ")
  (insert (with-current-buffer buffer (reins-prompt-quote (point-min) (point-max))) "\n"))

(defun reins-prompt--complete ()
  "Complete a slash command or a file name after @ at point."
  (let ((end (point)))
    (save-excursion
      (skip-chars-backward "^ \t\n")
      (cond
       ((and (eq (char-after) ?/) (= (point) (point-min)))
        (list (1+ (point)) end (mapcar (lambda (command) (reins-text command 'name)) reins-prompt--commands)
              :annotation-function
              (lambda (name)
                (when-let ((command (seq-find (lambda (one) (equal (reins-text one 'name) name)) reins-prompt--commands)))
                  (concat "  " (reins-line (reins-text command 'about) 60))))))
       ((eq (char-after) ?@)
        (list (1+ (point)) end #'completion-file-name-table :exclusive 'no))))))

;;; Sending

(defun reins-prompt-send ()
  "Send the prompt; while Claude works, it waits in the queue."
  (interactive)
  (reins-prompt--send "queue"))

(defun reins-prompt-steer ()
  "Send the prompt into the running turn."
  (interactive)
  (reins-prompt--send "steer"))

(defun reins-prompt-now ()
  "Interrupt Claude and send the prompt."
  (interactive)
  (reins-prompt--send "now"))

(defun reins-prompt--send (when-sent)
  "Send the prompt; WHEN-SENT is queue, steer or now."
  (let ((text (string-trim (buffer-substring-no-properties (point-min) (point-max))))
        (id reins-prompt--session) (start reins-prompt--start))
    (when (string-empty-p text) (user-error "The prompt is empty"))
    (ring-insert reins-prompt--history text)
    (quit-window t)
    (if start (funcall start text) (reins-prompt-deliver id text when-sent))))

(defun reins-prompt-deliver (id text when-sent)
  "Send TEXT to the session with ID; WHEN-SENT is queue, steer or now.
A prompt that cannot be sent is kept in the kill ring."
  (reins-api "POST" (format "/sessions/%s/message" id)
             :retry t
             :body `((text . ,text) (when . ,when-sent) (message_id . ,(reins-uuid)))
             :on-success (lambda (message)
                           (message "Prompt %s" (let ((blocked (reins-get message 'blocked_by)))
                                                  (if blocked (format "waits for: %s" (replace-regexp-in-string "_" " " blocked)) "sent"))))
             :on-error (lambda (failure)
                         (kill-new text)
                         (message "Reins: %s  The prompt is in the kill ring." (reins-text failure 'message)))))

(defun reins-prompt-cancel ()
  "Discard the prompt."
  (interactive)
  (let ((text (string-trim (buffer-string))))
    (unless (string-empty-p text) (ring-insert reins-prompt--history text)))
  (quit-window t))

;;; History

(defun reins-prompt--recall (step)
  "Replace the text with the prompt STEP places earlier in the history."
  (when (ring-empty-p reins-prompt--history) (user-error "You have not sent a prompt yet"))
  (setq reins-prompt--index (if reins-prompt--index (+ reins-prompt--index step) (if (> step 0) 0 -1)))
  (erase-buffer)
  (insert (ring-ref reins-prompt--history reins-prompt--index)))

(defun reins-prompt-previous ()
  "Insert the previous prompt that you sent."
  (interactive)
  (reins-prompt--recall 1))

(defun reins-prompt-next ()
  "Insert the next prompt that you sent."
  (interactive)
  (reins-prompt--recall -1))

(provide 'reins-prompt)
;;; reins-prompt.el ends here
