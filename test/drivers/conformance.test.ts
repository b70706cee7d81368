/** Every driver against the one suite. */
import { waitUntil } from '../../stage/patience.ts';
import type { Stage } from '../../stage/stage.ts';
import type { DrivenHub } from './driven-hub.ts';
import { type Candidate, testDriver } from './driver-contract.ts';

function started(driver: 'stream' | 'tmux'): Candidate {
  return {
    driver,
    async begin(stage, hub) {
      const body = { cwd: stage.project, driver, permission_mode: 'manual' };
      const { session_id } = await hub.ask('POST', '/sessions', body);
      return session_id;
    },
    async resume(_stage, hub, sessionId) {
      await hub.ask('POST', `/sessions/${sessionId}/resume`, { driver });
    },
  };
}

testDriver(started('stream'));
testDriver(started('tmux'));

/** A person's own `claude` in a tmux of their own. */
testDriver({
  driver: 'external',
  async begin(stage, hub) {
    await stage.terminal({ args: ['--permission-mode', 'manual'] });
    return promptable(stage, hub);
  },
  async resume(stage, hub, sessionId) {
    await stage.terminal({ args: ['--resume', sessionId, '--permission-mode', 'manual'] });
    await promptable(stage, hub);
  },
});

function promptable(_stage: Stage, hub: DrivenHub): Promise<string> {
  return waitUntil('a session that can be prompted', async () => {
    const { items } = await hub.ask('GET', '/sessions');
    const found = items.find(
      ({ status, capabilities }: { status: string; capabilities: string[] }) =>
        status !== 'ended' && capabilities.includes('prompt'),
    );
    return found?.session_id as string | undefined;
  });
}
