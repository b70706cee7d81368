import { expect, test } from 'vitest';
import type { Decision } from '../../../protocol/answers.ts';
import type { PendingInteraction } from '../../driver.ts';
import type { ClaudePane } from '../claude-pane.ts';
import { DialogStuck } from './dialog-keys.ts';
import { PaneDialogs } from './pane-dialogs.ts';

const interaction = {
  kind: 'permission',
  tool_name: 'Bash',
  input: { command: 'ls' },
} as unknown as PendingInteraction;
const allow = { kind: 'permission', decision: 'allow' } as Decision;

/** Claude Code leaves the foreground while its screen is read, as happens when its terminal is killed. */
function leavingPane(): ClaudePane {
  let isInFront = true;
  return {
    isInFront: () => isInFront,
    dialogLines: async () => {
      isInFront = false;
      throw new DialogStuck('Claude Code is suspended or not in the foreground of the terminal');
    },
  } as unknown as ClaudePane;
}

test('a terminal that disappears while it is read shows nothing and takes no answer', async () => {
  expect(await new PaneDialogs(leavingPane()).shown()).toBeUndefined();
  expect(await new PaneDialogs(leavingPane()).shows(interaction)).toBe(false);
  expect(await new PaneDialogs(leavingPane()).refusal(interaction, allow)).toContain('not in the foreground');
});
