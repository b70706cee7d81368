/** A rule and a person answer at once: one of them counts, the other is told, and Claude does what the winner said. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { call, say, scene } from '../../stage/screenplay.ts';
import { hasTurn } from '../drivers/driven-hub.ts';
import { repetitions } from '../repetitions.ts';
import { begin, isAnswered, isOpen, rulesTest, waitForInteraction, writePolicy } from './rules-stage.ts';

const rounds = repetitions({ short: 10, long: 200 });

rulesTest(
  `a rule and a person at once, ${rounds.length} times`,
  { timeout: rounds.length * 30_000 },
  async ({ stage, hub }) => {
    const winners = { rule: 0, device: 0 };
    for (const round of rounds) {
      const file = `made-${round}.txt`;
      writePolicy(hub);
      const bash = call('Bash', { command: `touch ${file}`, description: 'x' });
      stage.play(scene(`make ${round}`, [bash], [say('Done.')]));
      const id = await begin(stage, hub, `make ${round}`);
      const open = await waitForInteraction(hub, 'the ask', (one) => one.session_id === id && isOpen(one));
      const asPerson = () => hub.call('POST', `/interactions/${open.id}/answer`, { decision: 'deny' });
      const asRule = () =>
        writePolicy(hub, { name: 'touch', match: { command: 'touch *' }, decide: 'allow' });
      let answered: Awaited<ReturnType<typeof asPerson>>;
      // The call takes a moment to arrive: now the one begins, now the other.
      if (round % 2 === 0) {
        const sent = asPerson();
        asRule();
        answered = await sent;
      } else {
        asRule();
        answered = await asPerson();
      }
      const closed = await waitForInteraction(hub, 'the end', (one) => one.id === open.id && isAnswered(one));
      const winner = closed.answer?.by.type;
      expect(['rule', 'device']).toContain(winner);
      expect(answered.status, JSON.stringify(answered.body)).toBe(winner === 'device' ? 200 : 409);
      await hub.waitFor(id, 'the turn', hasTurn(`make ${round}`, 'completed'));
      expect(existsSync(join(stage.project, file))).toBe(winner === 'rule');
      winners[winner as 'rule' | 'device']++;
      await hub.ask('DELETE', `/sessions/${id}`);
    }
    expect(winners.rule + winners.device).toBe(rounds.length);
  },
);
