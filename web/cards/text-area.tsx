/** A labelled text area. */
import type { ComponentChildren, RefObject } from 'preact';

interface TextAreaProps {
  readonly label: string;
  readonly rows: number;
  readonly value: string;
  readonly onChange: (words: string) => void;
  readonly field?: RefObject<HTMLTextAreaElement>;
  /** A command or code: monospace, no spell checking. */
  readonly isExact?: boolean;
  readonly children?: ComponentChildren;
}

export function TextArea({ label, rows, value, onChange, field, isExact, children }: TextAreaProps) {
  return (
    <label>
      <span class="label">{label}</span>
      <textarea
        ref={field ?? null}
        dir="auto"
        class={isExact ? 'field mono' : 'field'}
        rows={rows}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
        {...(isExact && { spellcheck: false, autocapitalize: 'off' })}
      />
      {children}
    </label>
  );
}
