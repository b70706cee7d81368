;;; units.el --- Tests without a hub  -*- lexical-binding: t; -*-

;;; Commentary:

;; Pure parts, sections that change in place, and the proof of the hub.

;;; Code:

(require 'ert)
(require 'reins)

(defun units--text ()
  "Return the visible text of the current buffer."
  (let ((text "") (position (point-min)))
    (while (< position (point-max))
      (let ((next (next-single-char-property-change position 'invisible)))
        (unless (invisible-p position) (setq text (concat text (buffer-substring-no-properties position next))))
        (setq position next)))
    text))

(ert-deftest units-curl-config ()
  (should (equal (reins-curl-config '(("url" . "http://a\"\\\n") ("fail" . t)))
                 "url = \"http://a\\\"\\\\\\n\"\nfail\n"))
  (should (equal (mapcar #'car (reins-curl-body "{\"a\":\"@x\"}")) '("header" "data-binary")))
  (should (equal (cdar (last (reins-curl-body "{\"a\":\"@x\"}"))) "{\"a\":\"\\u0040x\"}"))
  (let* ((long (reins-json `((text . ,(make-string 50000 ?ü)))))
         (pieces (reins-curl-body long)))
    (should (equal (mapconcat #'cdr pieces "") long))
    (should (equal (seq-uniq (mapcar #'car pieces)) '("json")))))

(ert-deftest units-hub-is-found-and-its-token-stays ()
  (let* ((reins-home (make-temp-file "reins-units-" t))
         (process-environment (append '("REINS_URL=" "REINS_TOKEN=") process-environment))
         (reins-url nil) (reins-token nil) (auth-sources nil))
    (should-error (reins-hub-find) :type 'reins-error)
    (with-temp-file (expand-file-name "hub.json" reins-home) (insert "{\"url\":\"http://127.0.0.1:4820\"}"))
    (with-temp-file (expand-file-name "token" reins-home) (insert "secret\n"))
    (should (equal (plist-get (reins-hub-find) :token) "secret"))
    (let ((reins-url "http://127.0.0.1:4820/"))
      (should (plist-get (reins-hub-find) :home)))
    (let ((reins-url "https://hub.example.com"))
      (should-error (reins-hub-find) :type 'reins-error)
      (let ((reins-token "other"))
        (should (equal (reins-hub-find) '(:url "https://hub.example.com:443" :token "other")))))
    (let ((reins-url "localhost:4820")) (should-error (reins-hub-find) :type 'reins-error))
    (delete-directory reins-home t)))

(ert-deftest units-proof ()
  ;; Made by the hub's own function for the same arguments.
  (should (equal (reins-hub-proof "token" "challenge" 4820) "qbZVEthkNHvPq7f5zGa1YeBtNKuX4RtIpUWk2uXdNiI"))
  (let ((hub '(:url "http://127.0.0.1:4820" :token "token" :home "/h/")))
    (should-not (reins-hub--check hub "challenge" 200 "{\"proof\":\"qbZVEthkNHvPq7f5zGa1YeBtNKuX4RtIpUWk2uXdNiI\"}"))
    (should (string-match-p "is not the hub" (reins-hub--check hub "other" 200 "{\"proof\":\"qbZVEthkNHvPq7f5zGa1YeBtNKuX4RtIpUWk2uXdNiI\"}")))
    (should (string-match-p "is not the hub" (reins-hub--check hub "challenge" 200 "{\"status\":\"ok\"}")))
    (should (string-match-p "does not respond" (reins-hub--check hub "challenge" nil "refused"))))
  (should-not (equal (reins-hub--random) (reins-hub--random))))

(ert-deftest units-nothing-is-sent-to-another-program ()
  (let* ((heard "") failure
         (body "{\"status\":\"ok\"}")
         (server (make-network-process
                  :name "squatter" :server t :host "127.0.0.1" :service t :family 'ipv4 :noquery t
                  :filter (lambda (process text)
                            (setq heard (concat heard text))
                            (process-send-string
                             process (format "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" (length body) body)))))
         (reins-home (make-temp-file "reins-units-" t))
         (process-environment (append '("REINS_URL=" "REINS_TOKEN=") process-environment)))
    (with-temp-file (expand-file-name "hub.json" reins-home)
      (insert (format "{\"url\":\"http://127.0.0.1:%d\"}" (process-contact server :service))))
    (with-temp-file (expand-file-name "token" reins-home) (insert "hidden-token\n"))
    (reins-api "POST" "/sessions/1/message" :body '((text . "private words"))
               :on-error (lambda (problem) (setq failure problem)))
    (with-timeout (60 (ert-fail "No answer"))
      (while (null failure) (accept-process-output nil 0.05)))
    (should (string-match-p "is not the hub of" (reins-text failure 'message)))
    (should (string-match-p "\\`GET /api/health\\?challenge=" heard))
    (should-not (string-match-p "hidden-token\\|private words\\|Authorization" heard))
    (delete-process server)
    (delete-directory reins-home t)))

(ert-deftest units-events ()
  (let (seen (reins-events--last-id nil))
    (let ((reins-events-functions (list (lambda (type data) (push (list type data) seen)))))
      (reins-events--frame "id: 7\nevent: text\ndata: {\"a\":1}\ndata: more")
      (reins-events--frame ": heartbeat")
      (reins-events--frame "id: 8"))
    (should (equal seen '(("text" "{\"a\":1}\nmore"))))
    (should (equal reins-events--last-id "8"))))

(ert-deftest units-words ()
  (should (equal (reins-exact "a\u202eb\tc\nd\x1b") "a<U+202E>b\tc\nd<U+001B>"))
  (should (equal (mapcar #'reins-duration '(12 1900 12000 125000 3840000))
                 '("12 ms" "1.9 s" "12 s" "2 min 5 s" "1 h 4 min")))
  (should (equal (mapcar #'reins-count '(950 12400 120000 1200000)) '("950" "12.4k" "120k" "1.2M")))
  (should (equal (reins-model-name "claude-opus-4-20250514") "opus 4"))
  (should (equal (reins-path "/home/me/api/src/a.ts" "/home/me/api") "src/a.ts"))
  (should (equal (reins-path "/home/me/x") "~/x"))
  (should (equal (mapcar #'reins-doing '(((status . "waiting") (open_interactions . 0) (waiting_for . "trust"))
                                         ((status . "waiting") (open_interactions . 0))
                                         ((status . "waiting") (open_interactions . 1))))
                 '("answer in the terminal: trust" "answer in the terminal" "waiting for you")))
  (should (equal (reins-tool-wish "mcp__github__create_issue") "Claude wants to use create_issue from github"))
  (should (equal (reins-suggestion-words
                  '((type . "addRules") (behavior . "allow") (destination . "session")
                    (rules . [((toolName . "Bash") (ruleContent . "npm run *"))])))
                 "also allow npm run *, for this session")))

(ert-deftest units-markdown ()
  (let ((text (reins-markdown "# Title\n\nSome **bold** `code`\n\n```ts\nlet **a**;\n```\nend")))
    (should (equal (substring-no-properties text) "# Title\n\nSome **bold** `code`\n\n```ts\nlet **a**;\n```\nend"))
    (should (eq (get-text-property 0 'face text) 'reins-heading))
    (should (eq (get-text-property (string-match "bold" text) 'face text) 'bold))
    (should (eq (get-text-property (string-match "\\*\\*a" text) 'face text) 'reins-code))
    (should-not (get-text-property (string-match "end" text) 'face text))))

(ert-deftest units-diff ()
  (let ((lines (reins-diff-patch '(((newStart . 4) (lines . [" a" "-b" "+c" "\\ No newline"]))) "/x/a.ts")))
    (should (equal (mapcar #'substring-no-properties lines) '("  a" "- b" "+ c")))
    (should (equal (get-text-property 0 'reins-place (nth 2 lines)) '("/x/a.ts" . 5)))
    (should (eq (get-text-property 0 'face (nth 1 lines)) 'diff-removed)))
  (should (equal (mapcar #'substring-no-properties (reins-diff-edit "a\nb\nc\n" "a\nx\ny\nc\n" "f"))
                 '("  a" "- b" "+ x" "+ y" "  c"))))

(ert-deftest units-edit ()
  (let ((bash '((tool_name . "Bash") (input . ((command . "ls") (timeout . 5)))))
        (other '((tool_name . "mcp__a__b") (input . ((flag . :false) (none . :null) (list . []) (map))))))
    (should (equal (reins-edit-text bash) "ls"))
    (should (equal (reins-edit-apply bash "pwd") '((command . "pwd") (timeout . 5))))
    (should (equal (reins-edit-apply other (reins-edit-text other)) (alist-get 'input other)))
    (should-error (reins-edit-apply other "{") :type 'user-error)))

(ert-deftest units-form ()
  (cl-letf* ((replies (list "" "Ann" "x" "7"))
             ((symbol-function 'read-string) (lambda (&rest _) (pop replies))))
    (should (equal (reins-form--read "name" '((type . "string")) t) "Ann"))
    (should (equal (reins-form--read "count" '((type . "integer")) nil) 7)))
  (should (equal (reins-form--choices '((enum . ["a" "b"]) (enumNames . ["A" "B"]))) '(("A" . "a") ("B" . "b")))))

(ert-deftest units-plan-feedback ()
  (with-temp-buffer
    (reins-plan-mode)
    (setq reins-plan--request '((id . "1") (kind . "plan") (input . ((plan . "# Plan\n\n1. drop it\n2. again")))))
    (insert (reins-plan-text reins-plan--request))
    (should-not (reins-plan--edited))
    (goto-char (point-max))
    (reins-plan-comment "why?")
    (forward-line -1)
    (reins-plan-comment "keep a copy")
    (should (equal (reins-plan-feedback "smaller") "> 1. drop it\nkeep a copy\n\n> 2. again\nwhy?\n\nsmaller"))
    (reins-plan-comment "")
    (should (equal (reins-plan-feedback "") "> 2. again\nwhy?"))))

;;; Turns

(defun units--turn (prompt &rest ids)
  "Return a turn with PROMPT, an id or nil, and items with IDS."
  `(,@(and prompt `((prompt . ((id . ,prompt)))))
    (items . ,(vconcat (mapcar (lambda (id) `((id . ,id))) ids)))))

(defun units--ids (turns)
  "Return the ids in TURNS."
  (mapcar (lambda (turn)
            (cons (reins-get turn 'prompt 'id)
                  (mapcar (lambda (item) (reins-get item 'id)) (reins-get turn 'items))))
          turns))

(ert-deftest units-turns ()
  (let* ((known (list (units--turn "p1" "a" "b") (units--turn "p2" "c" "d")))
         (merged (reins-turns-merge known 5 (list (units--turn nil "d" "e") (units--turn "p3" "f")) 9)))
    (should (equal (units--ids (car merged)) '(("p1" "a" "b") ("p2" "c" "d" "e") ("p3" "f"))))
    (should (equal (cdr merged) 5))
    (should (eq (aref (reins-get (nth 1 (car merged)) 'items) 1)
                (aref (reins-get (nth 1 known) 'items) 1))))
  (should (equal (reins-turns-merge (list (units--turn "p1" "a")) nil (list (units--turn "p9" "z")) 8)
                 (cons (list (units--turn "p9" "z")) 8)))
  (should (equal (units--ids (reins-turns-prepend (list (units--turn "p1" "a")) (list (units--turn nil "b"))))
                 '(("p1" "a" "b")))))

(ert-deftest units-turns-are-limited ()
  (let ((turns (list (units--turn "p1" "a" "b") (units--turn "p2" "c" "d"))))
    (should (= (reins-turns-count turns) 6))
    (should (equal (units--ids (reins-turns-keep-newest turns 4)) '((nil "b") ("p2" "c" "d"))))
    (should (equal (units--ids (reins-turns-keep-newest turns 3)) '(("p2" "c" "d"))))
    (should (equal (units--ids (reins-turns-keep-newest turns 9)) (units--ids turns)))
    (should (equal (units--ids (reins-turns-keep-oldest turns 5)) '(("p1" "a" "b") ("p2" "c"))))
    (should (equal (units--ids (reins-turns-keep-oldest turns 3)) '(("p1" "a" "b"))))
    (should (equal (reins-turns-start '(((items . [((id . "x") (position . 7))])))) 7))))

;;; Sections

(defun units--leaf (key text)
  "Return a node KEY with TEXT."
  (reins-node :key key :sig text :body (lambda () (concat text "\n"))))

(defun units--group (key &rest children)
  "Return a node KEY with CHILDREN."
  (reins-node :key key :sig key :group t :head (lambda () key) :children children))

(ert-deftest units-tree-changes-in-place ()
  (with-temp-buffer
    (reins-buffer-mode)
    (reins-tree-update (list (units--group "A" (units--leaf "a1" "one") (units--leaf "a2" "two"))
                             (units--group "B" (units--leaf "b1" "three"))))
    (should (equal (buffer-string) "A\none\ntwo\n\nB\nthree\n\n\n"))
    (let ((untouched (reins-node-section (reins-tree-node "b1"))))
      (goto-char (point-min))
      (search-forward "thr")
      (reins-tree-update (list (units--group "A" (units--leaf "a1" "one") (units--leaf "a2" "TWO") (units--leaf "a3" "new"))
                               (units--group "B" (units--leaf "b1" "three") (units--leaf "b2" "more"))
                               (units--leaf "end" "last")))
      (should (equal (buffer-string) "A\none\nTWO\nnew\n\nB\nthree\nmore\n\nlast\n\n"))
      (should (looking-back "thr" (line-beginning-position)))
      (should (eq untouched (reins-node-section (reins-tree-node "b1"))))
      (should (equal (mapcar (lambda (section) (oref section value)) (oref magit-root-section children)) '("A" "B" "end"))))
    ;; A folded section stays folded, also when it is written again.
    (magit-section-hide (reins-node-section (reins-tree-node "A")))
    (reins-tree-update (list (units--leaf "start" "first") (units--group "A" (units--leaf "a1" "ONE")) (units--leaf "end" "last")))
    (should (equal (units--text) "first\nA\nlast\n\n"))
    (magit-section-show (reins-node-section (reins-tree-node "A")))
    (should (equal (units--text) "first\nA\nONE\n\nlast\n\n"))
    ;; Point stays in a section that is written again, and at the end.
    (goto-char (point-min))
    (search-forward "la")
    (reins-tree-update (list (units--leaf "start" "1") (units--leaf "end" "later")))
    (should (looking-back "la" (line-beginning-position)))
    (goto-char (point-max))
    (reins-tree-update (list (units--leaf "start" "1") (units--leaf "end" "later") (units--leaf "more" "x")))
    (should (eobp))))

;; A description of nodes: a text, or a list of a key and texts.
(defun units--nodes (descriptions)
  "Return new nodes for DESCRIPTIONS."
  (mapcar (lambda (one)
            (if (stringp one)
                (units--leaf (substring one 0 1) one)
              (apply #'units--group (car one)
                     (mapcar (lambda (text) (units--leaf (concat (car one) (substring text 0 1)) text)) (cdr one)))))
          descriptions))

(defun units--descriptions ()
  "Return random descriptions of nodes."
  (delq nil (mapcar (lambda (key)
                      (pcase (random 4)
                        (0 nil)
                        (1 (format "%s%d" key (random 2)))
                        (_ (cons key (delq nil (mapcar (lambda (part) (when (> (random 3) 0) (format "%s%d" part (random 2))))
                                                       '("x" "y" "z")))))))
                    '("A" "B" "C" "D"))))

(defun units--sections (section)
  "Return the values and places of SECTION and its descendants."
  (list (oref section value) (marker-position (oref section start)) (marker-position (oref section end))
        (mapcar #'units--sections (oref section children))))

(ert-deftest units-tree-random-updates ()
  (random "reins")
  (with-temp-buffer
    (reins-buffer-mode)
    (dotimes (_ 200)
      (let ((descriptions (units--descriptions)))
        (reins-tree-update (units--nodes descriptions))
        (let ((shown (list (buffer-string) (units--sections magit-root-section))))
          (with-temp-buffer
            (reins-buffer-mode)
            (reins-tree-update (units--nodes descriptions))
            (should (equal shown (list (buffer-string) (units--sections magit-root-section))))))))))

(ert-deftest units-commands-are-documented ()
  (dolist (mode '(reins-overview-mode reins-session-mode reins-request-mode reins-prompt-mode reins-plan-mode reins-edit-mode))
    (should (documentation mode))
    (map-keymap (lambda (_key command)
                  (when (and (symbolp command) (commandp command))
                    (should (documentation command))))
                (symbol-value (intern (format "%s-map" mode))))))

(provide 'units)
;;; units.el ends here
