/** A labelled text area. */
import type { ComponentChildren } from 'preact';

interface TextAreaProps {
  readonly label: string;
  readonly rows: number;
  readonly value: string;
  readonly onChange: (words: string) => void;
  /** Opened to write in it, so it gets the focus. */
  readonly isOpened?: boolean;
  /** A command or code: monospace, no spell checking. */
  readonly isExact?: boolean;
  readonly children?: ComponentChildren;
}

export function TextArea({ label, rows, value, onChange, isOpened, isExact, children }: TextAreaProps) {
  return (
    <label>
      <span class="label">{label}</span>
      <textarea
        class={isExact ? 'field mono' : 'field'}
        rows={rows}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
        autofocus={isOpened}
        {...(isExact && { spellcheck: false, autocapitalize: 'off' })}
      />
      {children}
    </label>
  );
}
