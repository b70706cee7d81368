import { waitUntil } from '../../../stage/patience.ts';
import { isLong } from '../../repetitions.ts';
import type { DrivenHub } from '../driven-hub.ts';
import { testDriver } from '../driver-contract.ts';

const REASON = 'long run only: the same code as for our own tmux';
const SAME_AS_OUR_OWN = {
  'queues prompts while busy, and interrupts a turn': REASON,
  'a crash ends the session, and it can be resumed': REASON,
  'if the hub is killed in the middle of a turn and restarts, nothing is missing': REASON,
};

/** A person's own `claude` in a tmux of their own. */
testDriver({
  driver: 'external',
  async begin(stage, hub) {
    await stage.terminal({ args: ['--permission-mode', 'manual'] });
    return promptable(hub);
  },
  async resume(stage, hub, sessionId) {
    await stage.terminal({ args: ['--resume', sessionId, '--permission-mode', 'manual'] });
    await promptable(hub);
  },
  skips: isLong ? {} : SAME_AS_OUR_OWN,
});

function promptable(hub: DrivenHub): Promise<string> {
  return waitUntil('a session that can be prompted', async () => {
    const { items } = await hub.ask('GET', '/sessions');
    const found = items.find(
      ({ status, capabilities }: { status: string; capabilities: string[] }) =>
        status !== 'ended' && capabilities.includes('prompt'),
    );
    return found?.session_id as string | undefined;
  });
}
