/** The plan line by line: a tap on a line opens a comment field below it. */
import { useState } from 'preact/hooks';

interface PlanLinesProps {
  readonly plan: string;
  readonly comments: ReadonlyMap<number, string>;
  readonly onChange: (comments: ReadonlyMap<number, string>) => void;
}

export function PlanLines({ plan, comments, onChange }: PlanLinesProps) {
  const [open, setOpen] = useState<number>();
  return (
    <ol class="plan-lines">
      {plan.split('\n').map((text, line) =>
        text.trim() === '' ? null : (
          // A line is identified by its number.
          <li key={line}>
            <button
              type="button"
              class={comments.get(line) ? 'commented' : ''}
              aria-expanded={open === line}
              onClick={() => setOpen(open === line ? undefined : line)}
            >
              {text}
            </button>
            {(open === line || comments.get(line)) && (
              <input
                class="field"
                aria-label={`Comment on: ${text}`}
                placeholder="Comment"
                value={comments.get(line) ?? ''}
                onInput={(event) => onChange(new Map(comments).set(line, event.currentTarget.value))}
                // Opened to write in it.
                autofocus={open === line}
              />
            )}
          </li>
        ),
      )}
    </ol>
  );
}
