;;; reins-custom.el --- Options and faces of Reins  -*- lexical-binding: t; -*-

;;; Commentary:

;; The options that you can customize, and the faces of all buffers.

;;; Code:

(defgroup reins nil
  "Watch, answer and steer Claude Code sessions through a Reins hub."
  :group 'tools
  :prefix "reins-")

(defcustom reins-url nil
  "Address of the hub, such as \"https://hub.example.com\".
If nil, the hub of this machine is used: the one that runs for
`reins-home'.  The variable REINS_URL is used if this is nil."
  :type '(choice (const :tag "The hub of this machine" nil) string))

(defcustom reins-token nil
  "Token for the hub at `reins-url'.
A string, or a function that returns one.  If nil, the variable
REINS_TOKEN and then `auth-source' are consulted, with the host of
`reins-url' and the user \"reins\".  The hub of this machine needs
no token here."
  :type '(choice (const :tag "From auth-source" nil) string function))

(defcustom reins-home nil
  "Folder of the hub of this machine.
If nil, the variable REINS_HOME decides, and then ~/.reins."
  :type '(choice (const :tag "Default" nil) directory))

(defcustom reins-curl-program "curl"
  "The curl program that talks to the hub."
  :type 'string)

(defcustom reins-notify 'message
  "How to report a new request.
`message' uses the echo area, `desktop' a desktop notification
through D-Bus.  The mode line shows the number of requests in any
case while `reins-mode' is on."
  :type '(choice (const :tag "Echo area" message)
                 (const :tag "Desktop notification" desktop)
                 (const :tag "Only the mode line" nil)))

(defcustom reins-confirm-allow t
  "Whether to ask again before a permission request is allowed.
Requests that the hub flags as risky are always confirmed."
  :type 'boolean)

(defcustom reins-expanded-tools '("Edit" "MultiEdit" "Write" "NotebookEdit")
  "Tools whose calls are shown expanded."
  :type '(repeat string))

(defcustom reins-body-lines 40
  "How many lines of a tool call to show before the rest is cut off.
Press RET on the last line to see all of it."
  :type 'natnum)

(defcustom reins-page-items 100
  "How many items of a conversation to load at a time."
  :type 'natnum)

(defcustom reins-most-items 600
  "How many items of a conversation a buffer shows at most.
If you load more, the other end of the conversation is dropped from
the buffer.  Emacs slows down with the number of sections."
  :type 'natnum)

(defcustom reins-refresh-delay 0.25
  "Seconds to collect events before the buffers are updated."
  :type 'number)

(defface reins-title '((t :inherit magit-section-heading))
  "Title of a session, and headings.")

(defface reins-prompt
  '((((class color) (background light)) :foreground "DarkSlateBlue" :weight bold)
    (((class color) (background dark)) :foreground "LightSkyBlue" :weight bold)
    (t :weight bold))
  "Prompts in a conversation.")

(defface reins-waiting '((t :inherit warning))
  "Something that waits for an answer.")

(defface reins-working '((t :inherit success))
  "Something that is running.")

(defface reins-failed '((t :inherit error))
  "Something that failed.")

(defface reins-quiet '((t :inherit shadow))
  "Secondary facts.")

(defface reins-tool '((t :inherit font-lock-function-name-face))
  "What a tool call does.")

(defface reins-heading '((t :inherit bold))
  "Headings in Markdown.")

(defface reins-code '((t :inherit font-lock-constant-face))
  "Code in Markdown.")

(defface reins-comment '((t :inherit font-lock-comment-face))
  "Your comments on the lines of a plan.")

(provide 'reins-custom)
;;; reins-custom.el ends here
