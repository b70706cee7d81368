/** The whole app in this process: a real server on a real log, and a Slack on loopback. */
import { join } from 'node:path';
import { expect } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { type RunningServer, SESSION, serverTest } from '../../test/running-server.ts';
import { APP_TOKEN, BOT_TOKEN, LoopbackSlack, TEAM } from '../../test/slack/loopback-slack.ts';
import { SlackPerson } from '../../test/slack/slack-person.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { SlackSettings } from '../protocol/slack.ts';
import { runSlackApp } from './slack-app.ts';

interface RunningApp {
  readonly server: RunningServer;
  readonly slack: LoopbackSlack;
  readonly ada: SlackPerson;
  readonly warnings: string[];
  start(): () => Promise<void>;
}

const test = serverTest.extend<{ app: RunningApp }>({
  app: async ({ server }, use) => {
    const slack = await LoopbackSlack.open();
    const settings: SlackSettings = { threads: [{ to: 'U0ADA' }], roles: { U0ADA: 'operator' } };
    server.deps.settings.patch({ slack: settings });
    const warnings: string[] = [];
    const running: (() => Promise<void>)[] = [];
    const start = () => {
      const stop = new AbortController();
      const ended = runSlackApp({
        address: { url: server.url, token: server.tokens.operator },
        tokens: { app: APP_TOKEN, bot: BOT_TOKEN },
        journalFile: join(server.folder, 'journal.jsonl'),
        apiUrl: slack.apiUrl,
        output: { info: () => {}, warn: (message) => warnings.push(message) },
        signal: stop.signal,
      });
      const end = async () => {
        stop.abort();
        await ended;
      };
      running.push(end);
      return end;
    };
    await use({ server, slack, ada: new SlackPerson(slack, 'U0ADA'), warnings, start });
    for (const end of running) await end();
    expect(slack.violations).toEqual([]);
    await slack.close();
  },
});

/** Threads that are months old start again. */
const NOW = Date.now() - 60_000;

/** A turn that ends with this text, in the session. */
function say({ append }: RunningServer, number: number, text: string): void {
  const at = NOW + number * 1000;
  const uuid = `${number}`;
  const prompt = { prompt_id: uuid, uuid, text: `prompt ${number}`, origin: 'human', images: 0 };
  append('prompt_submitted', prompt, { at, item: `prompt:${uuid}`, position: number * 10 });
  const spoken = { message_id: `m${number}`, block: 0, text };
  append('assistant_text', spoken, { at, item: `text:${uuid}`, position: number * 10 + 1 });
}

function ask({ append }: RunningServer, id: string): void {
  const facts = {
    interaction_id: id,
    kind: 'permission' as const,
    tool_name: 'Bash',
    input: { command: id },
  };
  append('interaction_opened', { ...facts, tool_use_id: id, suggestions: [], routes: ['hook'] });
}

test('a thread in direct messages, across restarts, limits and lost responses', async ({ app }) => {
  const { server, slack, start } = app;
  server.append('session_started', { how: 'startup' });
  let stop = start();
  slack.fail('chat.postMessage', { kind: 'lose' }, { kind: 'limit', seconds: 0 }, { kind: 'lose' });
  await waitUntil('a connection', () => slack.calls.includes('apps.connections.open'));
  say(server, 1, 'first');
  const texts = () => slack.messages.map(({ text }) => text);
  await waitUntil('the first text', () => texts().includes('first'));
  expect(slack.messages[0]).toMatchObject({ channel: 'D0ADA' });
  await stop();
  say(server, 2, 'second');
  stop = start();
  await waitUntil('the second text', () => texts().includes('second'));
  await stop();
  start();
  say(server, 3, 'third');
  await waitUntil('the third text', () => texts().includes('third'));
  expect(texts().slice(1)).toEqual([
    'Prompt: prompt 1',
    'first',
    'Prompt: prompt 2',
    'second',
    'Prompt: prompt 3',
    'third',
  ]);
});

test('what the hub did not get is sent when it is back, once', async ({ app }) => {
  const { server, slack, ada, start } = app;
  server.append('session_started', { how: 'startup' });
  const stop = start();
  await waitUntil('a connection', () => slack.calls.includes('apps.connections.open'));
  say(server, 1, 'first');
  const thread = await waitUntil('a thread', () => slack.messages[0]);
  const { send } = server.deps.steering;
  server.deps.steering.send = () => Promise.reject(new ReinsError('hub_not_running', 'gone'));
  await ada.reply(thread, 'do <https://a.example|it>', [], 2);
  await stop();
  server.deps.steering.send = send;
  start();
  const sent = () => server.steered.filter(([name]) => name === 'send');
  const [first, ...more] = await waitUntil('the prompt', () => sent().length > 0 && sent());
  expect(first).toMatchObject([
    ...['send', SESSION],
    { text: 'do it (https://a.example)', when: 'queue' },
    'Ada via operator',
  ]);
  // The stopped app may have been about to send it: the hub accepts an id once.
  for (const one of more) expect(one).toEqual(first);
});

test('answers carry the person, their role and one key; others are refused', async ({ app }) => {
  const { server, slack, ada, start } = app;
  const given: unknown[][] = [];
  server.deps.answers.answer = async (...args) => {
    given.push(args);
    throw new ReinsError('no_route', 'The terminal is gone.');
  };
  server.append('session_started', { how: 'startup' });
  start();
  await waitUntil('a connection', () => slack.calls.includes('apps.connections.open'));
  ask(server, 'i1');
  const card = await waitUntil('a card', () => slack.messages.find(({ text }) => text.includes('run i1')));
  await ada.press(card, /^Allow$/, 3);
  await waitUntil('the reply', () => ada.notices.length > 0);
  expect(ada.notices).toEqual(['The terminal is gone.']);
  expect(given).toMatchObject([
    ['i1', { decision: 'allow' }, { name: 'Ada via operator', role: 'operator' }],
  ]);

  // A stranger, a user of another workspace, and a role that was taken away.
  const press = (user: string, team: string) =>
    slack.deliver('interactive', {
      type: 'block_actions',
      user: { id: user, team_id: team },
      container: { channel_id: card.channel, thread_ts: card.thread_ts },
      trigger_id: slack.newTrigger(),
      actions: [{ action_id: 'reins.allow', value: 'i1', action_ts: slack.nextTs() }],
    });
  await press('U0EVE', TEAM);
  await press('U0ADA', 'T0OTHER');
  server.deps.settings.patch({ slack: { threads: [], roles: { U0ADA: 'viewer' } } });
  await press('U0ADA', TEAM);
  expect(slack.ephemerals.slice(1).map(({ text }) => text.slice(0, 27))).toEqual([
    'You have no role in Reins, ',
    'You have no role in Reins, ',
    'Your role in Reins is viewe',
  ]);
  expect(given).toHaveLength(1);
});

test('ends if Slack refuses the token', async ({ server }) => {
  const slack = await LoopbackSlack.open();
  server.deps.settings.patch({ slack: { threads: [], roles: {} } });
  const running = runSlackApp({
    address: { url: server.url, token: server.tokens.operator },
    tokens: { app: 'xapp-wrong', bot: BOT_TOKEN },
    journalFile: join(server.folder, 'journal.jsonl'),
    apiUrl: slack.apiUrl,
    output: { info: () => {}, warn: () => {} },
    signal: new AbortController().signal,
  });
  await expect(running).rejects.toThrow('invalid_auth');
  await slack.close();
});
