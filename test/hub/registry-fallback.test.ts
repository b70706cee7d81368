/** If Claude Code's own list of live sessions cannot be parsed, the public command is used. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { listAgents } from '../../src/claude/list-agents.ts';
import { say, scene } from '../../stage/screenplay.ts';
import { stageTest } from '../stage-test.ts';
import { startTestHub } from './test-hub.ts';

stageTest('claude agents --json', async ({ stage }) => {
  stage.play(scene('hello', [say('Hello.')]));
  const claude = await stage.terminal();
  await claude.prompt('hello');
  await claude.waitForScreen(/Hello\./);

  // The same transcripts with a list in an unknown format.
  const configFolder = join(stage.folder, 'other-config');
  mkdirSync(join(configFolder, 'sessions'), { recursive: true });
  writeFileSync(join(configFolder, 'sessions', '1.json'), '{"format":"of the future"}');
  symlinkSync(join(stage.configDir, 'projects'), join(configFolder, 'projects'));

  using hub = startTestHub(
    { ...stage, configDir: configFolder },
    { listAgents: () => listAgents(stage.claudeBinary, stage.configDir) },
  );
  const view = await hub.waitForView(
    'the live session',
    ({ status, turns }) => status === 'idle' && turns.length > 0,
  );
  expect(view).toMatchObject({ cwd: stage.project, turns: [{ prompt: { text: 'hello' } }] });
  await claude.prompt('/exit');
  await claude.waitForExit();
  await hub.waitForView('the end', ({ status }) => status === 'ended');
});
