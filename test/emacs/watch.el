;;; watch.el --- Watches a request that someone else answers  -*- lexical-binding: t; -*-

;;; Commentary:

;; Started by test/stories/slack-emacs-phone.test.ts after story.el.

;;; Code:

(ert-deftest watch-a-request-answered-in-slack ()
  (reins-mode 1)
  (reins)
  (story-see "Waiting for you 1")
  (story-see "touch agreed\\.txt")
  (reins-session-open (reins-get (reins-tree-data 'reins-request-section) 'session_id))
  (story-request "touch agreed\\.txt")
  (story-key "RET")
  (should (derived-mode-p 'reins-request-mode))
  (story-see "touch agreed\\.txt")
  (story-do "watching")
  (story-see "Allowed by Bob via slack")
  (reins)
  (story-see "Nothing is waiting for you"))

;;; watch.el ends here
