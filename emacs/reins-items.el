;;; reins-items.el --- The items of a conversation as sections  -*- lexical-binding: t; -*-

;;; Commentary:

;; Turns prompts, texts, thoughts, tool calls and subagents into nodes for
;; `reins-tree-update'.

;;; Code:

(require 'reins-markdown)
(require 'reins-tree)

(defclass reins-turn-section (magit-section) ())
(defclass reins-item-section (magit-section) ())

(cl-defstruct (reins-context (:copier nil))
  "What items of a session are shown with."
  (cwd "" :documentation "Folder of the session.")
  (asking nil :documentation "Ids of the tool calls that wait for an answer.")
  (answers nil :documentation "Answers of people and rules, by tool call.")
  (busy nil :documentation "Non-nil if a call without a result still runs.")
  (agents nil :documentation "Subagents of the session.")
  (thread #'ignore :documentation "Function that returns the turns of a subagent, or nil.")
  (load #'ignore :documentation "Function that loads the turns of a subagent.")
  (width 80 :documentation "Columns of a line.")
  (cache nil :documentation "Earlier nodes by key."))

(defun reins-items--cached (context key sig make)
  "Return the node with KEY and SIG in CONTEXT, or the result of MAKE."
  (let* ((cache (reins-context-cache context))
         (known (gethash key cache)))
    (if (and known (equal (reins-node-sig known) sig))
        known
      (puthash key (funcall make) cache))))

(defun reins-items-indent (text)
  "Indent the lines of TEXT."
  (propertize text 'line-prefix "    " 'wrap-prefix "    "))

(defun reins-items-cut (lines)
  "Join LINES, and cut them after `reins-body-lines'."
  (let* ((count (length lines))
         (all (lambda () (concat (string-join lines "\n") "\n"))))
    (if (<= count reins-body-lines)
        (if lines (funcall all) "")
      (concat (string-join (seq-take lines reins-body-lines) "\n") "\n"
              (propertize (format "%s, RET shows all\n"
                                  (reins-plural (- count reins-body-lines) "more line" "more lines"))
                          'face 'reins-quiet 'reins-whole all)))))

(defun reins-items-right (left right width)
  "Return LEFT and RIGHT on one line of WIDTH columns; LEFT is cut if needed."
  (let* ((left (truncate-string-to-width left (max 10 (- width (string-width right) 1)) nil nil "…"))
         (gap (- width (string-width left) (string-width right))))
    (if (string-empty-p right) left
      (concat left (make-string (max 1 gap) ?\s) right))))

;;; Turns

(defun reins-items-turn (turn context)
  "Return the node of TURN, as the hub reports it, in CONTEXT."
  (let* ((prompt (reins-get turn 'prompt))
         (outcome (reins-get turn 'outcome))
         (duration (reins-get turn 'duration_ms))
         (width (reins-context-width context)))
    (reins-node
     :key (concat "turn:" (if prompt (reins-get prompt 'id) "start"))
     :class 'reins-turn-section
     :data turn
     :sig (list prompt outcome duration width)
     :head (lambda () (reins-items--turn-head prompt outcome duration width))
     :body (when prompt (lambda () (reins-items--prompt-rest prompt)))
     :children (reins-items-nodes (reins-list turn 'items) context)
     :group t)))

(defun reins-items--turn-head (prompt outcome duration width)
  "Return the heading of a turn with PROMPT, OUTCOME and DURATION in WIDTH columns."
  (reins-items-right
   (if (null prompt)
       (propertize "Earlier in this turn" 'face 'reins-quiet)
     (concat (propertize (pcase (reins-get prompt 'origin)
                           ("agent" "Claude, to its subagent: ") ("task-notification" "A background task ended: ")
                           ("relayed" "You, relayed: ") ("folded" "You, steering: ") (_ "❯ "))
                         'face 'reins-quiet)
             (propertize (reins-items--prompt-line (reins-text prompt 'text))
                         'face (if (reins-get prompt 'abandoned) 'reins-quiet 'reins-prompt))))
   (string-join
    (delq nil (list (and (reins-get prompt 'abandoned) (propertize "undone" 'face 'reins-quiet))
                    (and outcome (not (equal outcome "completed")) (propertize outcome 'face 'reins-failed))
                    (and duration (> duration 0) (propertize (reins-duration duration) 'face 'reins-quiet))))
    " · ")
   width))

(defun reins-items--prompt-line (text)
  "Return the first line of the prompt TEXT; of an internal notice, its summary."
  (if (string-match "<summary>\\([^<]*\\)</summary>" text)
      (reins-line (match-string 1 text))
    (or (reins-first-line text) "")))

(defun reins-items--prompt-rest (prompt)
  "Return the text of PROMPT after its first line."
  (let ((lines (cdr (split-string (string-trim (reins-exact (reins-text prompt 'text))) "\n")))
        (images (or (reins-get prompt 'images) 0)))
    (concat (and lines (propertize (reins-items-cut lines) 'face 'reins-prompt 'line-prefix "  " 'wrap-prefix "  "))
            (and (> images 0)
                 (propertize (format "  with %s\n" (reins-plural images "picture" "pictures")) 'face 'reins-quiet)))))

;;; Items

(defun reins-items-nodes (items context)
  "Return the nodes of ITEMS in CONTEXT."
  (delq nil (mapcar (lambda (item) (reins-items-node item context)) items)))

(defun reins-items-node (item context)
  "Return the node of ITEM in CONTEXT, or nil if there is nothing to show."
  (pcase (reins-get item 'kind)
    ("tool" (reins-items--tool item context))
    ("text" (reins-items--leaf item context (lambda () (concat (string-trim (reins-markdown (reins-text item 'text))) "\n"))))
    ("thinking"
     (unless (string-empty-p (string-trim (reins-text item 'text)))
       (reins-items--folded item context (lambda () (propertize "▸ Thought" 'face 'reins-quiet))
                            (lambda () (reins-markdown (reins-text item 'text))))))
    ("command"
     (reins-items--folded item context
                          (lambda () (propertize (reins-line (format "❯ %s %s" (reins-text item 'name) (reins-text item 'args)))
                                                 'face 'reins-prompt))
                          (lambda () (reins-items-cut (split-string (string-trim (reins-exact (reins-text item 'output))) "\n")))))
    ("error"
     (reins-items--leaf item context
                        (lambda () (propertize (format "The API failed: %s\n" (reins-exact (reins-text item 'message)))
                                               'face 'reins-failed))))
    ("compaction"
     (reins-items--folded item context
                          (lambda () (propertize (reins-items--compaction item) 'face 'reins-quiet))
                          (lambda () (reins-markdown (reins-text item 'summary)))))))

(defun reins-items--key (item)
  "Return the key of the node of ITEM."
  (concat "item:" (reins-get item 'id)))

(defun reins-items--leaf (item context text)
  "Return a node for ITEM in CONTEXT with the result of TEXT."
  (reins-items--cached context (reins-items--key item) item
                       (lambda ()
                         (reins-node :key (reins-items--key item) :class 'reins-item-section
                                     :data item :sig item :body text))))

(defun reins-items--folded (item context head text)
  "Return a folded node for ITEM in CONTEXT with HEAD and TEXT."
  (reins-items--cached context (reins-items--key item) item
                       (lambda ()
                         (reins-node :key (reins-items--key item) :class 'reins-item-section
                                     :data item :sig item :head head :fold t
                                     :body (lambda ()
                                             (reins-items-indent (concat (string-trim-right (funcall text)) "\n")))))))

(defun reins-items--compaction (item)
  "Return a line about the compaction ITEM."
  (let ((before (reins-get item 'tokens_before)) (after (reins-get item 'tokens_after)))
    (concat "Conversation compacted"
            (and (equal (reins-get item 'trigger) "auto") " automatically")
            (and before after (format ", %s to %s tokens" (reins-count before) (reins-count after))))))

;;; Tool calls

(defun reins-items--tool (item context)
  "Return the node of the tool call ITEM in CONTEXT."
  (let* ((id (reins-get item 'tool_use_id))
         (is-asking (and (member id (reins-context-asking context)) t))
         (is-running (and (reins-context-busy context) (null (reins-get item 'finished_at))))
         (agent (seq-find (lambda (agent) (equal (reins-get agent 'tool_use_id) id))
                          (reins-context-agents context)))
         (thread (and agent (funcall (reins-context-thread context) (reins-get agent 'agent_id))))
         (answer (cdr (assoc id (reins-context-answers context))))
         (key (reins-items--key item))
         (width (reins-context-width context))
         (sig (list item is-asking is-running width answer
                    (reins-get agent 'state) (reins-get agent 'tool_calls) thread)))
    (reins-items--cached
     context key sig
     (lambda ()
       (reins-node
        :key key :class 'reins-item-section :data item :sig sig
        :fold (not (member (reins-get item 'name) reins-expanded-tools))
        :group (and thread t)
        :children (and thread (reins-items--thread thread context))
        :head (lambda () (reins-items--tool-head item context is-asking is-running agent answer))
        :body (unless thread
                (lambda ()
                  (when agent (funcall (reins-context-load context) (reins-get agent 'agent_id)))
                  (reins-items-indent (concat (reins-items-cut (reins-items--tool-lines item context))
                                              (and agent (propertize "Loading…\n" 'face 'reins-quiet)))))))))))

(defun reins-items--thread (turns context)
  "Return the nodes of a subagent in CONTEXT.
TURNS are its conversation."
  (mapcan (lambda (turn)
            (let ((prompt (reins-get turn 'prompt)))
              (append (and prompt
                           (list (reins-items--leaf
                                  prompt context
                                  (lambda ()
                                    (reins-items-indent
                                     (propertize (reins-items-cut (split-string (string-trim (reins-exact (reins-text prompt 'text))) "\n"))
                                                 'face 'reins-prompt))))))
                      (reins-items-nodes (reins-list turn 'items) context))))
          turns))

(defun reins-items--tool-head (item context is-asking is-running agent answer)
  "Return the heading of the tool call ITEM in CONTEXT.
IS-ASKING and IS-RUNNING describe its state, AGENT its subagent, and
ANSWER who decided about it."
  (let* ((name (reins-text item 'name))
         (input (reins-get item 'input))
         (summary (reins-items--summary item))
         (is-bad (member summary '("failed" "denied" "interrupted")))
         (duration (reins-get item 'duration_ms))
         (mark (cond (is-asking (propertize "◆ " 'face 'reins-waiting))
                     (is-running (propertize "● " 'face 'reins-working))
                     (is-bad (propertize "✗ " 'face 'reins-failed))
                     (t (propertize "▸ " 'face 'reins-quiet))))
         (state (cond (is-asking "waiting for you") (is-running "running") (t summary))))
    (propertize
     (reins-items-right
      (concat mark (propertize (reins-tool-verb name) 'face (if is-bad 'reins-failed 'reins-tool)) " "
              (or (reins-first-line (reins-tool-object name input (reins-context-cwd context))) ""))
      (concat (propertize (string-join
                           (delq nil (list (and agent (reins-plural (or (reins-get agent 'tool_calls) 0) "call" "calls"))
                                           (and answer (format "%s %s" (reins-decision answer) (reins-decider answer)))
                                           (unless (or (string-empty-p state) (and answer (equal state "denied"))) state)))
                           ", ")
                          'face (if is-bad 'reins-failed 'reins-quiet))
              (and duration (propertize (concat "  " (reins-duration duration)) 'face 'reins-quiet)))
      (reins-context-width context))
     'reins-place (reins-items--place name input))))

(defun reins-items--place (name input)
  "Return the file that a call of NAME with INPUT is about, as (PATH . LINE)."
  (let ((path (or (reins-get input 'file_path) (reins-get input 'notebook_path))))
    (when (stringp path)
      (cons path (and (equal name "Read") (reins-get input 'offset))))))

(defun reins-items--summary (item)
  "Return the outcome of the tool call ITEM in a few words."
  (let* ((details (reins-get item 'details))
         (lines (and (consp details) (reins-diff-result details))))
    (cond
     ((member (reins-get item 'decision) '("deny" "reject")) "denied")
     ((reins-get item 'is_error) "failed")
     ((not (consp details)) "")
     ((reins-get details 'interrupted) "interrupted")
     (lines (let ((added (seq-count (lambda (line) (string-prefix-p "+" line)) lines))
                  (removed (seq-count (lambda (line) (string-prefix-p "-" line)) lines)))
              (string-trim (concat (and (> added 0) (format "+%d " added))
                                   (and (> removed 0) (format "−%d" removed))))))
     ((reins-get details 'numFiles) (reins-plural (reins-get details 'numFiles) "file" "files"))
     ((reins-get details 'numLines) (reins-plural (reins-get details 'numLines) "line" "lines"))
     (t ""))))

(defun reins-items--tool-lines (item context)
  "Return the lines of the tool call ITEM in CONTEXT: input, change and result."
  (let* ((details (reins-get item 'details))
         (changed (and (consp details) (reins-diff-result details)))
         (result (string-trim-right (reins-exact (reins-items--result item)))))
    (append
     (unless changed
       (reins-items-input-lines (reins-text item 'name) (reins-get item 'input) (reins-context-cwd context)))
     changed
     (unless (or changed (string-empty-p result))
       (mapcar (lambda (line) (propertize line 'face (if (reins-get item 'is_error) 'reins-failed 'reins-quiet)))
               (split-string result "\n"))))))

(defun reins-items-input-lines (name input &optional cwd)
  "Return the complete INPUT of a call of the tool NAME as lines.
Paths are relative to CWD."
  (let ((changes (reins-diff-input name input))
        (command (reins-get input 'command))
        (rest (seq-remove (lambda (entry) (memq (car entry) '(command description))) input)))
    (cond
     ((stringp command)
      (append (mapcar (lambda (line) (propertize line 'face 'bold)) (split-string (reins-exact command) "\n"))
              (let ((about (reins-text input 'description)))
                (unless (string-empty-p about) (list (propertize (reins-line about) 'face 'reins-quiet))))
              (and rest (reins-items--pretty rest))))
     (changes
      (cons (propertize (concat (reins-exact (reins-path (or (reins-get input 'file_path) (reins-text input 'notebook_path)) cwd))
                                (and (reins-get input 'replace_all) ", all occurrences"))
                        'face 'bold 'reins-place (reins-items--place name input))
            changes))
     ((and (string-empty-p name) (reins-get input 'screen))
      (split-string (reins-exact (reins-text input 'screen)) "\n"))
     (input (reins-items--pretty input)))))

(defun reins-items-pretty (value)
  "Return VALUE as JSON with one line per field."
  (with-temp-buffer
    (insert (reins-json value))
    (json-pretty-print-buffer)
    (buffer-string)))

(defun reins-items--pretty (value)
  "Return VALUE as lines of JSON."
  (split-string (reins-exact (reins-items-pretty value)) "\n"))

(defun reins-items--result (item)
  "Return the result of the tool call ITEM as text."
  (let ((details (reins-get item 'details)) (result (reins-get item 'result)))
    (cond
     ((and (consp details) (stringp (reins-get details 'stdout)))
      (string-join (seq-remove #'string-empty-p (list (reins-text details 'stdout) (reins-text details 'stderr))) "\n"))
     ((stringp result) result)
     ((vectorp result)
      (mapconcat (lambda (block)
                   (pcase (reins-get block 'type)
                     ("text" (reins-text block 'text)) ("image" "[a picture]") (_ (reins-items-pretty block))))
                 result "\n"))
     ((consp result) (reins-items-pretty result))
     (t ""))))

(provide 'reins-items)
;;; reins-items.el ends here
