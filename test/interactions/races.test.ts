/**
 * Two clients answer simultaneously, with the real Claude Code. The call always runs once, as the winner decided, and
 * every client learns the truth: 200 `confirmed` for what ran, 409 with the winner, `sent` only without proof.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Interaction } from '../../src/protocol/interactions.ts';
import { testLimitMs, waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import type { TerminalClaude } from '../../stage/terminal-claude.ts';
import type { Answer, DrivenHub, View } from '../drivers/driven-hub.ts';
import { repetitions } from '../repetitions.ts';
import { seededRandom } from '../seed.ts';
import {
  answer,
  becomes,
  device,
  dialogListens,
  hubTest,
  interaction,
  isSettled,
  settleTurn,
  terminalOf,
  waiting,
} from './answering-stage.ts';

const ROUNDS = repetitions({ short: 2, long: 200 });
const LIMIT = { timeout: 3 * testLimitMs() * Math.ceil(ROUNDS.length / 10) };

interface Session {
  readonly stage: Stage;
  readonly hub: DrivenHub;
}
type Race = Session & { prompt(text: string): Promise<void> };
type TerminalRace = Session & { readonly terminal: TerminalClaude };

const random = seededRandom();
/** Milliseconds within a range: a different moment for each round, the same one for each seed. */
const between = (from: number, to: number) => from + random() * (to - from);

/** Each run of the command leaves a line, so that a second one would show. */
const run = (name: string) => `echo ${name} >> ran.txt`;
const COMMAND = { command: run('asked'), description: 'x' };

function prepare(stage: Stage) {
  stage.play(scene(/^go \d+$/, [call('Bash', COMMAND)], [say('Done.')]));
  const file = join(stage.project, 'ran.txt');
  return {
    clear: () => rmSync(file, { force: true }),
    /** What has run: the names it has written. */
    ran: () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []),
  };
}

/** What a client believes has run, according to its response; undefined if the response says that this is unknown. */
function believed({ status, body }: Answer): string[] | undefined {
  expect([200, 409], JSON.stringify(body)).toContain(status);
  // Claude Code no longer waits, and the record does not show yet who was first.
  if (body.error?.code === 'no_route') return undefined;
  const decided = status === 200 ? body.answer : body.error.details.answer;
  expect(decided, JSON.stringify(body)).toBeDefined();
  const isProven = decided.applied !== 'sent' && decided.applied !== 'lost';
  if (!isProven || decided.decision === undefined) return undefined;
  if (decided.decision === 'deny') return [];
  return [decided.input ? 'edited' : 'asked'];
}

/** Every client learned the truth, and the record agrees: it says what ran, or one of `orElse`. */
async function expectTruth(
  hub: DrivenHub,
  pending: Interaction,
  answers: readonly Answer[],
  ran: string[],
  orElse: readonly undefined[] = [],
) {
  const closed = await becomes(hub, pending, 'proof', isSettled);
  const all = JSON.stringify(
    { answers: answers.map(({ status, body }) => ({ status, body })), closed, ran },
    null,
    1,
  );
  for (const one of answers) expect([ran, undefined], all).toContainEqual(believed(one));
  expect([ran, ...orElse], all).toContainEqual(believed({ status: 200, body: closed }));
}

const ALLOW_EDITED = { decision: 'allow', input: { ...COMMAND, command: run('edited') } };
const ALLOW = { decision: 'allow' };
const DENY = { decision: 'deny', message: 'not now' };

