/** A hub that accepts connections and never responds is waited for once, then skipped until it recovers. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { say, scene } from '../../stage/screenplay.ts';
import { stageProcesses } from '../../stage/stage-folder.ts';
import { startStageHub } from '../stage-hub.ts';
import { stageTest } from '../stage-test.ts';
import { countHooks } from './count-hooks.ts';

stageTest('runs next to a frozen hub report to it once, and again when it continues', async ({ stage }) => {
  const hub = await startStageHub(stage);
  expect((await hub.run('install', '--no-deny-rules')).code).toBe(0);
  stage.play(scene('hello', [say('Good morning.')]));
  const run = async () => {
    const session = randomUUID();
    const claude = stage.headless({ args: ['--session-id', session] });
    claude.send('hello');
    await claude.nextResult();
    expect(await claude.end()).toBe(0);
    return session;
  };
  const hooksOf = (session: string) => countHooks(hub.client, session).catch(() => 0);
  const slow = join(hub.home, 'hub.sock.slow');

  hub.signal('SIGSTOP');
  const waited = await run();
  await waitUntil('the hub to be marked slow', () => existsSync(slow));
  const passedBy = await run();
  // A hook that starts when the hub has continued would report to it.
  await waitUntil('its hooks to end', () => stageProcesses(stage.folder).every((pid) => pid === hub.pid));
  hub.signal('SIGCONT');
  await waitUntil('the mark to go', () => !existsSync(slow));
  const after = await run();
  await waitUntil('hooks of the last run', async () => (await hooksOf(after)) >= 1);
  // Hooks sent while the hub was frozen were in its socket.
  expect(await hooksOf(waited)).toBeGreaterThan(0);
  expect(await hooksOf(passedBy)).toBe(0);
});
