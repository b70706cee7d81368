;;; reins-turns.el --- The loaded part of a conversation  -*- lexical-binding: t; -*-

;;; Commentary:

;; Joins pages of turns.  Items that have not changed stay the same objects,
;; so that it is cheap to see that their sections are up to date.

;;; Code:

(require 'reins-api)

(defun reins-turns--items (turns)
  "Return the items of TURNS by id."
  (let ((items (make-hash-table :test #'equal)))
    (dolist (turn turns items)
      (seq-doseq (item (reins-get turn 'items))
        (puthash (reins-get item 'id) item items)))))

(defun reins-turns--reuse (turns known)
  "Return TURNS with items of the turns KNOWN where they are equal."
  (let ((items (reins-turns--items known)))
    (mapcar (lambda (turn)
              (let ((fresh (vconcat (mapcar (lambda (item)
                                              (let ((old (gethash (reins-get item 'id) items)))
                                                (if (equal old item) old item)))
                                            (reins-get turn 'items)))))
                `((items . ,fresh) ,@(seq-remove (lambda (entry) (eq (car entry) 'items)) turn))))
            turns)))

(defun reins-turns--first-id (turn)
  "Return the id of the first item of TURN, its prompt included."
  (or (reins-get turn 'prompt 'id)
      (let ((items (reins-get turn 'items)))
        (and (> (length items) 0) (reins-get (aref items 0) 'id)))))

(defun reins-turns--join (older newer)
  "Return the turns OLDER and NEWER, which follow each other.
If NEWER starts in the middle of a turn, that turn is joined."
  (if (or (null older) (null newer) (reins-get (car newer) 'prompt))
      (append older newer)
    (let ((last (car (last older))))
      (append (butlast older)
              (list `((items . ,(vconcat (reins-get last 'items) (reins-get (car newer) 'items)))
                      ,@(seq-remove (lambda (entry) (eq (car entry) 'items)) (car newer))
                      ,@(seq-remove (lambda (entry) (memq (car entry) '(items outcome duration_ms))) last)))
              (cdr newer)))))

(defun reins-turns--before (turns id)
  "Return the part of TURNS before the item with ID, or `none' if it is not there.
The item can be a prompt."
  (let (before found)
    (while (and turns (not found))
      (let* ((turn (car turns))
             (at (cl-position id (reins-get turn 'items) :test #'equal :key (lambda (item) (reins-get item 'id)))))
        (cond ((equal (reins-get turn 'prompt 'id) id) (setq found t))
              (at (setq found t)
                  (push `((items . ,(seq-subseq (reins-get turn 'items) 0 at))
                          ,@(seq-remove (lambda (entry) (memq (car entry) '(items outcome duration_ms))) turn))
                        before))
              (t (push turn before))))
      (setq turns (cdr turns)))
    (if found (nreverse before) 'none)))

(defun reins-turns-merge (known older newest newest-older)
  "Merge NEWEST, the newest turns, into the turns KNOWN.
OLDER and NEWEST-OLDER are where the page before each of them starts.
Return (TURNS . OLDER).  If there is a gap between them, only NEWEST
is kept."
  (let ((before (and known newest
                     (reins-turns--before known (reins-turns--first-id (car newest))))))
    (cond ((null newest) (cons known older))
          ((and known (listp before))
           (cons (reins-turns--join before (reins-turns--reuse newest known)) (if before older newest-older)))
          (t (cons newest newest-older)))))

(defun reins-turns-prepend (page turns)
  "Return TURNS after PAGE, an older page."
  (reins-turns--join page turns))

;;; Limits

(defun reins-turns-count (turns)
  "Return how many items TURNS have, prompts included."
  (apply #'+ (mapcar (lambda (turn) (+ (if (reins-get turn 'prompt) 1 0) (length (reins-get turn 'items)))) turns)))

(defun reins-turns-keep-newest (turns count)
  "Return the newest COUNT items of TURNS, as turns."
  (let ((extra (- (reins-turns-count turns) count)))
    (while (> extra 0)
      (let* ((turn (pop turns)) (size (reins-turns-count (list turn))))
        (when (> size extra)
          (push `((items . ,(seq-drop (reins-get turn 'items) (- extra (if (reins-get turn 'prompt) 1 0))))
                  ,@(seq-remove (lambda (entry) (memq (car entry) '(items prompt))) turn))
                turns))
        (setq extra (- extra size))))
    turns))

(defun reins-turns-keep-oldest (turns count)
  "Return the oldest COUNT items of TURNS, as turns."
  (let (kept)
    (while (and turns (> count 0))
      (let* ((turn (pop turns)) (size (reins-turns-count (list turn))))
        (push (if (<= size count) turn
                `((items . ,(seq-take (reins-get turn 'items) (max 0 (- count (if (reins-get turn 'prompt) 1 0)))))
                  ,@(seq-remove (lambda (entry) (memq (car entry) '(items outcome duration_ms))) turn)))
              kept)
        (setq count (- count size))))
    (nreverse kept)))

(defun reins-turns-start (turns)
  "Return the position of the first item of TURNS."
  (let ((turn (car turns)))
    (or (reins-get turn 'prompt 'position)
        (let ((items (reins-get turn 'items)))
          (and (> (length items) 0) (reins-get (aref items 0) 'position))))))

(provide 'reins-turns)
;;; reins-turns.el ends here
