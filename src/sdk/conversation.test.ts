import { expect, test } from 'vitest';
import type { Item } from '../protocol/conversation.ts';
import type { EventBody, EventType, ReinsEvent } from '../protocol/events.ts';
import type { Turn } from '../protocol/session.ts';
import { Conversation } from './conversation.ts';

const at = (second: number) => new Date(second * 1000).toISOString();

function event<Type extends EventType>(
  seq: number,
  body: EventBody<Type> & { item: string; position?: number; agent_id?: string },
): ReinsEvent {
  const envelope = { seq, session_id: 's', host: 'h', at: at(seq), v: 1, source: 'transcript' as const };
  return { ...envelope, ...body } as ReinsEvent;
}

const said = (seq: number, text: string) =>
  event(seq, {
    type: 'assistant_text',
    item: `t${seq}`,
    position: seq,
    message_id: 'm',
    block: 0,
    text,
  });
const prompt = (position: number): Item => ({
  ...{ id: `p${position}`, at: at(position), position, kind: 'prompt', text: `ask ${position}` },
  ...{ origin: 'human', images: 0, prompt_id: `prompt-${position}` },
});
const text = (position: number): Item => ({
  ...{ id: `t${position}`, at: at(position), position, kind: 'text', text: `say ${position}` },
});

/** Turns as one line each. */
function shape(turns: readonly Turn[]): string[] {
  const words = (item: Item | undefined) =>
    item && 'text' in item ? item.text : (item?.kind ?? '(earlier)');
  return turns.map(({ prompt: interaction, items, outcome }) =>
    [words(interaction), ...items.map(words), ...(outcome ? [`(${outcome})`] : [])].join(' > '),
  );
}

test('applies events to the page', () => {
  const conversation = new Conversation();
  conversation.rebase({ turns: [{ prompt: prompt(1), items: [text(2)] }] }, 2);
  conversation.add(said(3, 'more'));
  const tool = { item: 'c', tool_use_id: 'c', position: 4 };
  conversation.add(event(4, { type: 'tool_started', ...tool, name: 'Bash', input: {} }));
  conversation.add(event(5, { type: 'tool_finished', ...tool, content: 'ok', is_error: false }));
  const [turn] = conversation.turns();
  expect(turn?.items).toMatchObject([{ text: 'say 2' }, { text: 'more' }, { name: 'Bash', result: 'ok' }]);
});

test('a newer page replaces earlier events, and later events still apply', () => {
  const conversation = new Conversation();
  conversation.rebase({ turns: [{ prompt: prompt(1), items: [text(2)] }], older_before: 1 }, 2);
  conversation.add(said(3, 'draft'));
  conversation.add(said(4, 'newest'));
  conversation.rebase({ turns: [{ items: [text(2), text(3)] }], older_before: 2 }, 3);
  expect(shape(conversation.turns())).toEqual(['ask 1 > say 2 > say 3 > newest']);
  expect(conversation.olderBefore).toBe(1);
});

test('a page without overlap replaces everything, so that there is never a gap', () => {
  const conversation = new Conversation();
  conversation.rebase({ turns: [{ prompt: prompt(1), items: [text(2)] }] }, 2);
  conversation.rebase({ turns: [{ prompt: prompt(200), items: [text(201)] }], older_before: 200 }, 201);
  expect(shape(conversation.turns())).toEqual(['ask 200 > say 201']);
  conversation.prepend({ turns: [{ prompt: prompt(1), items: [text(2)], outcome: 'completed' }] });
  expect(shape(conversation.turns())).toEqual(['ask 1 > say 2 > (completed)', 'ask 200 > say 201']);
  expect(conversation.olderBefore).toBeUndefined();
});

test('ends of turns survive pages and late facts', () => {
  const conversation = new Conversation();
  const turns = [
    { items: [text(1)] },
    { prompt: prompt(2), items: [text(3)], outcome: 'interrupted' as const },
    { prompt: prompt(4), items: [] },
  ];
  conversation.rebase({ turns, older_before: 1 }, 4);
  conversation.add(
    event(5, { type: 'turn_timed', item: 'e2', prompt_id: 'prompt-2', duration_ms: 7, position: 5 }),
  );
  conversation.add(event(6, { type: 'turn_finished', item: 'e4', prompt_id: 'prompt-4', outcome: 'failed' }));
  conversation.add(event(7, { type: 'turn_finished', item: 'e0', prompt_id: 'old', outcome: 'completed' }));
  expect(shape(conversation.turns())).toEqual([
    '(earlier) > say 1 > (completed)',
    'ask 2 > say 3 > (interrupted)',
    'ask 4 > (failed)',
  ]);
  expect(conversation.turns()[1]?.duration_ms).toBe(7);
});

test('does not show items of a subagent or incomplete items', () => {
  const conversation = new Conversation();
  conversation.rebase({ turns: [{ prompt: prompt(1), items: [] }] }, 1);
  conversation.add({ ...said(2, 'inside'), agent_id: 'a' });
  conversation.add(
    event(3, { type: 'tool_finished', item: 'x', tool_use_id: 'x', content: '', is_error: false }),
  );
  expect(shape(conversation.turns())).toEqual(['ask 1']);
});

test('after a reset the next page replaces everything', () => {
  const conversation = new Conversation();
  conversation.rebase({ turns: [{ prompt: prompt(1), items: [text(2)] }] }, 90);
  conversation.declareVoid();
  expect(shape(conversation.turns())).toEqual(['ask 1 > say 2']);
  conversation.rebase({ turns: [{ items: [text(2)] }] }, 4);
  expect(shape(conversation.turns())).toEqual(['(earlier) > say 2']);
});

test('leaves no gap after more events than fit on a page', () => {
  const conversation = new Conversation();
  conversation.rebase({ turns: [{ prompt: prompt(1), items: [text(2)] }], older_before: 1 }, 2);
  for (let seq = 3; seq <= 9; seq++) conversation.add(said(seq, `say ${seq}`));
  conversation.rebase({ turns: [{ items: [text(8), text(9)] }], older_before: 8 }, 9);
  expect(shape(conversation.turns())).toEqual([
    'ask 1 > say 2 > say 3 > say 4 > say 5 > say 6 > say 7 > say 8 > say 9',
  ]);
  expect([conversation.newer, conversation.olderBefore]).toEqual([0, 1]);
});

test('dropped items can be loaded again', () => {
  const conversation = new Conversation();
  conversation.rebase({ turns: [{ prompt: prompt(1), items: [text(2), text(3), text(4)] }] }, 4);
  conversation.forgetOlder(9);
  expect(conversation.olderBefore).toBeUndefined();
  conversation.forgetOlder(2);
  expect(shape(conversation.turns())).toEqual(['(earlier) > say 3 > say 4']);
  expect(conversation.olderBefore).toBe(3);
  conversation.add(said(5, 'more'));
  conversation.prepend({ turns: [{ prompt: prompt(1), items: [text(2)] }] });
  expect(shape(conversation.turns())).toEqual(['ask 1 > say 2 > say 3 > say 4 > more']);
});