/** Two devices answer every request at the same moment. */
async function raceDevices({ stage, hub, prompt }: Race): Promise<void> {
  const { clear, ran } = prepare(stage);
  const [phone, desk] = await Promise.all([device(hub, 'phone'), device(hub, 'desk')]);
  for (const round of ROUNDS) {
    clear();
    const before = stage.requests.length;
    await prompt(`go ${round}`);
    const pending = await waiting(hub);
    const bodies = [ALLOW_EDITED, round % 2 ? DENY : ALLOW];
    if (round % 3 === 0) bodies.reverse();
    const offset = between(0, 6);
    const answers = await Promise.all([
      answer(hub, pending, bodies[0] as object, { token: phone }),
      delay(offset).then(() => answer(hub, pending, bodies[1] as object, { token: desk })),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await waitUntil('the end of the turn', () => stage.requests.length >= before + 2);
    await expectTruth(hub, pending, answers, ran());
    const winner = answers.find(({ status }) => status === 200)?.body.answer.by.name;
    const reported = answers.find(({ status }) => status === 409)?.body.error.details.answer.by.name;
    expect(reported).toBe(winner);
    await hub.waitFor(pending.session_id, 'rest', ({ status }) => status === 'idle');
  }
  for (const name of ['phone', 'desk']) await hub.ask('DELETE', `/tokens/${name}`);
}

/** Two requests in one turn, and three devices that answer both at the same moment: each call runs as its winner decided. */
async function raceForTwo({ stage, hub, prompt }: Race): Promise<void> {
  const names = ['left', 'right'];
  const asks = names.map((name) => call('Bash', { command: run(name), description: 'x' }));
  stage.play(scene(/^both \d+$/, asks, [say('Done.')]));
  const { clear, ran } = prepare(stage);
  const devices = ['phone', 'desk', 'watch'];
  const tokens = await Promise.all(devices.map((name) => device(hub, name)));
  for (const round of ROUNDS) {
    clear();
    await prompt(`both ${round}`);
    const over: Interaction[] = [];
    while (over.length < names.length) {
      const pending = await waitUntil('the next request', async () => {
        const open = await waiting(hub);
        return over.every(({ id }) => id !== open.id) && open;
      });
      const [first = ALLOW, ...others] = [round % 2 ? ALLOW : DENY, DENY, ALLOW];
      const answers = await Promise.all(
        [first, ...others].map((body, place) =>
          answer(hub, pending, body, { token: tokens[place] as string }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      over.push(await becomes(hub, pending, 'proof', isSettled));
    }
    const [{ session_id: id }] = over as [Interaction];
    await hub.waitFor(id, 'the end of the turn', ({ status }) => status === 'idle');
    const allowed = over.filter(({ answer: given }) => given?.['decision'] === 'allow');
    const commands = allowed.map(({ input }) => String(input['command']).split(' ')[1]);
    expect(ran().sort(), JSON.stringify(over, null, 1)).toEqual(commands.sort());
    const { items } = await hub.ask('GET', `/audit?session=${id}`);
    for (const { id: interactionId, answer: given } of over) {
      const entry = items.find((one: { interaction_id: string }) => one.interaction_id === interactionId);
      expect(entry).toMatchObject({ what: 'answered', by: { name: given?.by.name } });
    }
  }
  for (const name of devices) await hub.ask('DELETE', `/tokens/${name}`);
}

/** With the same key it counts as one answer; without a key, the second one is refused. */
async function tapTwice({ stage, hub, prompt }: Race): Promise<void> {
  const { clear, ran } = prepare(stage);
  for (const round of ROUNDS) {
    clear();
    await prompt(`go ${round}`);
    const pending = await waiting(hub);
    const key = round % 2 ? { key: `tap ${round}` } : {};
    const answers = await Promise.all([1, 2, 3].map(() => answer(hub, pending, ALLOW_EDITED, key)));
    const expected = round % 2 ? [200, 200, 200] : [200, 409, 409];
    expect(answers.map(({ status }) => status).sort()).toEqual(expected);
    const hasRun = await waitUntil('the call', () => ran().length > 0 && ran());
    await expectTruth(hub, pending, answers, hasRun);
    await hub.waitFor(pending.session_id, 'rest', ({ status }) => status === 'idle');
  }
}

/** A device and Yes or No in the terminal. */
async function raceTerminal({ stage, hub, terminal }: TerminalRace): Promise<void> {
  const { clear, ran } = prepare(stage);
  for (const round of ROUNDS) {
    clear();
    await terminal.prompt(`go ${round}`);
    const pending = await waiting(hub);
    await dialogListens(terminal);
    const body = [ALLOW_EDITED, DENY][round % 2] as object;
    const key = ['1', '1', '4'][round % 3] as string;
    // A key takes some milliseconds to get through tmux. Both orders occur around the same moment.
    const lead = between(-20, 40);
    const [answered] = await Promise.all([
      delay(Math.max(0, lead)).then(() => answer(hub, pending, body)),
      delay(Math.max(0, -lead)).then(() => terminal.press(key)),
    ]);
    await hub.waitFor(pending.session_id, 'the end of the turn', ({ status }) => status === 'idle');
    // No in the terminal ends the turn as an interrupt does: what came first may remain unknown.
    await expectTruth(hub, pending, [answered], ran(), key === '4' ? [undefined] : []);
    // A key that came after the answer is in the input box.
    await terminal.press('C-u');
    await settleTurn(stage, terminal);
    await hub.waitFor(pending.session_id, 'rest', ({ status }) => status === 'idle');
  }
}

/** A device and Escape, which also ends a running call: nothing unproven is reported. */
async function raceEscape({ stage, hub, terminal }: TerminalRace): Promise<void> {
  const { clear, ran } = prepare(stage);
  for (const round of ROUNDS) {
    clear();
    await terminal.prompt(`go ${round}`);
    const pending = await waiting(hub);
    await dialogListens(terminal);
    const lead = between(-100, 60);
    const [answered] = await Promise.all([
      delay(Math.max(0, lead)).then(() => answer(hub, pending, ALLOW_EDITED)),
      delay(Math.max(0, -lead)).then(() => terminal.press('Escape')),
    ]);
    const atRest = ({ status, open_interactions: open }: View) => status === 'idle' && open === 0;
    await hub.waitFor(pending.session_id, 'the end of the turn', atRest);
    await settleTurn(stage, terminal);
    await hub.waitFor(pending.session_id, 'rest', atRest);
    // An interrupt leaves the same record as a refusal: so nothing is proven, and nothing is reported as proven.
    const claims = [answered, { status: 200, body: await interaction(hub, pending.id) }].map(believed);
    for (const claim of claims) expect([ran(), undefined]).toContainEqual(claim);
  }
}

hubTest('a stream session: two devices at once, and a double tap', LIMIT, async ({ stage, hub }) => {
  const order = { cwd: stage.project, driver: 'stream', permission_mode: 'manual' };
  const { session_id: id } = await hub.ask('POST', '/sessions', order);
  const prompt = async (text: string) => void (await hub.send(id, text));
  await raceDevices({ stage, hub, prompt });
  await tapTwice({ stage, hub, prompt });
});

hubTest(
  'a terminal: several devices at once; a device and Yes, No or Escape',
  LIMIT,
  async ({ stage, hub }) => {
    const terminal = await terminalOf(stage, hub);
    await raceDevices({ stage, hub, prompt: terminal.prompt });
    await raceForTwo({ stage, hub, prompt: terminal.prompt });
    // A prompt in between lets the next one start a new scene, whatever the last one was answered.
    await settleTurn(stage, terminal);
    const { sessionId = '' } = stage.requests.at(-1) ?? {};
    await hub.waitFor(sessionId, 'rest', ({ status }) => status === 'idle');
    await raceTerminal({ stage, hub, terminal });
    await raceEscape({ stage, hub, terminal });
  },
);
