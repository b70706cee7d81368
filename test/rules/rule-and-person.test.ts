/**
 * A rule and a person answer at the same time: one of them wins, the other gets an error, and Claude does what the winner
 * decided.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Interaction } from '../../src/protocol/interactions.ts';
import { testLimitMs } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import { type Answer, type DrivenHub, hasTurn } from '../drivers/driven-hub.ts';
import { isLong, repetitions } from '../repetitions.ts';
import { sharedHubTest } from '../shared-hub-test.ts';
import { beginInTerminal, isAnswered, isOpen, waitForInteraction, writePolicy } from './rules-stage.ts';

const rounds = repetitions({ short: 3, long: 200 });
const LIMIT = { timeout: testLimitMs() * Math.ceil(rounds.length / 10) };

/** Both answer the request at the same time: returns the winner, after the loser got an error. */
async function race(hub: DrivenHub, { id }: Interaction, round: number): Promise<'rule' | 'program'> {
  const asPerson = () => hub.call('POST', `/interactions/${id}/answer`, { decision: 'deny' });
  const asRule = () => writePolicy(hub, { name: 'touch', match: { command: 'touch *' }, decide: 'allow' });
  let answered: Promise<Answer>;
  // The call takes a moment to arrive: either may be first.
  if (round % 2 === 0) {
    answered = asPerson();
    asRule();
  } else {
    asRule();
    answered = asPerson();
  }
  const { status, body } = await answered;
  const closed = await waitForInteraction(hub, 'the end', (one) => one.id === id && isAnswered(one));
  const winner = closed.answer?.by.type;
  if (winner !== 'rule' && winner !== 'program') throw new Error(`answered by ${winner}`);
  expect(status, JSON.stringify(body)).toBe(winner === 'program' ? 200 : 409);
  return winner;
}

const touch = (file: string) => call('Bash', { command: `touch ${file}`, description: 'x' });

sharedHubTest(
  `a rule and a person at once, over the control protocol, ${rounds.length} times`,
  LIMIT,
  async ({ stage, hub }) => {
    const body = { cwd: stage.project, driver: 'stream', permission_mode: 'manual' };
    const { session_id: id } = await hub.ask('POST', '/sessions', body);
    for (const round of rounds) {
      const file = `made-${round}.txt`;
      writePolicy(hub);
      stage.play(scene(`make ${round}`, [touch(file)], [say('Done.')]));
      await hub.send(id, `make ${round}`);
      const open = await waitForInteraction(hub, 'the request', isOpen);
      const winner = await race(hub, open, round);
      await hub.waitFor(id, 'the turn', hasTurn(`make ${round}`, 'completed'));
      expect(existsSync(join(stage.project, file))).toBe(winner === 'rule');
    }
  },
);

// The hub decides in the same way for both, and `test/interactions/races` has two people at a terminal.
sharedHubTest.runIf(isLong)(
  `a rule and a person at once, at a plain terminal, ${rounds.length} times`,
  LIMIT,
  async ({ stage, hub }) => {
    writePolicy(hub);
    for (const round of rounds) {
      stage.play(scene(`make ${round}`, [touch(`made-${round}.txt`)], [say(`Done with ${round}.`)]));
    }
    const terminal = await beginInTerminal(stage, hub, 'make 1');
    for (const round of rounds) {
      if (round > 1) await terminal.prompt(`make ${round}`);
      const command = `touch made-${round}.txt`;
      const open = await waitForInteraction(
        hub,
        'the request',
        (one) => one.input['command'] === command && isOpen(one),
      );
      const winner = await race(hub, open, round);
      await terminal.waitForScreen(new RegExp(`Done with ${round}\\.`));
      expect(existsSync(join(stage.project, `made-${round}.txt`))).toBe(winner === 'rule');
      writePolicy(hub);
    }
  },
);
