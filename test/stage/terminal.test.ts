/** The stage tested in a terminal: the real screen shows a dialog that a held hook answers. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import { startHookReceiver } from '../hook-receiver.ts';
import { stageTest } from '../stage-test.ts';

stageTest('a permission dialog, answered by a held PermissionRequest hook', async ({ stage }) => {
  await using hooks = await startHookReceiver({ held: ['PermissionRequest'] });
  const command = 'touch made.txt';
  stage.play(
    scene('make a file', [call('Bash', { command, description: 'Make a file' })], [say('It is made.')]),
  );
  const claude = await stage.terminal({
    args: ['--permission-mode', 'manual', '--settings', hooks.settingsFor('PermissionRequest', 'Stop')],
  });
  await claude.prompt('make a file');

  const interaction = await hooks.next('PermissionRequest');
  expect(interaction.payload).toMatchObject({ tool_name: 'Bash', tool_input: { command } });
  expect(interaction.payload).not.toHaveProperty('tool_use_id');
  await claude.waitForScreen(/Do you want to proceed\?/);
  expect(existsSync(join(stage.project, 'made.txt'))).toBe(false);

  interaction.reply({
    hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } },
  });
  await claude.waitForScreen(/It is made\./);
  expect(existsSync(join(stage.project, 'made.txt'))).toBe(true);
  const stop = await hooks.next('Stop');
  expect(stop.payload).toMatchObject({ last_assistant_message: 'It is made.' });
  expect(stage.requests.at(-1)?.hearing.toolResults).toMatchObject([{ tool: 'Bash', isError: false }]);

  const sessionId = stop.payload['session_id'] as string;
  // The transcript lags behind the hooks.
  const row = await waitUntil('the decision in the transcript', () =>
    stage.transcript(sessionId).find((candidate) => 'permissionDecision' in candidate),
  );
  expect(row).toMatchObject({ permissionDecision: { decision: 'accept', source: 'hook' } });
});
