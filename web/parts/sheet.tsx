/** A dialog: a bottom sheet on a phone, centered on a desktop. Escape or a tap outside closes it. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../src/core/translate.ts';

interface SheetProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function Sheet({ title, onClose, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog on Escape
    <dialog
      ref={dialog}
      class="sheet"
      aria-label={title}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div>
        <h2>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}

interface SheetEndProps {
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}

/** The last row of a sheet: a way out and, if there is something to confirm, the button for it. */
export function SheetEnd({ onClose, children }: SheetEndProps) {
  return (
    <div class="row-end">
      <button type="button" class="button" onClick={onClose}>
        {children ? t('Cancel') : t('Close')}
      </button>
      {children}
    </div>
  );
}
