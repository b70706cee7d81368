/** Answers across hosts while things fail: the first counts, and what it decided happens once. */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { AuditEntry } from '../../src/protocol/audit.ts';
import type { Session } from '../../src/protocol/session.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import { type DrivenHub, hasTurn } from '../drivers/driven-hub.ts';
import { waiting } from '../interactions/answering-stage.ts';
import { isLong, repetitions } from '../repetitions.ts';
import { stageTest } from '../stage-test.ts';
import { startFleet, untilOnline } from './fleet-stage.ts';

const append = (file: string) => call('Bash', { command: `echo x >> ${file}`, description: 'x' });

const start = (hub: DrivenHub, cwd: string, prompt: string): Promise<Session> =>
  hub.ask('POST', '/sessions', {
    ...{ host: 'laptop', cwd, prompt, driver: 'stream', permission_mode: 'default', trust: true },
  });

async function answersOf(hub: DrivenHub, id: string): Promise<AuditEntry[]> {
  const { items }: { items: AuditEntry[] } = await hub.ask('GET', `/audit?session=${id}`);
  return items.filter(({ what }) => what === 'answered');
}

stageTest.runIf(isLong)('two fronts answer at once: one wins, both learn who', async ({ stage }) => {
  const rounds = repetitions({ short: 1, long: 6 });
  stage.play(...rounds.map((round) => scene(`round ${round}.`, [append(`${round}.txt`)], [say('Next.')])));
  const { home, others } = await startFleet(stage, ['tower', 'laptop']);
  const [tower, laptop] = others as [DrivenHub, DrivenHub];
  for (const round of rounds) {
    const { session_id: id } = await start(home, stage.project, `round ${round}.`);
    const { id: asked } = await waiting(home, id);
    await waiting(tower, id);
    const answers = await Promise.all([
      home.call('POST', `/interactions/${asked}/answer`, { decision: 'allow' }),
      tower.call('POST', `/interactions/${asked}/answer`, { decision: 'deny' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const isAllowed = answers[0]?.status === 200;
    const lost = answers.find(({ status }) => status === 409);
    expect(lost?.body.error).toMatchObject({
      code: 'interaction_closed',
      details: { answer: { decision: isAllowed ? 'allow' : 'deny' } },
    });
    await home.waitFor(id, 'the turn', hasTurn(`round ${round}.`, 'completed'));
    expect(existsSync(join(stage.project, `${round}.txt`))).toBe(isAllowed);
    for (const hub of [home, tower, laptop])
      expect(
        await waitUntil('the audit entry', async () => {
          const entries = await answersOf(hub, id);
          return entries.length > 0 && entries;
        }),
      ).toHaveLength(1);
  }
});

stageTest.runIf(isLong)('the owner is killed in the middle of an answer', async ({ stage }) => {
  const rounds = repetitions({ short: 1, long: 6 });
  stage.play(...rounds.map((round) => scene(`round ${round}.`, [append(`${round}.txt`)], [say('Next.')])));
  const { home, others } = await startFleet(stage, ['laptop']);
  const [laptop] = others as [DrivenHub];
  for (const round of rounds) {
    const { session_id: id } = await start(home, stage.project, `round ${round}.`);
    const { id: asked } = await waiting(home, id);
    const key = randomUUID();
    const answer = () =>
      fetch(`${home.url}/api/interactions/${asked}/answer`, {
        method: 'POST',
        headers: { authorization: `Bearer ${home.token}`, 'idempotency-key': key },
        body: JSON.stringify({ decision: 'allow' }),
      });
    const first = answer();
    await laptop.kill('SIGKILL');
    expect([200, 503]).toContain((await first).status);
    await laptop.restart();
    await untilOnline(home, 2);
    // The same answer again counts once, whether or not the first one arrived.
    await waitUntil('the answer to be accepted', async () => (await answer()).status === 200);
    await home.waitFor(id, 'the turn', hasTurn(`round ${round}.`, 'completed'));
    expect(readFileSync(join(stage.project, `${round}.txt`), 'utf8')).toBe('x\n');
    expect(await answersOf(home, id)).toHaveLength(1);
  }
});
