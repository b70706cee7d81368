import { expect, test } from 'vitest';
import { event } from '../core/event-fixture.ts';
import { PromptUpdates } from './prompt-updates.ts';

const ID = '22222222-2222-4222-8222-222222222222';
const submitted = (text: string, uuid: string, origin = 'human', images = 0) =>
  event({ type: 'prompt_submitted', prompt_id: uuid, uuid, text, origin, images }, 0, { item: `p:${uuid}` });
const queued = (text: string, message_id = ID) =>
  event({ type: 'message_queued', message_id, when: 'queue', text, images: 0, by: 'phone', place: 1 });
const delivered = (message_id = ID) => event({ type: 'message_delivered', message_id });
const words = (updates: ReturnType<PromptUpdates['event']>) =>
  updates.flatMap((update) =>
    update.sessionUpdate === 'user_message_chunk' && update.content.type === 'text'
      ? update.content.text
      : [],
  );

test('prompts of the editor are not sent back to it', () => {
  const prompts = new PromptUpdates([]);
  prompts.expect('m1', 'mine');
  prompts.event(queued('mine', 'm1'));
  expect(prompts.event(delivered('m1'))).toEqual([]);
  expect(prompts.event(submitted('mine', 'm1'))).toEqual([]);
  prompts.expect('m2', 'in a  terminal');
  expect(prompts.event(submitted('in a terminal', 'other-uuid'))).toEqual([]);
  expect(words(prompts.event(submitted('mine', 'u3')))).toEqual(['mine']);
  prompts.expect('m4', 'never arrived');
  prompts.forget('m4');
  expect(words(prompts.event(submitted('never arrived', 'u4')))).toEqual(['never arrived']);
});

test('prompts of others are sent once, on delivery, as edited', () => {
  const prompts = new PromptUpdates([]);
  prompts.event(queued('first try'));
  prompts.event(event({ type: 'message_changed', message_id: ID, text: 'second try', by: 'phone' }));
  expect(words(prompts.event(delivered()))).toEqual(['second try']);
  expect(prompts.event(delivered())).toEqual([]);
  expect(prompts.event(submitted('second try', ID))).toEqual([]);
  expect(words(prompts.event(submitted('second try', 'typed')))).toEqual(['second try']);
});

test('prompts queued before the session was opened are known', () => {
  const message = { message_id: ID, state: 'queued', text: 'waited', images: 0 } as const;
  expect(words(new PromptUpdates([message]).event(delivered()))).toEqual(['waited']);
  expect(new PromptUpdates([{ ...message, state: 'accepted' }]).event(delivered())).toEqual([]);
});

test('a prompt merged into another turn does not hide a later prompt', () => {
  const prompts = new PromptUpdates([]);
  prompts.event(queued('go on'));
  prompts.event(delivered());
  const report = { outcome: 'completed', num_turns: 1, duration_ms: 1, total_cost_usd: 0 } as const;
  prompts.event(event({ type: 'turn_reported', message_ids: [ID], ...report }));
  expect(words(prompts.event(submitted('go on', 'typed')))).toEqual(['go on']);
});

test('omits machine prompts, counts images, shows commands as text', () => {
  const prompts = new PromptUpdates([]);
  expect(prompts.event(submitted('a task has ended', 'u1', 'task-notification'))).toEqual([]);
  expect(words(prompts.event(submitted('see', 'u2', 'human', 2)))).toEqual(['see\n[2 images]']);
  const run = event({ type: 'command_run', name: '/model', args: 'opus' }, 0, { item: 'c' });
  expect(words(prompts.event(run))).toEqual(['/model opus']);
  prompts.expect('m3', '/model opus');
  expect(prompts.event(run)).toEqual([]);
});
