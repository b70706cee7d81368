/** Two at the same keyboard: a device whose answer goes by keys, and a person who answers in the same pane at that moment. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import type { TerminalClaude } from '../../stage/terminal-claude.ts';
import { repetitions } from '../repetitions.ts';
import { answer, becomes, hubTest, isSettled, told, waiting } from './answering-stage.ts';

const MESSAGE = 'use a folder instead';
const DIALOG = /Do you want to proceed\?/;

describe('a device by keys and a person in the pane, at once', { timeout: 1_800_000 }, () => {
  hubTest('one of them counts, and nobody is told otherwise', async ({ stage, hub }) => {
    stage.play(
      scene('make it', [call('Bash', { command: 'touch made.txt', description: 'x' })], [say('Over now.')]),
    );
    const made = join(stage.project, 'made.txt');
    const terminal = await stage.terminal({ args: ['--permission-mode', 'manual'] });
    let seen = '';
    const winners = new Set<string>();
    for (const round of repetitions({ short: 10, long: 200 })) {
      rmSync(made, { force: true });
      const before = stage.requests.length;
      await terminal.prompt('make it');
      const ask = await waitUntil('the next ask', async () => {
        const now = await waiting(hub);
        return now.id !== seen && now;
      });
      seen = ask.id;
      await terminal.waitForScreen(DIALOG);
      const denying = answer(hub, ask, { decision: 'deny', message: MESSAGE });
      // Anywhere between the first key and the last one.
      await delay((round * 97) % 1600);
      await terminal.press('1');
      const denied = await denying;
      await leaveDialog(terminal);
      await waitUntil('the next turn', () => stage.requests.length >= before + 2);
      const settled = await becomes(hub, ask, 'the end', isSettled);
      const hasRun = existsSync(made);
      expect(told(stage)?.isError, `round ${round}`).toBe(!hasRun);
      expect(settled.answer, `round ${round}`).toMatchObject({
        route: hasRun ? 'terminal' : 'keys',
        decision: hasRun ? 'allow' : 'deny',
      });
      expect([200, 409], JSON.stringify(denied.body)).toContain(denied.status);
      expect(denied.status === 200, `round ${round}: ${JSON.stringify(denied.body)}`).toBe(!hasRun);
      if (!hasRun) expect(told(stage)?.text).toContain(MESSAGE);
      winners.add(hasRun ? 'person' : 'device');
      await terminal.press('C-u');
    }
    expect(winners.size).toBe(2);
  });
});

/** A digit that went into the words kept both from deciding: then the person tries again. */
async function leaveDialog(terminal: TerminalClaude): Promise<void> {
  if (DIALOG.test(await terminal.screen())) await terminal.answerDialog(DIALOG, '1');
}
