;;; reins-words.el --- Sessions, tool calls and requests in words  -*- lexical-binding: t; -*-

;;; Commentary:

;; Pure functions with the wording that the page and the terminal UI use.

;;; Code:

(require 'reins-api)

;;; Text

(defconst reins-words--hidden
  (concat "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
          "\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0e\ufeff\uffa0"
          "\ufff0-\ufff8\U000e0000-\U000e0fff]")
  "Characters that are invisible, look like a space or reorder text.")

(defun reins-exact (text)
  "Return TEXT with every hidden character spelled out: <U+202E>."
  (replace-regexp-in-string
   reins-words--hidden
   (lambda (found) (format "<U+%04X>" (aref found 0)))
   (replace-regexp-in-string "\r\n" "\n" text t t) t t))

(defun reins-line (text &optional width)
  "Return TEXT on one line, cut to WIDTH columns if that is given."
  (let ((line (string-trim (replace-regexp-in-string "[ \t\n]+" " " (reins-exact text)))))
    (if width (truncate-string-to-width line (max 1 width) nil nil "…") line)))

(defun reins-first-line (text)
  "Return the first line of TEXT that is not empty."
  (car (split-string (string-trim (reins-exact text)) "\n")))

(defun reins-path (path &optional cwd)
  "Return PATH as people read it: relative to CWD if it is inside."
  (let ((folder (and cwd (not (string-empty-p cwd)) (file-name-as-directory cwd))))
    (cond ((and folder (string-prefix-p folder path)) (substring path (length folder)))
          ((string-match "\\`\\(?:/\\(?:home\\|Users\\)/[^/]+\\|/root\\)\\(/\\|\\'\\)" path)
           (concat "~" (substring path (match-beginning 1))))
          (t path))))

(defun reins-project (cwd)
  "Return the name of the project in the folder CWD."
  (let ((name (file-name-nondirectory (directory-file-name cwd))))
    (if (string-empty-p name) "no folder" name)))

(defun reins-count (count)
  "Return COUNT in short: 950, 12.4k, 1.2M."
  (cond ((< count 1000) (number-to-string count))
        ((< count 100000) (format "%.1fk" (/ count 1000.0)))
        ((< count 1000000) (format "%dk" (round count 1000)))
        (t (format "%.1fM" (/ count 1000000.0)))))

(defun reins-capital (text)
  "Return TEXT with a capital letter at its start."
  (concat (upcase (substring text 0 1)) (substring text 1)))

(defun reins-plural (count one many)
  "Return COUNT with ONE or MANY: 1 file, 2 files."
  (format "%d %s" count (if (= count 1) one many)))

(defun reins-duration (ms)
  "Return a duration of MS milliseconds as people read it."
  (let ((seconds (round ms 1000)))
    (cond ((< ms 1000) (format "%d ms" ms))
          ((< ms 10000) (format "%.1f s" (/ ms 1000.0)))
          ((< seconds 60) (format "%d s" seconds))
          ((< seconds 3600) (format "%d min %d s" (/ seconds 60) (% seconds 60)))
          (t (format "%d h %d min" (/ seconds 3600) (/ (% seconds 3600) 60))))))

(defun reins-age (moment)
  "Return how long ago MOMENT was, an ISO time: now, 2 min, 3 h, 5 d."
  (let ((seconds (- (float-time) (float-time (or (ignore-errors (date-to-time moment)) 0)))))
    (cond ((< seconds 60) "now")
          ((< seconds 3600) (format "%d min" (/ seconds 60)))
          ((< seconds 86400) (format "%d h" (/ seconds 3600)))
          (t (format "%d d" (/ seconds 86400))))))

;;; Sessions

(defconst reins-words-modes
  '(("default" . "Manual") ("acceptEdits" . "Accept edits") ("plan" . "Plan") ("auto" . "Auto")
    ("dontAsk" . "Don't ask") ("bypassPermissions" . "Bypass permissions"))
  "Claude Code's permission modes and their names.")

(defun reins-mode-name (mode)
  "Return the name of the permission MODE."
  (or (cdr (assoc mode reins-words-modes)) mode ""))

