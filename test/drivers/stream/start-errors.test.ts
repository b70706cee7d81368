/** Starts that cannot work: each fails immediately, gives the reason, and leaves nothing behind. */
import { randomUUID } from 'node:crypto';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { RunOrder } from '../../../src/drivers/driver.ts';
import { patienceMs } from '../../../stage/patience.ts';
import { say, scene } from '../../../stage/screenplay.ts';
import type { Stage } from '../../../stage/stage.ts';
import { stageProcesses } from '../../../stage/stage-folder.ts';
import { stageTest } from '../../stage-test.ts';
import { streamStage, textPrompt } from './stream-stage.ts';

interface Failure {
  readonly what: string;
  readonly choices: (stage: Stage) => Partial<RunOrder>;
  readonly code: string;
  readonly words: RegExp;
}

const FAILURES: readonly Failure[] = [
  {
    what: 'a folder that does not exist',
    choices: () => ({ cwd: '/does/not/exist' }),
    code: 'cwd_invalid',
    words: /does not exist/,
  },
  {
    what: 'a file instead of a folder',
    choices: ({ claudeBinary }) => ({ cwd: claudeBinary }),
    code: 'cwd_invalid',
    words: /not a folder/,
  },
  {
    what: 'a missing claude',
    choices: ({ folder }) => ({ claude: join(folder, 'claude') }),
    code: 'claude_not_found',
    words: /Cannot run/,
  },
  {
    what: 'a claude that is not a program',
    choices: ({ folder }) => ({ claude: writeBrokenProgram(folder) }),
    code: 'start_failed',
    words: /ENOEXEC|EACCES|ENOENT/,
  },
  {
    what: 'an unknown session',
    choices: () => ({ how: 'resume' }),
    code: 'start_failed',
    words: /No conversation found/,
  },
  {
    what: 'a flag that does not exist',
    choices: () => ({ claudeArgs: ['--no-such-flag'] }),
    code: 'start_failed',
    words: /unknown option/,
  },
  {
    what: 'a mode that does not exist',
    choices: () => ({ choices: { permission_mode: 'nonsense' as 'plan' } }),
    code: 'start_failed',
    words: /permission-mode/,
  },
  {
    what: 'no login',
    choices: ({ env }) => ({ env: { ...env, ANTHROPIC_API_KEY: '' } }),
    code: 'start_failed',
    words: /not logged in/,
  },
];

for (const { what, choices, code, words } of FAILURES) {
  stageTest(what, async ({ stage }) => {
    const { driver, order, recorder, isClean } = streamStage(stage);
    const starting = driver().start(order(choices(stage)));
    await expect(starting).rejects.toMatchObject({ code, message: expect.stringMatching(words) });
    expect(recorder.lines).toEqual([]);
    expect(recorder.ends).toEqual([]);
    await isClean();
    await expect.poll(() => stageProcesses(stage.folder), { timeout: patienceMs() }).toEqual([]);
  });
}

stageTest('an id that is in use', async ({ stage }) => {
  stage.play(scene('hello', [say('Good morning.')]));
  const { driver, order, recorder } = streamStage(stage);
  const wanted = order({ sessionId: randomUUID() });
  const run = await driver().start(wanted);
  await run.deliver(textPrompt('hello'));
  await recorder.result();
  await run.stop();
  await expect(driver().start(wanted)).rejects.toMatchObject({
    code: 'start_failed',
    message: expect.stringMatching(/already in use/),
  });
});

stageTest('an unknown model is a warning', async ({ stage }) => {
  stage.play(scene('hello', [say('Good morning.')]));
  const { driver, order, recorder } = streamStage(stage);
  const run = await driver().start(order({ choices: { model: 'nonsense-9' } }));
  await run.deliver(textPrompt('hello'));
  await recorder.result();
  await expect
    .poll(() => recorder.warnings, { timeout: patienceMs() })
    .toMatchObject([{ code: 'unrecognized_model', message: expect.stringContaining('nonsense-9') }]);
  await run.stop();
});

function writeBrokenProgram(folder: string): string {
  const path = join(folder, 'broken');
  writeFileSync(path, '#!/no/such/interpreter\n');
  chmodSync(path, 0o755);
  return path;
}
