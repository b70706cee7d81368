/** A button for an action that cannot be undone: it says what happens, and acts on a second button. */
import { useState } from 'preact/hooks';
import { useFocusWhenShown } from './use-focus-when-shown.ts';

interface ConfirmButtonProps {
  readonly label: string;
  /** The accessible name, if the label alone is ambiguous. */
  readonly name?: string;
  readonly style: string;
  /** What happens. */
  readonly words: string;
  readonly keepLabel: string;
  readonly actLabel: string;
  readonly onAct: () => void;
}

export function ConfirmButton({ label, name, style, words, keepLabel, actLabel, onAct }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const back = useFocusWhenShown<HTMLButtonElement>(isAsking);
  if (!isAsking) {
    return (
      <button type="button" class={style} aria-label={name} onClick={() => setAsking(true)}>
        {label}
      </button>
    );
  }
  return (
    <div class="confirm" role="alertdialog" aria-label={name ?? label}>
      <p>{words}</p>
      <div class="row-end">
        {/* Focused, so that a second tap or key in the same place does nothing. */}
        <button type="button" class="button" ref={back} onClick={() => setAsking(false)}>
          {keepLabel}
        </button>
        <button type="button" class="button danger" onClick={onAct}>
          {actLabel}
        </button>
      </div>
    </div>
  );
}
