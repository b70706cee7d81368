/** A race in one pane: a device whose answer goes by keys, and a person who answers at the same moment. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { testLimitMs, waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import type { TerminalClaude } from '../../stage/terminal-claude.ts';
import { repetitions } from '../repetitions.ts';
import { seededRandom } from '../seed.ts';
import {
  answer,
  becomes,
  dialogListens,
  hubTest,
  isSettled,
  lastToolResult,
  waiting,
} from './answering-stage.ts';

const MESSAGE = 'use a folder instead';
const DIALOG = /Do you want to proceed\?/;
const ROUNDS = repetitions({ short: 2, long: 200 });
const LIMIT = { timeout: testLimitMs() * Math.ceil(ROUNDS.length / 10) };
/** How long the device types on an idle machine. */
const TYPING_MS = 1600;

describe('a device by keys and a person in the pane, simultaneously', LIMIT, () => {
  hubTest('one answer counts, and every client sees which', async ({ stage, hub }) => {
    stage.play(
      scene('make it', [call('Bash', { command: 'touch made.txt', description: 'x' })], [say('Over now.')]),
    );
    const made = join(stage.project, 'made.txt');
    const terminal = await stage.terminal({ args: ['--permission-mode', 'manual'] });
    const random = seededRandom();
    let seen = '';
    const winners = new Set<string>();
    for (const round of ROUNDS) {
      rmSync(made, { force: true });
      const before = stage.requests.length;
      await terminal.prompt('make it');
      const interaction = await waitUntil('the next ask', async () => {
        const now = await waiting(hub);
        return now.id !== seen && now;
      });
      seen = interaction.id;
      await dialogListens(terminal);
      const deny = () => answer(hub, interaction, { decision: 'deny', message: MESSAGE });
      const denied = await raceWith(deny, () => terminal.press('1'), round, random);
      await decideAnyway(terminal, () => stage.requests.length >= before + 2);
      const settled = await becomes(hub, interaction, 'the end', isSettled);
      const hasRun = existsSync(made);
      expect(lastToolResult(stage)?.isError, `round ${round}`).toBe(!hasRun);
      expect(settled.answer, `round ${round}`).toMatchObject({
        route: hasRun ? 'terminal' : 'keys',
        decision: hasRun ? 'allow' : 'deny',
      });
      expect([200, 409], JSON.stringify(denied.body)).toContain(denied.status);
      expect(denied.status === 200, `round ${round}: ${JSON.stringify(denied.body)}`).toBe(!hasRun);
      if (!hasRun) expect(lastToolResult(stage)?.text).toContain(MESSAGE);
      winners.add(hasRun ? 'person' : 'device');
      await terminal.press('C-u');
    }
    expect(winners.size).toBe(2);
  });
});

/** The person presses before the device in the first round, after it in the second, and at any moment in the others. */
async function raceWith<T>(
  deny: () => Promise<T>,
  press: () => Promise<void>,
  round: number,
  random: () => number,
): Promise<T> {
  if (round === 1) await press();
  const denying = deny();
  if (round === 2) await denying;
  if (round > 2) await delay(random() * TYPING_MS);
  if (round > 1) await press();
  return denying;
}

/** A digit that was typed into the message keeps both from deciding: then the person presses again. */
async function decideAnyway(terminal: TerminalClaude, isDecided: () => boolean): Promise<void> {
  await waitUntil(
    'the dialog to be answered',
    async () => {
      if (isDecided()) return true;
      if (DIALOG.test(await terminal.screen())) await terminal.press('1');
      return false;
    },
    { everyMs: 300, explain: terminal.screen },
  );
}