(defun reins-model-name (model)
  "Return the common name of MODEL: opus 4 for claude-opus-4-20250514."
  (let ((model (replace-regexp-in-string "-[0-9]\\{8\\}\\'" "" (or model ""))))
    (if (string-match "\\`claude-\\([a-z]+\\)-?\\([0-9-]*\\)\\'" model)
        (string-trim (concat (match-string 1 model) " "
                             (replace-regexp-in-string "-" "." (match-string 2 model))))
      (string-remove-prefix "claude-" model))))

(defun reins-title (session)
  "Return the title of SESSION."
  (let ((title (reins-line (reins-text session 'title))))
    (if (string-empty-p title) "Untitled session" title)))

(defun reins-status (session)
  "Return the shape of the status of SESSION, with its face."
  (pcase (reins-get session 'status)
    ("starting" (propertize "◌" 'face 'reins-working))
    ("working" (propertize "●" 'face 'reins-working))
    ("waiting" (propertize "◆" 'face 'reins-waiting))
    ("idle" (propertize "○" 'face 'reins-quiet))
    (_ (propertize "·" 'face 'reins-quiet))))

(defun reins-terminal-wait (session)
  "Return what SESSION waits for in its terminal, in a few words."
  (let ((waiting-for (reins-line (reins-text session 'waiting_for))))
    (if (string-empty-p waiting-for)
        "answer in the terminal"
      (concat "answer in the terminal: " waiting-for))))

(defun reins-doing (session)
  "Return what SESSION is doing, in a few words."
  (let ((count (or (reins-get session 'open_interactions) 0))
        (doing (reins-text session 'doing)))
    (pcase (reins-get session 'status)
      ("waiting" (cond ((> count 1) (format "%d waiting for you" count))
                       ((= count 1) "waiting for you")
                       (t (reins-terminal-wait session))))
      ((and "working" (guard (not (string-empty-p doing)))) (reins-line doing))
      (status (string-join (delq nil (list status (reins-get session 'git_branch))) " · ")))))

(defun reins-cost (session)
  "Return the cost of SESSION so far, or an empty string."
  (let ((cost (reins-get session 'cost_usd)))
    (cond ((null cost) "")
          ((< 0 cost 0.01) "<$0.01")
          (t (format "$%.2f" cost)))))

;;; Tool calls

(defconst reins-words--tools
  '(("Bash" "Run" command "run a command") ("Read" "Read" file_path "read a file")
    ("Edit" "Edit" file_path "edit a file") ("MultiEdit" "Edit" file_path "edit a file")
    ("Write" "Write" file_path "write a file") ("NotebookEdit" "Edit" notebook_path "edit a notebook cell")
    ("Grep" "Search" pattern "search in files") ("Glob" "Find" pattern "find files")
    ("LS" "List" path "list a folder") ("WebFetch" "Fetch" url "fetch a web page")
    ("WebSearch" "Search the web" query "search the web")
    ("Task" "Agent" description "start a subagent") ("Agent" "Agent" description "start a subagent")
    ("TodoWrite" "Tasks" nil "update its task list") ("TaskCreate" "Task" subject "update its task list")
    ("TaskUpdate" "Task" taskId "update its task list") ("Skill" "Skill" skill "use a skill")
    ("KillShell" "Stop" shell_id "stop a background task") ("TaskStop" "Stop" task_id "stop a background task")
    ("ExitPlanMode" "Plan" nil nil) ("AskUserQuestion" "Ask" nil nil))
  "Tools: name, verb, the most informative input, and what Claude wants.")

(defun reins-tool-server (name)
  "Return (SERVER . TOOL) if NAME is a tool of an MCP server."
  (when (string-match "\\`mcp__\\(.+?\\)__\\(.+\\)\\'" name)
    (cons (match-string 1 name) (match-string 2 name))))

(defun reins-tool-verb (name)
  "Return what the tool NAME does, in a word."
  (or (nth 1 (assoc name reins-words--tools)) (cdr (reins-tool-server name)) name))

(defun reins-tool-object (name input &optional cwd)
  "Return what a call of the tool NAME with INPUT is about.
Paths are relative to CWD."
  (let* ((known (assoc name reins-words--tools))
         (field (nth 2 known))
         (text (cond ((equal name "AskUserQuestion")
                      (reins-text (car (reins-list input 'questions)) 'question))
                     (field (reins-text input field))
                     (known "")
                     (t (or (seq-find #'stringp (mapcar #'cdr input)) "")))))
    (reins-exact (if (memq field '(file_path notebook_path path)) (reins-path text cwd) text))))

(defun reins-tool-wish (name)
  "Return a sentence about a request to use the tool NAME."
  (let ((wish (nth 3 (assoc name reins-words--tools)))
        (server (reins-tool-server name)))
    (cond (wish (concat "Claude wants to " wish))
          (server (format "Claude wants to use %s from %s" (cdr server) (car server)))
          ((string-empty-p name) "Claude Code asks for permission in its terminal")
          (t (format "Claude wants to use %s" name)))))

;;; Requests and answers

(defun reins-request-headline (request)
  "Return a sentence that describes REQUEST."
  (let ((input (reins-get request 'input)))
    (pcase (reins-get request 'kind)
      ("question" (let ((count (length (reins-list input 'questions))))
                    (if (> count 1) (format "Claude has %d questions" count) "Claude has a question")))
      ("plan" "Claude has a plan")
      ("elicitation" (let ((server (reins-text input 'mcp_server_name)))
                       (format "%s asks for input"
                               (if (string-empty-p server) "An MCP server" (reins-line server)))))
      (_ (reins-tool-wish (reins-text request 'tool_name))))))

(defun reins-request-object (request)
  "Return what REQUEST is about, on one line."
  (let ((input (reins-get request 'input)))
    (reins-line
     (pcase (reins-get request 'kind)
       ("question" (reins-text (car (reins-list input 'questions)) 'question))
       ("plan" (replace-regexp-in-string "\\`#+ *" "" (or (reins-first-line (reins-plan-text request)) "")))
       ("elicitation" (reins-text input 'message))
       (_ (if (string-empty-p (reins-text request 'tool_name))
              (reins-text input 'screen)
            (reins-tool-object (reins-text request 'tool_name) input (reins-text request 'cwd))))))))

(defun reins-plan-text (request)
  "Return the plan in REQUEST as Claude wrote it."
  (let ((plan (reins-text request 'input 'plan)))
    (if (string-empty-p plan) (reins-text request 'input 'screen) plan)))

(defun reins-decider (answer)
  "Return who gave ANSWER: by phone, in the terminal."
  (let ((name (reins-text answer 'by 'name)))
    (pcase (reins-get answer 'by 'type)
      ("terminal" "in the terminal")
      ("rule" (format "by the rule \"%s\"" name))
      ;; A token has an id; other programs decide outside of the hub.
      ((and "program" (guard (not (reins-get answer 'by 'id)))) (format "by a program (%s)" name))
      (_ (format "by %s" name)))))

(defun reins-decision (answer)
  "Return what ANSWER decided: allowed, denied, answered."
  (pcase (or (reins-get answer 'decision) (reins-get answer 'action))
    ("allow" "allowed") ("deny" "denied") ("approve" "approved") ("reject" "rejected")
    ("accept" "filled in") ("decline" "declined") ("cancel" "cancelled") (_ "answered")))

(defconst reins-words-places
  '(("session" . "for this session") ("localSettings" . "for you in this project")
    ("projectSettings" . "for everyone in this project") ("userSettings" . "in all your projects"))
  "Where a permission rule can be stored.")

(defun reins-suggestion-words (suggestion)
  "Return SUGGESTION, one of Claude Code's, in words."
  (let ((rules (mapconcat (lambda (rule)
                            (let ((tool (reins-text rule 'toolName)) (content (reins-get rule 'ruleContent)))
                              (cond ((null content) tool) ((equal tool "Bash") content)
                                    (t (concat tool " " content)))))
                          (reins-list suggestion 'rules) ", "))
        (folders (string-join (reins-list suggestion 'directories) ", "))
        (place (cdr (assoc (reins-get suggestion 'destination) reins-words-places))))
    (reins-exact
     (concat (pcase (reins-get suggestion 'type)
               ((or "addRules" "replaceRules")
                (format "also %s %s" (or (reins-get suggestion 'behavior) "allow") rules))
               ("removeRules" (concat "remove the rule " rules))
               ("addDirectories" (concat "also work in " folders))
               ("removeDirectories" (concat "no longer work in " folders))
               ("setMode" (format "switch to %s mode" (reins-mode-name (reins-get suggestion 'mode))))
               (type (or type "an unknown suggestion")))
             (and place (concat ", " place))))))

(provide 'reins-words)
;;; reins-words.el ends here
