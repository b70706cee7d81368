/** Typing into a terminal that is slow to echo. Screens recorded from the real Claude Code 2.1.325. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ClaudePane } from './claude-pane.ts';
import { Pane } from './pane.ts';
import type { TmuxCommands } from './tmux-commands.ts';

const recorded = (name: string) =>
  readFileSync(join(import.meta.dirname, 'screen', 'recorded', `${name}.txt`), 'utf8').split('\n');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A tmux whose pane shows what the test sets. */
function scriptedPane() {
  const pressed: string[] = [];
  const script = { screen: 'mode-manual' };
  const tmux: TmuxCommands = {
    async run(command, ...args) {
      if (command === 'capture-pane') return recorded(script.screen);
      if (command === 'send-keys') pressed.push(...args.slice(2));
      if (command === 'paste-buffer') script.screen = 'draft';
      return [];
    },
    runAll: async () => [],
    loadBuffer: async () => {},
  };
  const pane = new ClaudePane(new Pane(tmux, '%1'), {
    pid: process.pid,
    howToSee: 'attach',
    hasShell: false,
  });
  vi.spyOn(pane, 'isInFront').mockReturnValue(true);
  return { pane, pressed, script };
}

test('does not press Enter again for a prompt that stays in the input box: it may answer the next dialog', async () => {
  const { pane, pressed } = scriptedPane();
  const delivered = pane.deliver([{ type: 'text', text: 'some draft' }], []);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await delivered).toBe('unsure');
  expect(pressed).toEqual(['Enter']);
});

test('a prompt that leaves the input box is delivered', async () => {
  const { pane, pressed, script } = scriptedPane();
  const delivered = pane.deliver([{ type: 'text', text: 'some draft' }], []);
  await vi.waitUntil(() => pressed.length > 0);
  script.screen = 'permission-bash';
  await vi.advanceTimersByTimeAsync(1000);
  expect(await delivered).toBe('handed_over');
  expect(pressed).toEqual(['Enter']);
});
