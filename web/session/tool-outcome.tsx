/** The outcome of a tool call: patch, output or error, as plain text. */
import { editedLines } from '../../src/core/conversation/changed-file.ts';
import { plainText } from '../../src/core/conversation/plain-text.ts';
import { resultText } from '../../src/core/conversation/result-text.ts';
import type { ItemOf } from '../../src/protocol/conversation.ts';
import { Diff } from '../diff/diff.tsx';
import { useFold } from '../parts/use-fold.tsx';

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
  const { shown, above, below } = useFold(plainText(text).split('\n'));
  const lines = shown.join('\n');
  if (lines.trim() === '') return null;
  return (
    <div class={`output ${isError ? 'failed' : ''}`}>
      {above}
      <pre class="code">{lines}</pre>
      {below}
    </div>
  );
}
