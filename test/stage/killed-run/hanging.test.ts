/** A running stage test that never ends: a headless run inside a slow tool, and a terminal. */
import { writeFileSync } from 'node:fs';
import { call, scene } from '../../../stage/screenplay.ts';
import { stageTest } from '../../stage-test.ts';

const forever = `node -e "setTimeout(() => {}, 600000)"`;

stageTest('hangs until it is killed', async ({ stage }) => {
  stage.play(scene('hang', [call('Bash', { command: forever, timeout: 600_000 })]));
  const headless = stage.headless();
  headless.send('hang');
  headless.answer(await headless.nextPermissionRequest('Bash'), { behavior: 'allow' });
  const terminal = await stage.terminal();
  await terminal.waitForScreen(/❯/);
  writeFileSync(process.env['READY_FILE'] as string, stage.folder);
  await new Promise(() => {});
});
