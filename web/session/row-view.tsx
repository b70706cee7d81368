/** One row of a conversation, by its kind. */
import type { ComponentChildren } from 'preact';
import { memo } from 'preact/compat';
import { useContext, useState } from 'preact/hooks';
import { plainText } from '../../src/core/conversation/plain-text.ts';
import { looksText, type Row } from '../../src/core/conversation/rows.ts';
import { itemKindOf } from '../../src/core/items/item-kinds.ts';
import { t } from '../../src/core/translate.ts';
import { durationOf } from '../../src/core/wording/duration-of.ts';
import type { Item, ItemOf } from '../../src/protocol/conversation.ts';
import { GrowingMarkdown, Markdown } from '../markdown/markdown.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Icon } from '../parts/icon.tsx';
import { PromptBlock } from './prompt-block.tsx';
import { RetryPrompt } from './retry-prompt.tsx';
import { isSameRow, type PageRow } from './row-groups.ts';
import { FoundContext } from './session-context.ts';
import { ToolRow } from './tool-row.tsx';
import { WorkingLine } from './working-line.tsx';

export const RowView = memo(
  function RowView({ row }: { readonly row: PageRow }) {
    switch (row.kind) {
      case 'writing':
        return <GrowingMarkdown text={row.text} />;
      case 'sending':
        return <PromptBlock who={t('You')} text={row.text} note={row.note} />;
      case 'working':
        return <WorkingLine row={row} />;
      case 'looks':
        return <Looks items={row.items} />;
      case 'end':
        return <TurnEnd row={row} />;
      case 'item':
        return <ItemView item={row.item} />;
    }
  },
  ({ row: a }, { row: b }) => isSameRow(a, b),
);

/** In the conversation of a subagent, which is inside a row. */
const drawRow = (row: Row) => <RowView row={row} />;

function ItemView({ item }: { readonly item: Item }) {
  const shown = itemKindOf(item).page(item);
  switch (shown?.shape) {
    case 'prompt':
      return (
        <PromptBlock
          who={shown.who}
          text={shown.text}
          note={shown.note}
          isTakenBack={shown.isTakenBack}
          place={shown.note ? shown.place : undefined}
        >
          {item.kind === 'prompt' && !shown.isTakenBack && <RetryPrompt item={item} />}
        </PromptBlock>
      );
    case 'markdown':
      return (
        <div class="message">
          <Markdown text={shown.text} />
        </div>
      );
    case 'folded':
      return (
        <Folded icon="thinking" head={shown.head}>
          <p class="thought" dir="auto">
            {shown.text}
          </p>
        </Folded>
      );
    case 'notice':
      return (
        <Folded icon="other" head={shown.head}>
          <Markdown text={shown.text} />
        </Folded>
      );
    case 'tool':
      return <ToolRow item={shown.item} drawRow={drawRow} />;
    case 'command':
      return (
        <div class="slash">
          <code>{shown.line}</code>
          {shown.output && <pre class="code">{plainText(shown.output)}</pre>}
        </div>
      );
    case 'failure':
      return (
        <p class="notice red">
          <Icon name="warning" />
          <span>{shown.words}</span>
        </p>
      );
    case 'rule':
      return (
        <div class="compaction">
          <p class="rule">
            <span>{shown.words}</span>
          </p>
          {shown.summary && (
            <Folded icon="other" head={t('Summary')}>
              <Markdown text={shown.summary} />
            </Folded>
          )}
        </div>
      );
    case undefined:
      return null;
  }
}

function Looks({ items }: { readonly items: readonly ItemOf<'tool'>[] }) {
  const [isOpen, setOpen] = useState(useContext(FoundContext));
  return (
    <div class="tool">
      <button type="button" class="tool-line" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name="read" />
        <span class="tool-verb">{looksText(items)}</span>
        <span class="tool-object" />
        <Icon name={isOpen ? 'down' : 'forward'} />
      </button>
      {isOpen && (
        <div class="nested">
          {items.map((item) => (
            <ToolRow key={item.id} item={item} />
          ))}
        </div>
      )}
    </div>
  );
}

interface FoldedProps {
  readonly icon: 'thinking' | 'other';
  readonly head: string;
  readonly children: ComponentChildren;
}

function Folded({ icon, head, children }: FoldedProps) {
  const [isOpen, setOpen] = useState(useContext(FoundContext));
  return (
    <div class="tool">
      <button type="button" class="tool-line" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name={icon} />
        <span class="tool-verb muted">{head}</span>
        <span class="tool-object" />
        <Icon name={isOpen ? 'down' : 'forward'} />
      </button>
      {isOpen && <div class="tool-body">{children}</div>}
    </div>
  );
}

type End = Extract<PageRow, { kind: 'end' }>;

/** Without and with the time it took. */
const ENDS: Readonly<Record<End['outcome'], readonly [string, (time: string) => string]>> = {
  completed: [t('Done'), (time) => t('Done in {time}', { time })],
  interrupted: [t('Interrupted'), (time) => t('Interrupted after {time}', { time })],
  failed: [t('Failed'), (time) => t('Failed after {time}', { time })],
};

function TurnEnd({ row: { outcome, duration_ms: ms, answer } }: { readonly row: End }) {
  const [words, afterTime] = ENDS[outcome];
  return (
    <p class={`turn-end ${outcome}`}>
      <span>{ms !== undefined && ms > 0 ? afterTime(durationOf(ms)) : words}</span>
      {answer !== undefined && <CopyButton text={answer} label={t('Copy the answer')} />}
    </p>
  );
}

/** Tool calls are closer together than text. */
export function rowClass(row: PageRow): string {
  const shape = row.kind === 'item' && itemKindOf(row.item).page(row.item)?.shape;
  return row.kind === 'looks' || shape === 'tool' || shape === 'folded' || shape === 'notice'
    ? 'row close'
    : 'row';
}
