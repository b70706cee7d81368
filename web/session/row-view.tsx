/** One row of a conversation, by its kind. */
import type { ComponentChildren } from 'preact';
import { memo } from 'preact/compat';
import { useState } from 'preact/hooks';
import { commandOutput } from '../../src/core/conversation/command-output.ts';
import { looksWords, type Row } from '../../src/core/conversation/rows.ts';
import type { ItemOf } from '../../src/protocol/session.ts';
import { GrowingMarkdown, Markdown } from '../markdown/markdown.tsx';
import { Icon } from '../parts/icon.tsx';
import { duration, shortCount } from '../parts/relative-time.ts';
import { AgentThread } from './agent-thread.tsx';
import { isSameRow } from './row-groups.ts';
import { ToolRow } from './tool-row.tsx';

export const RowView = memo(
  function RowView({ row }: { readonly row: Row }) {
    switch (row.kind) {
      case 'writing':
        return <GrowingMarkdown text={row.text} />;
      case 'looks':
        return <Looks items={row.items} />;
      case 'end':
        return <TurnEnd outcome={row.outcome} ms={row.duration_ms} />;
      case 'item':
        return <ItemView item={row.item} />;
    }
  },
  ({ row: a }, { row: b }) => isSameRow(a, b),
);

function ItemView({ item }: { readonly item: Extract<Row, { kind: 'item' }>['item'] }) {
  switch (item.kind) {
    case 'prompt':
      return <Prompt item={item} />;
    case 'text':
      return <Markdown text={item.text} />;
    case 'thinking':
      return (
        <Folded icon="thinking" head="Thought">
          <p class="thought">{item.text}</p>
        </Folded>
      );
    case 'tool':
      return (
        <>
          <ToolRow item={item} />
          <AgentThread toolUseId={item.tool_use_id} drawRow={(row) => <RowView row={row} />} />
        </>
      );
    case 'command': {
      const output = commandOutput(item.output ?? '');
      return (
        <div class="slash">
          <code>
            {item.name} {item.args}
          </code>
          {output && <pre class="code">{output}</pre>}
        </div>
      );
    }
    case 'error':
      return (
        <p class="notice red">
          <Icon name="warning" />
          <span>
            The API failed{item.status ? ` (${item.status})` : ''}: {item.message.replace(/^API Error: /, '')}
          </span>
        </p>
      );
    case 'compaction':
      return <Compaction item={item} />;
  }
}

/** Who wrote a prompt, where it was not a person at this session. */
const WRITERS: Readonly<Record<string, string>> = {
  agent: 'Claude, to its helper',
  'task-notification': 'A task that ended',
  relayed: 'You, relayed',
  folded: 'You, into the turn',
};

function Prompt({ item }: { readonly item: ItemOf<'prompt'> }) {
  const { text, images, abandoned, origin } = item;
  return (
    <div class={`prompt ${abandoned ? 'abandoned' : ''}`}>
      <p class="who">{WRITERS[origin] ?? 'You'}</p>
      <p class="words">{text}</p>
      {images > 0 && <p class="small muted">{images === 1 ? 'with a picture' : `with ${images} pictures`}</p>}
    </div>
  );
}

function Looks({ items }: { readonly items: readonly ItemOf<'tool'>[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div class="tool">
      <button type="button" class="tool-line" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name="read" />
        <span class="tool-verb">{looksWords(items)}</span>
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
  const [isOpen, setOpen] = useState(false);
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

const ENDS: Readonly<Record<string, readonly [string, string]>> = {
  completed: ['Done', 'in'],
  interrupted: ['Interrupted', 'after'],
  failed: ['Failed', 'after'],
};

function TurnEnd({ outcome, ms }: { readonly outcome: string; readonly ms: number | undefined }) {
  const [words, link] = ENDS[outcome] ?? [outcome, 'after'];
  return (
    <p class={`turn-end ${outcome}`}>
      {words}
      {ms !== undefined && ms > 0 && ` ${link} ${duration(ms)}`}
    </p>
  );
}

function Compaction({ item }: { readonly item: ItemOf<'compaction'> }) {
  const { tokens_before, tokens_after, summary, trigger } = item;
  const size =
    tokens_before !== undefined && tokens_after !== undefined
      ? `, ${shortCount(tokens_before)} to ${shortCount(tokens_after)} tokens`
      : '';
  return (
    <div class="compaction">
      <p class="rule">
        <span>
          Conversation summarised{trigger === 'auto' ? ' by itself' : ''}
          {size}
        </span>
      </p>
      {summary && (
        <Folded icon="other" head="Summary">
          <Markdown text={summary} />
        </Folded>
      )}
    </div>
  );
}

/** Tool calls stand closer together than words. */
export function rowClass(row: Row): string {
  const isTool = row.kind === 'looks' || (row.kind === 'item' && /^(tool|thinking)$/.test(row.item.kind));
  return isTool ? 'row close' : 'row';
}
