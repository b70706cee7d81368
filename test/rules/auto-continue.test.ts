/** A turn ends because of its turn limit, and the hub continues: with the real Claude Code. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import { Subscriber } from '../hub/subscriber.ts';
import { sharedHubTest } from '../shared-hub-test.ts';
import { begin } from './rules-stage.ts';

const touch = (name: string) => call('Bash', { command: `touch ${name}`, description: 'x' });
const LIMITED = { max_turns: 1, allowed_tools: ['Bash'] };

/** One step per turn of the model, so that each reaches the limit. */
function playSteps(stage: Stage): void {
  stage.play(scene('work', [touch('one')], [touch('two')], [touch('three')], [say('All done.')]));
}

/** What was decided about the session, in order. */
const decisions = ({ received }: Subscriber) =>
  received.flatMap((event) => {
    if (event.type === 'auto_continued') return [`${event.count} of ${event.limit}`];
    return event.type === 'auto_continue_stopped' ? [event.reason] : [];
  });

const made = (stage: Stage) =>
  ['one', 'two', 'three'].filter((name) => existsSync(join(stage.project, name)));

describe('auto-continue', () => {
  sharedHubTest(
    'runs a command in the folder of the session to check for remaining work',
    async ({ stage, hub }) => {
      playSteps(stage);
      writeFileSync(join(stage.project, 'left.sh'), 'if [ -e two ]; then echo "[]"; else echo "[1]"; fi\n');
      const auto_continue = { limit: 9, command: 'sh left.sh' };
      const id = await begin(stage, hub, 'work', { ...LIMITED, auto_continue });
      using session = new Subscriber(hub, id);
      await session.waitFor('auto_continue_stopped');
      expect(decisions(session)).toEqual(['1 of 9', 'command']);
      expect(made(stage)).toEqual(['one', 'two']);
    },
  );

  sharedHubTest(
    'continues up to its limit, where an earlier hub stopped, without counting again',
    async ({ stage, hub }) => {
      playSteps(stage);
      // The command waits for the second hub.
      const command = 'echo $$ >> asked; until [ -e go ]; do sleep 0.2; done; echo "[1]"';
      const auto_continue = { limit: 1, command };
      const id = await begin(stage, hub, 'work', { ...LIMITED, auto_continue });
      await waitUntil('the command', () => existsSync(join(stage.project, 'asked')));
      await hub.kill('SIGKILL');
      writeFileSync(join(stage.project, 'go'), '');
      await hub.restart();
      using session = new Subscriber(hub, id);
      await session.waitFor('auto_continue_stopped');
      expect(decisions(session)).toEqual(['1 of 1', 'limit']);
      expect(made(stage)).toEqual(['one', 'two']);
      expect((await hub.view(id)).autonomy).toEqual({
        ...{ non_interactive: false, auto_continue, continued: 1 },
      });
    },
  );

  sharedHubTest(
    'from the command line: continues until the work is done, and does nothing after a normal end',
    async ({ stage, hub }) => {
      playSteps(stage);
      const flags = ['--max-turns', '1', '--allowed-tools', 'Bash', '--auto-continue', '9'];
      const left = ['--auto-continue-command', 'echo "[1]"'];
      const args = ['--driver', 'stream', '--cwd', stage.project, '--json', ...flags, ...left];
      const { stdout, stderr } = await hub.run('new', ...args, 'work');
      const { session_id } = JSON.parse(stdout || stderr) as { session_id: string };
      using session = new Subscriber(hub, session_id);
      await waitUntil('the end', () =>
        session.events('turn_reported').some(({ outcome }) => outcome === 'completed'),
      );
      expect(decisions(session)).toEqual(['1 of 9', '2 of 9', '3 of 9']);
      expect(made(stage)).toEqual(['one', 'two', 'three']);
      expect((await hub.run('new', ...left, 'work')).code).toBe(2);
    },
  );

  sharedHubTest('is rejected in a terminal, which has no turn limit', async ({ stage, hub }) => {
    const body = { cwd: stage.project, driver: 'tmux', auto_continue: { limit: 1 } };
    expect(await hub.call('POST', '/sessions', body)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request', details: { refused: ['auto_continue'] } } },
    });
  });
});
