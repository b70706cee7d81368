/** The outcome of a tool call: patch, images, and output with its colours. */
import { memo } from 'preact/compat';
import { useMemo } from 'preact/hooks';
import { editedLines } from '../../src/core/conversation/changed-file.ts';
import { plainText } from '../../src/core/conversation/plain-text.ts';
import { imagesIn } from '../../src/core/conversation/result-images.ts';
import { resultText } from '../../src/core/conversation/result-text.ts';
import { type Styled, terminalLines } from '../../src/core/conversation/terminal-text.ts';
import { t } from '../../src/core/translate.ts';
import type { ItemOf } from '../../src/protocol/conversation.ts';
import { Diff } from '../diff/diff.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { useFold } from '../parts/use-fold.tsx';
import { ImageList } from './image-list.tsx';

/** Claude Code's names for the source of a decision. */
const DECIDERS: Readonly<Record<string, string>> = {
  config: t('the settings'),
  hook: t('an answer outside the terminal'),
  user_temporary: t('you, once'),
  user_permanent: t('you, permanently'),
  user_reject: t('you'),
};

export function ToolOutcome({ item }: { readonly item: ItemOf<'tool'> }) {
  const { details, decided_by, decision, is_error, result } = item;
  const patch = editedLines(details);
  const who = DECIDERS[decided_by ?? ''] ?? decided_by ?? '';
  const isAllowed = decision === 'accept' || decision === 'allow';
  return (
    <>
      {patch.length > 0 ? (
        <Diff lines={patch} />
      ) : (
        <>
          <ImageList images={imagesIn(result)} />
          <Output text={resultText({ details, result: withoutImages(result) })} isError={is_error === true} />
        </>
      )}
      {decided_by && decided_by !== 'process_ended' && (
        <p class={`small ${isAllowed ? 'muted' : 'bad'}`}>
          {isAllowed ? t('Allowed by {who}', { who }) : t('Denied by {who}', { who })}
        </p>
      )}
    </>
  );
}

/** The rest of a result whose images are shown. */
function withoutImages(result: unknown): unknown {
  return Array.isArray(result) ? result.filter((block) => imagesIn([block]).length === 0) : result;
}

function Output({ text, isError }: { readonly text: string; readonly isError: boolean }) {
  const lines = useMemo(() => terminalLines(text), [text]);
  const { shown, above, below } = useFold(lines);
  if (lines.every((line) => line.every((span) => span.text.trim() === ''))) return null;
  return (
    <div class={`output ${isError ? 'failed' : ''}`}>
      {above}
      <div class="code-box">
        <pre class="code">
          <Lines lines={shown} />
        </pre>
        <CopyButton text={plainText(text)} label={t('Copy the output')} />
      </div>
      {below}
    </div>
  );
}

/** Plain lines are one text: a long output is cheap to render. */
const Lines = memo(function Lines({ lines }: { readonly lines: readonly Styled[][] }) {
  const parts: (string | preact.JSX.Element)[] = [];
  let plain = '';
  for (const [index, line] of lines.entries()) {
    if (index > 0) plain += '\n';
    for (const { text, style } of line) {
      if (style === '') {
        plain += text;
        continue;
      }
      parts.push(plain, <span class={`ansi ${style}`}>{text}</span>);
      plain = '';
    }
  }
  return (
    <>
      {parts}
      {plain}
    </>
  );
});
