/** The Slack app of one host shows, answers and starts sessions on another one: two servers, a real NATS, a Slack on loopback. */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fleetFilesIn } from '../../src/fleet/fleet-files.ts';
import { writeMembership } from '../../src/fleet/membership.ts';
import type { FleetService } from '../../src/hub/fleet/fleet-service.ts';
import { answerFleet } from '../../src/server/answer-fleet.ts';
import { runSlackApp } from '../../src/slack/slack-app.ts';
import { waitUntil } from '../../stage/patience.ts';
import { OTHER_SESSION, type RunningServer, SESSION, startServer } from '../running-server.ts';
import { APP_TOKEN, BOT_TOKEN, CHANNEL, LoopbackSlack } from '../slack/loopback-slack.ts';
import { buttonsOf, SlackPerson } from '../slack/slack-person.ts';
import { startNats } from './nats-fixture.ts';

const NOW = Date.now();

async function joinFleet(server: RunningServer): Promise<() => Promise<void>> {
  const fleet = server.deps.fleet as FleetService;
  await fleet.start(answerFleet(server.app, server.deps));
  return () => fleet.close();
}

/** A prompt in a session of this server. */
function prompt({ append }: RunningServer, text: string, sessionId: string, cwd: string): void {
  const facts = { prompt_id: text, uuid: text, text, origin: 'human', images: 0 };
  const about = { at: NOW, item: `prompt:${text}`, position: 10, sessionId, observed: { cwd } };
  append('session_started', { how: 'startup' }, { sessionId, at: NOW, observed: { cwd } });
  append('prompt_submitted', facts, about);
}

test('threads, answers, prompts and commands reach the host of the session', async () => {
  const [home, laptop] = [await startServer(), await startServer()];
  const nats = await startNats(home.folder);
  writeMembership(fleetFilesIn(laptop.folder).memberFile, nats.admit('laptop'));
  const [leaveHome, leaveLaptop] = [await joinFleet(home), await joinFleet(laptop)];
  const slack = await LoopbackSlack.open();
  const stop = new AbortController();
  let running: Promise<void> | undefined;
  onTestFinished(async () => {
    stop.abort();
    await running;
    await slack.close();
    await leaveLaptop();
    await leaveHome();
    await home.close();
    await laptop.close();
    await nats.stop();
  });
  await waitUntil('both hosts', async () => {
    const { items } = home.deps.fleet.list();
    return items.filter(({ state }) => state === 'online').length === 2;
  });
  home.deps.settings.patch({
    slack: {
      threads: [
        { host: 'laptop', folder: '/code/api', to: CHANNEL },
        { host: 'home', to: 'U0ADA' },
      ],
      roles: { U0ADA: 'operator' },
    },
  });
  const warnings: string[] = [];
  running = runSlackApp({
    address: { url: home.url, token: home.tokens.operator },
    tokens: { app: APP_TOKEN, bot: BOT_TOKEN },
    journalFile: join(home.folder, 'journal.jsonl'),
    apiUrl: slack.apiUrl,
    output: { info: () => {}, warn: (message) => warnings.push(message) },
    signal: stop.signal,
  });
  await waitUntil('a connection', () => slack.calls.includes('apps.connections.open'));
  const ada = new SlackPerson(slack, 'U0ADA');
  const explain = () => JSON.stringify([warnings, ada.notices, slack.responses, slack.messages], null, 1);
  const shown = (what: string) =>
    waitUntil(what, () => slack.messages.find(({ text }) => text.includes(what)), { explain });
  const steered = (call: string) =>
    waitUntil(`${call} on the laptop`, () => laptop.steered.find(([name]) => name === call), { explain });

  // Places by host, although both sessions are in the same folder.
  prompt(laptop, 'over there', SESSION, '/code/api');
  prompt(home, 'right here', OTHER_SESSION, '/code/api');
  const there = await shown('over there');
  expect(there.channel).toBe(CHANNEL);
  expect((await shown('right here')).channel).toBe('D0ADA');

  // A request of the other host, answered with the name of the person and of this host.
  const given: unknown[][] = [];
  laptop.deps.answers.answer = async (...args) => {
    given.push(args);
    laptop.append('interaction_closed', {
      interaction_id: 'i1',
      state: 'answered',
      answer: {
        ...{ decision: 'allow', by: { type: 'device', name: 'Ada' }, at: new Date(NOW).toISOString() },
        ...{ route: 'hook', applied: 'confirmed' },
      },
    });
    return (await laptop.call('/api/interactions?id=i1')).json().then(({ items }) => items[0]);
  };
  laptop.append('interaction_opened', {
    ...{ interaction_id: 'i1', kind: 'permission', tool_name: 'Bash', input: { command: 'make' } },
    ...{ tool_use_id: 'i1', suggestions: [], routes: ['hook'] },
  });
  const card = await shown('run make');
  await ada.press(card, /^Allow$/);
  await waitUntil('the answer', () => given.length === 1, { explain });
  expect(given).toMatchObject([
    ['i1', { decision: 'allow' }, { name: 'Ada via operator (home)', role: 'operator', front: 'home' }],
  ]);
  await waitUntil('the outcome on the card', () => buttonsOf(card.blocks).length === 0, { explain });

  await ada.reply(there, 'and then');
  expect(await steered('send')).toMatchObject([
    ...['send', SESSION, { text: 'and then' }],
    'Ada via operator (home)',
  ]);

  // New sessions start on the host of the channel, or on a named one.
  expect(await ada.command('new fix it')).toContain('on laptop');
  const [, created] = (await steered('create')) as [string, { session_id: string }];
  expect(created).toMatchObject({ cwd: '/code/api', prompt: 'fix it' });
  expect(await ada.command('new home:/code/web look')).toContain('on home');
  expect(home.steered.find(([name]) => name === 'create')?.[1]).toMatchObject({ cwd: '/code/web' });

  expect(await ada.command('ls')).toMatch(/11111111 .* on laptop/);
  expect(await ada.command(`stop ${created.session_id.slice(0, 8)}`)).toContain('Stopped');
  expect(await steered('stop')).toEqual(['stop', created.session_id, 'Ada via operator (home)']);

  // The same session on both hosts: two threads, and commands name the host.
  prompt(home, 'the copy', SESSION, '/code/api');
  expect((await shown('the copy')).channel).toBe('D0ADA');
  expect(await ada.command('stop 1111')).toContain('1111@home');
  expect(await ada.command('stop 1111@home')).toContain('Stopped');
  expect(home.steered.at(-1)).toEqual(['stop', SESSION, 'Ada via operator']);

  // A prompt waits for a host that is offline.
  await leaveLaptop();
  await waitUntil('the laptop to be offline', () => home.deps.fleet.list().items[1]?.state === 'offline');
  await ada.reply(card, 'later');
  await waitUntil('the note', () => ada.notices.some((text) => text.includes('laptop is offline')), {
    explain,
  });
  const { items } = await (await home.call(`/api/sessions/${SESSION}@laptop/queue`)).json();
  expect(items).toMatchObject([{ text: 'later', state: 'queued', by: 'Ada via operator' }]);
  expect(slack.violations).toEqual([]);
});
