;;; reins-tree.el --- Sections that change in place  -*- lexical-binding: t; -*-

;;; Commentary:

;; Describes the content of a buffer as a tree of nodes and shows each node as
;; a section.  An update compares the new tree with the old one and rewrites
;; only the sections that differ.  Point, scroll positions and folded sections
;; stay as they are.
;;
;; A section with children ends with an empty line that belongs to none of
;; them, so text that is inserted after the last child is inside the section.

;;; Code:

(require 'cl-lib)
(require 'eieio)
(require 'magit-section)

(cl-defstruct (reins-node (:constructor reins-node) (:copier nil))
  "A part of a buffer."
  (key nil :documentation "Identifies the node in its buffer.")
  (class 'magit-section :documentation "Class of its section.")
  (data nil :documentation "What commands use.")
  (sig nil :documentation "The node is rewritten if this changes.")
  (head nil :documentation "A function that returns the heading, or nil.")
  (body nil :documentation "A function that returns the text, called when it is shown.")
  (children nil :documentation "Nodes below the text.")
  (group nil :documentation "Non-nil if it can have children.")
  (fold nil :documentation "Non-nil if it is folded at first.")
  (section nil :documentation "Its section."))

(defvar-local reins-tree--nodes nil "The nodes at the top of the buffer.")
(defvar-local reins-tree--index nil "Nodes of the buffer by key.")
(defvar-local reins-tree--folded nil "Whether sections were folded, by key.")

(defun reins-tree-node (key)
  "Return the node with KEY in the current buffer, or nil."
  (and reins-tree--index (gethash key reins-tree--index)))

(defun reins-tree-at-point ()
  "Return the node at point, or nil."
  (reins-tree-node (oref (magit-current-section) value)))

(defun reins-tree-data (class)
  "Return the data of the innermost section of CLASS at point, or nil."
  (let ((section (magit-current-section)))
    (while (and section (not (cl-typep section class)))
      (setq section (oref section parent)))
    (when section
      (when-let ((node (reins-tree-node (oref section value))))
        (reins-node-data node)))))

(defun reins-tree-update (nodes)
  "Show NODES in the current buffer."
  (let ((inhibit-read-only t)
        (buffer-undo-list t))
    (unless reins-tree--index
      (setq reins-tree--index (make-hash-table :test #'equal)
            reins-tree--folded (make-hash-table :test #'equal))
      (setq-local magit-section-cache-visibility nil)
      (setq-local magit-section-visibility-indicator nil)
      (erase-buffer)
      (magit-insert-section (magit-section 'reins-root) (insert "\n")))
    (reins-tree--reconcile magit-root-section reins-tree--nodes nodes)
    (setq reins-tree--nodes nodes)))

(defun reins-tree--same-p (old new)
  "Return non-nil if the node OLD already shows NEW."
  (or (eq old new)
      (and (reins-tree--same-head-p old new)
           (reins-tree--all-same-p (reins-node-children old) (reins-node-children new)))))

(defun reins-tree--same-head-p (old new)
  "Return non-nil if OLD and NEW differ at most in their children."
  (and (equal (reins-node-key old) (reins-node-key new))
       (eq (reins-node-group old) (reins-node-group new))
       (equal (reins-node-sig old) (reins-node-sig new))))

(defun reins-tree--all-same-p (old new)
  "Return non-nil if the nodes OLD already show the nodes NEW."
  (while (and old new (reins-tree--same-p (car old) (car new)))
    (setq old (cdr old) new (cdr new)))
  (and (null old) (null new)))

(defun reins-tree--adopt (old new)
  "Let NEW use the section of OLD, which shows the same."
  (unless (eq old new)
    (setf (reins-node-section new) (reins-node-section old))
    (puthash (reins-node-key new) new reins-tree--index)
    (cl-mapc #'reins-tree--adopt (reins-node-children old) (reins-node-children new))))

(defun reins-tree--reconcile (parent old new)
  "Change the section PARENT, which shows the nodes OLD, to show NEW."
  (let ((all new) kept (was (length old)) (is (length new)))
    ;; Equal nodes at the start, and nodes of which only children differ.
    (while (and old new
                (cond ((reins-tree--same-p (car old) (car new))
                       (reins-tree--adopt (car old) (car new))
                       t)
                      ((and (reins-node-group (car old)) (reins-tree--same-head-p (car old) (car new)))
                       (let ((section (reins-node-section (car old))))
                         (setf (reins-node-section (car new)) section)
                         (puthash (reins-node-key (car new)) (car new) reins-tree--index)
                         (reins-tree--reconcile section (reins-node-children (car old))
                                                (reins-node-children (car new)))
                         t))))
      (setq old (cdr old) new (cdr new)))
    ;; Equal nodes at the end.
    (let ((gone (reverse old)) (fresh (reverse new)))
      (while (and gone fresh (reins-tree--same-p (car gone) (car fresh)))
        (reins-tree--adopt (car gone) (car fresh))
        (push (car fresh) kept)
        (setq gone (cdr gone) fresh (cdr fresh)))
      (when (or gone fresh)
        (reins-tree--splice parent (nreverse gone) (nreverse fresh) (car kept)))
      (when (or gone fresh (/= was is))
        (oset parent children (mapcar #'reins-node-section all))))))

(defun reins-tree--splice (parent old new next)
  "Replace the nodes OLD of the section PARENT with NEW, before the node NEXT."
  (let* ((start (cond (old (marker-position (oref (reins-node-section (car old)) start)))
                      (next (marker-position (oref (reins-node-section next) start)))
                      (t (1- (oref parent end)))))
         (end (if old (marker-position (oref (reins-node-section (car (last old))) end)) start))
         (places (reins-tree--places start end)))
    (save-excursion
      (mapc #'reins-tree--forget old)
      (goto-char start)
      (delete-region start end)
      (oset parent children nil)
      (let ((magit-insert-section--parent parent)
            (magit-insert-section--oldroot nil))
        (mapc #'reins-tree--insert new)))
    (dolist (node new) (reins-tree--fold (reins-node-section node)))
    (mapc #'reins-tree--go-back places)))

(defun reins-tree--forget (node)
  "Remove NODE from the index and remember whether it was folded."
  (let ((key (reins-node-key node)) (section (reins-node-section node)))
    (when (eq (gethash key reins-tree--index) node) (remhash key reins-tree--index))
    (puthash key (if (oref section hidden) 'folded 'open) reins-tree--folded)
    (mapc #'reins-tree--forget (reins-node-children node))))

(defun reins-tree--insert (node)
  "Insert NODE at point."
  (let* ((key (reins-node-key node))
         (head (reins-node-head node))
         (body (reins-node-body node))
         (is-folded (and head (pcase (gethash key reins-tree--folded)
                                ('folded t) ('open nil) (_ (reins-node-fold node))))))
    (puthash key node reins-tree--index)
    (setf (reins-node-section node)
          (magit-insert-section ((eval (reins-node-class node)) key is-folded)
            (when head
              (insert (funcall head) "\n")
              (magit-insert-heading))
            (when body
              ;; A section that already has children cannot get its text later.
              (if (and head (not (reins-node-group node)))
                  (magit-insert-section-body (insert (funcall body)))
                (insert (funcall body))))
            (mapc #'reins-tree--insert (reins-node-children node))
            (when (reins-node-group node) (insert "\n"))))))

(defun reins-tree--fold (section)
  "Hide the body of SECTION, or of its descendants, if they are folded."
  (if (oref section hidden)
      ;; Overlays make everything slower.  A text that is not inserted yet needs none.
      (unless (oref section washer) (magit-section-hide section))
    (mapc #'reins-tree--fold (oref section children))))

;;; Places

(defun reins-tree--places (start end)
  "Return the positions between START and END to restore later.
Each has the form (SET KEY OFFSET): a function that goes there, the
key of the section and the distance from its start."
  (let (places)
    (cl-flet ((note (position set)
                (when (and (<= start position) (< position end))
                  (when-let ((section (get-text-property position 'magit-section)))
                    (push (list set (oref section value) (- position (oref section start))) places)))))
      (note (point) #'goto-char)
      (dolist (window (get-buffer-window-list nil nil t))
        (note (window-point window) (lambda (position) (set-window-point window position)))
        (note (window-start window) (lambda (position) (set-window-start window position t)))))
    places))

(defun reins-tree--go-back (place)
  "Restore PLACE, one of `reins-tree--places', as far as it still exists."
  (pcase-let ((`(,set ,key ,offset) place))
    (when-let ((node (reins-tree-node key))
               (section (reins-node-section node)))
      (funcall set (min (+ (oref section start) offset) (max (oref section start) (1- (oref section end))))))))

(provide 'reins-tree)
;;; reins-tree.el ends here
