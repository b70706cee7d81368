/**
 * Every kind of item: the events it consists of, and its words for all clients. A kind without its rows here does not compile.
 * Kinds with longer words have a file each. Only literals: the page loads the words later than the rest.
 */

import type { Item } from '../../protocol/conversation.ts';
import type { EventType } from '../../protocol/events.ts';
import { t } from '../translate.ts';
import { durationOf } from '../wording/duration-of.ts';
import { codeBlocks, markdownBlocks } from './blocks.ts';
import { COMMAND } from './command.ts';
import { COMPACTION } from './compaction.ts';
import type { EmptyItem, ItemEvent, ItemKind, ItemKindName } from './item-kind.ts';
import { PROMPT } from './prompt.ts';
import { TOOL } from './tool.ts';

/** The fields that every item of a kind has, until an event fills them. */
export const EMPTY_ITEMS: { readonly [Kind in ItemKindName]: EmptyItem<Kind> } = {
  prompt: { kind: 'prompt', text: '', origin: '', images: 0, prompt_id: '' },
  command: { kind: 'command', name: '', args: '' },
  text: { kind: 'text', text: '' },
  thinking: { kind: 'thinking', text: '' },
  tool: { kind: 'tool', tool_use_id: '', name: '', input: {} },
  error: { kind: 'error', error: '', message: '' },
  compaction: { kind: 'compaction', trigger: '' },
  end: { kind: 'end', prompt_id: '', outcome: 'completed' },
};

/** The events that items consist of, and the fields that each fills. */
export const ITEM_EVENTS: { readonly [Type in EventType]?: ItemEvent<Type> } = {
  prompt_submitted: {
    kind: 'prompt',
    read: ({ text, origin, images, prompt_id, claude_prompt_id }) => ({
      text,
      origin,
      images,
      prompt_id,
      claude_prompt_id,
    }),
  },
  prompt_abandoned: { kind: 'prompt', read: () => ({ abandoned: true }) },
  command_run: { kind: 'command', read: ({ name, args }) => ({ name, args }) },
  command_printed: { kind: 'command', read: ({ text }) => ({ output: text }) },
  assistant_text: { kind: 'text', read: ({ text, aborted }) => ({ text, aborted }) },
  assistant_thinking: { kind: 'thinking', read: ({ text }) => ({ text }) },
  tool_started: {
    kind: 'tool',
    read: ({ tool_use_id, name, input }) => ({ tool_use_id, name, input }),
  },
  tool_finished: {
    kind: 'tool',
    read: ({ tool_use_id, at, content, is_error, details }) => ({
      tool_use_id,
      finished_at: at,
      result: content,
      is_error,
      details,
    }),
  },
  tool_timed: { kind: 'tool', read: ({ tool_use_id, duration_ms }) => ({ tool_use_id, duration_ms }) },
  tool_decided: {
    kind: 'tool',
    read: ({ tool_use_id, decision, decided_by }) => ({ tool_use_id, decision, decided_by }),
  },
  api_failed: { kind: 'error', read: ({ error, message, status }) => ({ error, message, status }) },
  compacted: {
    kind: 'compaction',
    read: ({ trigger, tokens_before, tokens_after }) => ({ trigger, tokens_before, tokens_after }),
  },
  compaction_summarised: { kind: 'compaction', read: ({ text }) => ({ summary: text }) },
  turn_finished: { kind: 'end', read: ({ prompt_id, outcome, error }) => ({ prompt_id, outcome, error }) },
  turn_timed: { kind: 'end', read: ({ prompt_id, duration_ms }) => ({ prompt_id, duration_ms }) },
};

const ITEM_KINDS: { readonly [Kind in ItemKindName]: ItemKind<Kind> } = {
  prompt: PROMPT,
  command: COMMAND,
  text: {
    page: ({ text }) => ({ shape: 'markdown', text }),
    terminal: ({ text }) => ({ shape: 'markdown', text }),
    watch: ({ at, text, aborted }) => ({
      at,
      label: 'claude',
      text: `${text}${aborted ? ' (interrupted)' : ''}`,
      whole: true,
    }),
    export: ({ at, text, aborted }) => ({
      kind: 'claude',
      at,
      title: 'Claude',
      ...(aborted && { outcome: 'interrupted' }),
      blocks: markdownBlocks(text),
    }),
    editor: ({ id, text }) => [{ from: 'agent', id, text }],
    model: ({ text }) => ({ label: 'CLAUDE', text }),
  },
  thinking: {
    page: ({ text }) => ({ shape: 'folded', head: t('Thought'), text }),
    terminal: ({ text }) => ({ shape: 'folded', head: 'Thought', text }),
    watch: ({ at, text }) => ({ at, label: 'thinks', text, paint: 'quiet' }),
    export: ({ at, text }) =>
      text === ''
        ? undefined
        : { kind: 'thinking', at, title: 'Thinking', isFolded: true, blocks: markdownBlocks(text) },
    editor: ({ id, text }) => [{ from: 'thought', id, text }],
    model: () => undefined,
  },
  tool: TOOL,
  error: {
    page: ({ message, status }) => {
      const reason = message.replace(/^API Error: /, '');
      const words = status
        ? t('The API failed ({status}): {reason}', { status: String(status), reason })
        : t('The API failed: {reason}', { reason });
      return { shape: 'failure', words };
    },
    terminal: ({ message, status }) => ({
      shape: 'failure',
      words: `! The API failed${statusText(status)}: ${message}`,
    }),
    watch: ({ at, message, error }) => ({
      at,
      label: 'error',
      text: message || error,
      paint: 'fails',
      whole: true,
    }),
    export: ({ at, message, error, status }) => ({
      kind: 'error',
      at,
      isFailed: true,
      blocks: codeBlocks(message),
      title: ['API error', error, status].filter(Boolean).join(' '),
    }),
    editor: ({ id, message }) => [{ from: 'agent', id, text: message }],
    model: ({ message }) => ({ label: 'ERROR', text: message }),
  },
  compaction: COMPACTION,
  // Conversations show the end of a turn from the turn, once it is known how long it took.
  end: {
    page: () => undefined,
    terminal: () => undefined,
    watch: ({ at, outcome, error, duration_ms }, { before }) => {
      // The duration of a turn is often known only a moment after its end, which is not worth a second line.
      if (before?.outcome === outcome) return undefined;
      const time = timeText(duration_ms);
      if (outcome === 'completed') return { at, label: 'done', text: time.trim(), paint: 'quiet' };
      const text = `${outcome}${time}${error ? `: ${error}` : ''}`;
      return { at, label: 'done', text, paint: outcome === 'failed' ? 'fails' : 'waits' };
    },
    export: ({ at, outcome, error = '', duration_ms }) => ({
      kind: 'note',
      at,
      title: `${outcome === 'completed' ? 'Done' : `Turn ${outcome}`}${timeText(duration_ms)}`,
      ...(outcome === 'failed' && { isFailed: true }),
      blocks: codeBlocks(error),
    }),
    editor: () => [],
    model: () => undefined,
  },
};

/** The entry for the item's kind. */
export function itemKindOf({ kind }: Pick<Item, 'kind'>): ItemKind<ItemKindName> {
  return ITEM_KINDS[kind] as unknown as ItemKind<ItemKindName>;
}

function statusText(status: number | undefined): string {
  return status ? ` (${status})` : '';
}

function timeText(ms: number | undefined): string {
  return ms === undefined ? '' : ` after ${durationOf(ms)}`;
}
