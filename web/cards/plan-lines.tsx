/** The plan line by line: a tap on a line opens a comment field below it. */
import { useState } from 'preact/hooks';
import type { LineComment } from '../../src/core/interactions/plan-feedback.ts';
import { t } from '../../src/core/translate.ts';
import { useFocusWhenShown } from '../parts/use-focus-when-shown.ts';

interface PlanLinesProps {
  readonly plan: string;
  readonly comments: readonly LineComment[];
  readonly onChange: (comments: readonly LineComment[]) => void;
}

export function PlanLines({ plan, comments, onChange }: PlanLinesProps) {
  const [open, setOpen] = useState<number>();
  const field = useFocusWhenShown<HTMLInputElement>(open);
  const commentOn = (line: number) => comments.find((comment) => comment.line === line)?.words ?? '';
  const comment = (line: number, words: string) =>
    onChange([...comments.filter((other) => other.line !== line), { line, words }]);
  return (
    <ol class="plan-lines">
      {plan.split('\n').map((text, line) =>
        text.trim() === '' ? null : (
          // A line is identified by its number.
          <li key={line}>
            <button
              type="button"
              class={commentOn(line) ? 'commented' : ''}
              aria-expanded={open === line}
              onClick={() => setOpen(open === line ? undefined : line)}
            >
              {text}
            </button>
            {(open === line || commentOn(line)) && (
              <input
                ref={open === line ? field : null}
                class="field"
                aria-label={t('Comment on: {text}', { text })}
                placeholder={t('Comment')}
                value={commentOn(line)}
                onInput={(event) => comment(line, event.currentTarget.value)}
              />
            )}
          </li>
        ),
      )}
    </ol>
  );
}
