/**
 * Reduces the events of one item, in any order. Pure. A tool call consists of its start, result, duration and
 * decision, whichever became known first.
 */
import type { EventType, ReinsEvent } from '../protocol/events.ts';
import type { Item, ItemOf } from '../protocol/session.ts';

/**
 * Items without a position in the transcript follow those that have one, ordered by time: more than any file
 * has bytes.
 */
const UNPLACED = 2 ** 44;

/** The position of an event's item. */
export function positionOf({
  position,
  at,
}: {
  readonly position?: number | undefined;
  readonly at: number;
}): number {
  return position ?? UNPLACED + at;
}

/** Undefined if the event does not belong to an item, or if too little is known to show one. */
export function reduceItem(item: Item | undefined, event: ReinsEvent): Item | undefined {
  const reducer = REDUCERS[event.type] as Reducer<EventType> | undefined;
  if (!reducer || !event.item) return item;
  const position = positionOf({ position: event.position, at: Date.parse(event.at) });
  const base = {
    id: event.item,
    at: item && item.at < event.at ? item.at : event.at,
    position: item ? Math.min(item.position, position) : position,
  };
  return reducer(item, event, base);
}

interface Base {
  readonly id: string;
  readonly at: string;
  readonly position: number;
}
type Reducer<Type extends EventType> = (item: Item | undefined, event: ReinsEvent<Type>, base: Base) => Item;

const REDUCERS: { readonly [Type in EventType]?: Reducer<Type> } = {
  prompt_submitted: (item, { text, origin, images, prompt_id, claude_prompt_id }, base) => ({
    ...prompt(item),
    ...base,
    text,
    origin,
    images,
    prompt_id,
    ...(claude_prompt_id !== undefined && { claude_prompt_id }),
  }),
  prompt_abandoned: (item, _event, base) => ({ ...prompt(item), ...base, abandoned: true }),
  command_run: (item, { name, args }, base) => ({ ...command(item), ...base, name, args }),
  command_printed: (item, { text }, base) => ({ ...command(item), ...base, output: text }),
  assistant_text: (_item, { text, aborted }, base) => ({
    ...base,
    kind: 'text',
    text,
    ...(aborted && { aborted }),
  }),
  assistant_thinking: (_item, { text }, base) => ({ ...base, kind: 'thinking', text }),
  tool_started: (item, { tool_use_id, name, input, at }, base) => ({
    ...tool(item, tool_use_id),
    ...base,
    at,
    name,
    input,
  }),
  tool_finished: (item, { tool_use_id, content, is_error, details, at }, base) => ({
    ...tool(item, tool_use_id),
    ...base,
    finished_at: at,
    result: content,
    is_error,
    ...(details !== undefined && { details }),
  }),
  tool_timed: (item, { tool_use_id, duration_ms }, base) => ({
    ...tool(item, tool_use_id),
    ...base,
    duration_ms,
  }),
  tool_decided: (item, { tool_use_id, decision, decided_by }, base) => ({
    ...tool(item, tool_use_id),
    ...base,
    decision,
    decided_by,
  }),
  api_failed: (_item, { error, message, status }, base) => ({
    ...base,
    kind: 'error',
    error,
    message,
    ...(status !== undefined && { status }),
  }),
  compacted: (item, { trigger, tokens_before, tokens_after }, base) => ({
    ...compaction(item),
    ...base,
    trigger,
    ...(tokens_before !== undefined && { tokens_before }),
    ...(tokens_after !== undefined && { tokens_after }),
  }),
  compaction_summarised: (item, { text }, base) => ({ ...compaction(item), ...base, summary: text }),
  turn_finished: (item, { prompt_id, outcome, error }, base) => ({
    ...end(item, prompt_id),
    ...base,
    outcome,
    ...(error && { error }),
  }),
  turn_timed: (item, { prompt_id, duration_ms }, base) => ({ ...end(item, prompt_id), ...base, duration_ms }),
};

const prompt = (item: Item | undefined) =>
  (item ?? { kind: 'prompt', text: '', origin: '', images: 0, prompt_id: '' }) as Omit<
    ItemOf<'prompt'>,
    keyof Base
  >;
const command = (item: Item | undefined) =>
  (item ?? { kind: 'command', name: '', args: '' }) as Omit<ItemOf<'command'>, keyof Base>;
const tool = (item: Item | undefined, tool_use_id: string) =>
  (item ?? { kind: 'tool', tool_use_id, name: '', input: {} }) as Omit<ItemOf<'tool'>, keyof Base>;
const compaction = (item: Item | undefined) =>
  (item ?? { kind: 'compaction', trigger: '' }) as Omit<ItemOf<'compaction'>, keyof Base>;
const end = (item: Item | undefined, prompt_id: string) =>
  (item ?? { kind: 'end', prompt_id, outcome: 'completed' }) as Omit<ItemOf<'end'>, keyof Base>;
