import { appendFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from 'vitest';
import { type SlackApi, SlackRefusal, SlackUnsure } from '../api/slack-api.ts';
import { Journal, ROOT } from '../journal.ts';
import { Poster } from './poster.ts';
import type { ThreadMessage } from './thread-messages.ts';

const SESSION = 's1';
const message = (key: string, text = key): ThreadMessage => ({ key, text });

/** A Slack that keeps messages; `next` is what the next post meets. */
class FakeSlack implements SlackApi {
  readonly posts: { ts: string; text: string; thread_ts?: string; metadata?: object }[] = [];
  next: 'lose' | 'drop' | 'refuse' | undefined;

  async call(method: string, args: Readonly<Record<string, unknown>> = {}) {
    if (method === 'conversations.replies' || method === 'conversations.history')
      return { messages: this.posts };
    if (method === 'chat.update') {
      const found = this.posts.find(({ ts }) => ts === args['ts']);
      if (!found) throw new SlackRefusal(method, 'message_not_found');
      found.text = String(args['text']);
      return {};
    }
    const fate = this.next;
    this.next = undefined;
    if (fate === 'drop') throw new SlackUnsure('not sent');
    if (fate === 'refuse') throw new SlackRefusal(method, 'invalid_blocks');
    const ts = `${this.posts.length + 1}.0`;
    this.posts.push({ ...args, ts } as (typeof this.posts)[number]);
    if (fate === 'lose') throw new SlackUnsure('no response');
    return { ts };
  }

  get texts(): string[] {
    return this.posts.map(({ text }) => text);
  }
}

const test = base.extend<{ file: string; slack: FakeSlack }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest requires the pattern
  file: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'reins-slack-'));
    await use(join(folder, 'journal.jsonl'));
    rmSync(folder, { recursive: true });
  },
  // biome-ignore lint/correctness/noEmptyPattern: vitest requires the pattern
  slack: async ({}, use) => use(new FakeSlack()),
});

/** As after a restart: everything is read from the file. */
async function posterOf(file: string, slack: FakeSlack) {
  const journal = new Journal(file);
  if (!journal.thread(SESSION)) journal.openThread(SESSION, { channel: 'C1', since: '' });
  const poster = new Poster({ api: slack, journal, warn: () => {} });
  await poster.sync(SESSION, [message(ROOT)]);
  return { poster, journal };
}

test('posts each message once, in the thread, and updates what has changed', async ({ file, slack }) => {
  const { poster } = await posterOf(file, slack);
  await poster.sync(SESSION, [message('a'), message('b')]);
  await poster.sync(SESSION, [message('a'), message('b', 'b2'), { ...message('c'), isFixed: true }]);
  const again = await posterOf(file, slack);
  await again.poster.sync(SESSION, [
    message('a'),
    message('b', 'b2'),
    { ...message('c', 'c2'), isFixed: true },
  ]);
  expect(slack.texts).toEqual(['root', 'a', 'b2', 'c']);
  expect(slack.posts.map(({ thread_ts }) => thread_ts)).toEqual([undefined, '1.0', '1.0', '1.0']);
});

test.each(['lose', 'drop'] as const)('a post whose fate is unknown (%s) appears once', async (fate) => {
  const folder = mkdtempSync(join(tmpdir(), 'reins-slack-'));
  try {
    const file = join(folder, 'journal.jsonl');
    const slack = new FakeSlack();
    const { poster } = await posterOf(file, slack);
    slack.next = fate;
    await expect(poster.sync(SESSION, [message('a')])).rejects.toThrow(SlackUnsure);
    const { poster: restarted } = await posterOf(file, slack);
    await restarted.sync(SESSION, [message('a')]);
    expect(slack.texts).toEqual(['root', 'a']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a message that Slack refuses does not block the others', async ({ file, slack }) => {
  const { poster } = await posterOf(file, slack);
  slack.next = 'refuse';
  await poster.sync(SESSION, [message('a'), message('b')]);
  await poster.sync(SESSION, [message('a', 'a2'), message('b')]);
  expect(slack.texts).toEqual(['root', 'b']);
});

test('a deleted message stays deleted', async ({ file, slack }) => {
  const { poster } = await posterOf(file, slack);
  await poster.sync(SESSION, [message('a')]);
  slack.posts.pop();
  await poster.sync(SESSION, [message('a', 'a2')]);
  expect(slack.texts).toEqual(['root']);
});

test('the journal remembers across restarts and damage, and is private', ({ file }) => {
  const journal = new Journal(file, 0);
  journal.openThread('s1', { channel: 'C1', since: '' });
  journal.note('s1', ROOT, { ts: '1.0', print: 'x' });
  journal.notePrompt('s1', { id: 'm1', ts: '2.0', text: 'go' });
  expect([journal.receive('e1', { a: 1 }, 0), journal.receive('e1', { a: 1 }, 0)]).toEqual([true, false]);
  journal.receive('e2', {}, 0);
  journal.done('e2');
  journal.noteHome('U1');
  appendFileSync(file, '{"t":"message","s":"s1","k":"cut o');
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const again = new Journal(file, 1000);
  expect(again.sessionOf('C1', '1.0')).toBe('s1');
  expect(again.prompts('s1').map(({ id }) => id)).toEqual(['m1']);
  again.note('s1', 'p', { ts: '2.0', print: 'own' });
  expect(again.prompts('s1')).toEqual([]);
  expect(again.unfinished()).toEqual([['e1', { a: 1 }]]);
  expect([again.receive('e2', {}, 0), [...again.homes]]).toEqual([false, ['U1']]);
  // After a day Slack does not repeat an event any more; what is unfinished stays.
  const later = new Journal(file, 2 * 24 * 60 * 60_000);
  expect([later.unfinished().length, later.receive('e2', {})]).toEqual([1, true]);
  later.openThread('old', { channel: 'C1', since: new Date(0).toISOString() });
  later.note('old', ROOT, { ts: '9.0', print: 'x' });
  later.note('old', 'a', { ts: '9.1', print: 'x' });
  const muchLater = new Journal(file, 100 * 24 * 60 * 60_000);
  expect([muchLater.sessionOf('C1', '9.0'), muchLater.keys('old')]).toEqual(['old', [ROOT]]);
});
