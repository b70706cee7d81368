/** The outcome of a tool call: patch, output or error, as plain text. */
import { useState } from 'preact/hooks';
import { editedLines } from '../../src/core/conversation/changed-file.ts';
import { plainText } from '../../src/core/conversation/plain-text.ts';
import { resultText } from '../../src/core/conversation/result-text.ts';
import type { ItemOf } from '../../src/protocol/conversation.ts';
import { Diff } from '../diff/diff.tsx';

const FOLD_AFTER = 40;

/** Claude Code's names for the source of a decision. */
const DECIDERS: Readonly<Record<string, string>> = {
  config: 'the settings',
  hook: 'an answer outside the terminal',
  user_temporary: 'you, once',
  user_permanent: 'you, permanently',
  user_reject: 'you',
};

export function ToolOutcome({ item }: { readonly item: ItemOf<'tool'> }) {
  const { details, decided_by, decision, is_error } = item;
  const patch = editedLines(details);
  return (
    <>
      {patch.length > 0 ? (
        <Diff lines={patch} />
      ) : (
        <Output text={resultText(item)} isError={is_error === true} />
      )}
      {decided_by && decided_by !== 'process_ended' && (
        <p class="small muted">
          {decision === 'accept' || decision === 'allow' ? 'Allowed' : 'Denied'} by{' '}
          {DECIDERS[decided_by] ?? decided_by}
        </p>
      )}
    </>
  );
}

function Output({ text, isError }: { readonly text: string; readonly isError: boolean }) {
  const [isWhole, setWhole] = useState(false);
  const clean = plainText(text);
  if (clean.trim() === '') return null;
  const lines = clean.split('\n');
  const isFolded = !isWhole && lines.length > FOLD_AFTER;
  return (
    <div class={`output ${isError ? 'failed' : ''}`}>
      <pre class="code">{isFolded ? lines.slice(0, FOLD_AFTER).join('\n') : clean}</pre>
      {isFolded && (
        <button type="button" class="fold" onClick={() => setWhole(true)}>
          Show all {lines.length} lines
        </button>
      )}
    </div>
  );
}
