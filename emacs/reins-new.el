;;; reins-new.el --- Starting sessions  -*- lexical-binding: t; -*-

;;; Commentary:

;; The menu that starts a session.

;;; Code:

(require 'reins-prompt)
(require 'reins-steer)

(defun reins-new--body (folder arguments prompt)
  "Return the body of a request for a new session.
It works in FOLDER with ARGUMENTS and PROMPT.
ARGUMENTS are those of the menu, such as \"--model=opus\"."
  (let ((value (lambda (name) (transient-arg-value (concat "--" name "=") arguments)))
        (body `((cwd . ,(directory-file-name (expand-file-name folder))))))
    (dolist (name '("model" "driver" "name"))
      (when-let ((given (funcall value name))) (push (cons (intern name) given) body)))
    (when-let ((mode (funcall value "mode")))
      (push (cons 'permission_mode (or (car (rassoc mode reins-words-modes)) mode)) body))
    (when (member "--worktree" arguments) (push '(worktree . t) body))
    (unless (string-blank-p (or prompt "")) (push (cons 'prompt prompt) body))
    body))

(defun reins-new-write (arguments)
  "Write the prompt of a new session with ARGUMENTS, and start it."
  (interactive (list (transient-args 'reins-new)))
  (let ((folder (read-directory-name "Folder: ")))
    (reins-prompt-start
     "*reins prompt: new session*" folder
     (lambda (prompt)
       (reins-steer-start "/sessions" (reins-new--body folder arguments prompt) "Started")))))

(defun reins-new-idle (arguments)
  "Start a session with ARGUMENTS that waits for its first prompt."
  (interactive (list (transient-args 'reins-new)))
  (reins-steer-start "/sessions" (reins-new--body (read-directory-name "Folder: ") arguments nil) "Started"))

(transient-define-argument reins-new--model ()
  :description "Model"
  :class 'transient-option
  :key "-m"
  :argument "--model="
  :reader (lambda (prompt _initial history) (completing-read prompt (reins-steer-models) nil nil nil history)))

(transient-define-argument reins-new--mode ()
  :description "Permission mode"
  :class 'transient-option
  :key "-p"
  :argument "--mode="
  :choices (mapcar #'cdr reins-words-modes))

(transient-define-argument reins-new--driver ()
  :description "Driver"
  :class 'transient-option
  :key "-d"
  :argument "--driver="
  :choices '("stream" "tmux"))

;;;###autoload (autoload 'reins-new "reins-new" nil t)
(transient-define-prefix reins-new ()
  "Start or continue a session."
  ["Options"
   (reins-new--model)
   (reins-new--mode)
   (reins-new--driver)
   ("-n" "Name" "--name=")
   ("-w" "In a Git worktree" "--worktree")]
  ["Start"
   ("s" "Write the first prompt" reins-new-write)
   ("i" "Without a prompt" reins-new-idle)
   ("c" "Continue the newest session in a folder" reins-continue)]
  (interactive)
  (reins-store-start)
  (transient-setup 'reins-new))

(provide 'reins-new)
;;; reins-new.el ends here
