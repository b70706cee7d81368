/**
 * Two parties answer at once, with the real Claude Code. Whatever happens: the call runs as the winner said, once, and
 * nobody is told otherwise: 200 confirmed is what ran, 409 names the winner, `sent` only where there is no proof.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import type { Interaction } from '../../src/protocol/interactions.ts';
import { testLimitMs, waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
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
const LIMIT = { timeout: testLimitMs() * Math.ceil(ROUNDS.length / 10) };

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
    /** What has run: the names it left. */
    ran: () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []),
  };
}

/** What somebody who answered believes has run: undefined when they were told that this is not known. */
function believed({ status, body }: Answer): string[] | undefined {
  expect([200, 409], JSON.stringify(body)).toContain(status);
  const decided = status === 200 ? body.answer : body.error.details.answer;
  expect(decided, JSON.stringify(body)).toBeDefined();
  const isProven = decided.applied !== 'sent' && decided.applied !== 'lost';
  if (!isProven || decided.decision === undefined) return undefined;
  if (decided.decision === 'deny') return [];
  return [decided.input ? 'edited' : 'asked'];
}

/** Everybody was told the truth, and the record tells it too. */
async function expectTruth(hub: DrivenHub, ask: Interaction, answers: readonly Answer[], ran: string[]) {
  const closed = await becomes(hub, ask, 'proof', isSettled);
  const all = JSON.stringify(
    { answers: answers.map(({ status, body }) => ({ status, body })), closed, ran },
    null,
    1,
  );
  for (const one of answers) expect([ran, undefined], all).toContainEqual(believed(one));
  expect(believed({ status: 200, body: closed }), all).toEqual(ran);
}

const ALLOW_EDITED = { decision: 'allow', input: { ...COMMAND, command: run('edited') } };
const ALLOW = { decision: 'allow' };
const DENY = { decision: 'deny', message: 'not now' };

describe('two devices at once', LIMIT, () => {
  for (const route of ['stream', 'terminal'] as const) {
    hubTest(`answers of a ${route} session`, async ({ stage, hub }) => {
      const { clear, ran } = prepare(stage);
      const [phone, desk] = await Promise.all([device(hub, 'phone'), device(hub, 'desk')]);
      const terminal = route === 'terminal' ? await terminalOf(stage, hub) : undefined;
      const created = terminal
        ? undefined
        : await hub.ask('POST', '/sessions', {
            cwd: stage.project,
            driver: 'stream',
            permission_mode: 'manual',
          });
      for (const round of ROUNDS) {
        clear();
        const before = stage.requests.length;
        if (terminal) await terminal.prompt(`go ${round}`);
        else await hub.send(created.session_id, `go ${round}`);
        const ask = await waiting(hub);
        const bodies = [ALLOW_EDITED, round % 2 ? DENY : ALLOW];
        if (round % 3 === 0) bodies.reverse();
        const offset = between(0, 6);
        const answers = await Promise.all([
          answer(hub, ask, bodies[0] as object, { token: phone }),
          delay(offset).then(() => answer(hub, ask, bodies[1] as object, { token: desk })),
        ]);
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
        await waitUntil('the end of the turn', () => stage.requests.length >= before + 2);
        await expectTruth(hub, ask, answers, ran());
        const winner = answers.find(({ status }) => status === 200)?.body.answer.by.name;
        const told = answers.find(({ status }) => status === 409)?.body.error.details.answer.by.name;
        expect(told).toBe(winner);
        await hub.waitFor(ask.session_id, 'rest', ({ status }) => status === 'idle');
      }
    });
  }
});

describe('a double tap', LIMIT, () => {
  hubTest('with the same key is one answer, without one the second is refused', async ({ stage, hub }) => {
    const { clear, ran } = prepare(stage);
    const { session_id: id } = await hub.ask('POST', '/sessions', {
      ...{ cwd: stage.project, driver: 'stream', permission_mode: 'manual' },
    });
    for (const round of ROUNDS) {
      clear();
      await hub.send(id, `go ${round}`);
      const ask = await waiting(hub);
      const key = round % 2 ? { key: `tap ${round}` } : {};
      const answers = await Promise.all([1, 2, 3].map(() => answer(hub, ask, ALLOW_EDITED, key)));
      const expected = round % 2 ? [200, 200, 200] : [200, 409, 409];
      expect(answers.map(({ status }) => status).sort()).toEqual(expected);
      await expectTruth(hub, ask, answers, await waitUntil('the call', () => ran().length > 0 && ran()));
      await hub.waitFor(id, 'rest', ({ status }) => status === 'idle');
    }
  });
});

describe('a device and the terminal at once', LIMIT, () => {
  hubTest('Yes or No in the terminal, any answer elsewhere', async ({ stage, hub }) => {
    const { clear, ran } = prepare(stage);
    const terminal = await terminalOf(stage, hub);
    for (const round of ROUNDS) {
      clear();
      await terminal.prompt(`go ${round}`);
      const ask = await waiting(hub);
      await dialogListens(terminal);
      const body = [ALLOW_EDITED, DENY][round % 2] as object;
      const key = ['1', '1', '4'][round % 3] as string;
      // A key takes some milliseconds to get through tmux. Both orders occur around the same moment.
      const lead = between(-20, 40);
      const [answered] = await Promise.all([
        delay(Math.max(0, lead)).then(() => answer(hub, ask, body)),
        delay(Math.max(0, -lead)).then(() => terminal.press(key)),
      ]);
      await hub.waitFor(ask.session_id, 'the end of the turn', ({ status }) => status === 'idle');
      await expectTruth(hub, ask, [answered], ran());
      // A key that came after the answer stands in the input box.
      await terminal.press('C-u');
      await settleTurn(stage, terminal);
      await hub.waitFor(ask.session_id, 'rest', ({ status }) => status === 'idle');
    }
  });

  hubTest(
    'Escape, which also ends a call that runs: nothing is claimed that is not so',
    async ({ stage, hub }) => {
      const { clear, ran } = prepare(stage);
      const terminal = await terminalOf(stage, hub);
      for (const round of ROUNDS) {
        clear();
        await terminal.prompt(`go ${round}`);
        const ask = await waiting(hub);
        await dialogListens(terminal);
        const lead = between(-100, 60);
        const [answered] = await Promise.all([
          delay(Math.max(0, lead)).then(() => answer(hub, ask, ALLOW_EDITED)),
          delay(Math.max(0, -lead)).then(() => terminal.press('Escape')),
        ]);
        const atRest = ({ status, open_interactions: open }: View) => status === 'idle' && open === 0;
        await hub.waitFor(ask.session_id, 'the end of the turn', atRest);
        await settleTurn(stage, terminal);
        await hub.waitFor(ask.session_id, 'rest', atRest);
        // An interrupt leaves the same record as a refusal: then nothing is proven, and nothing is claimed.
        const claims = [answered, { status: 200, body: await interaction(hub, ask.id) }].map(believed);
        for (const claim of claims) expect([ran(), undefined]).toContainEqual(claim);
      }
    },
  );
});
