/** Sessions that started before our hooks were installed do not follow the bell: there, a carrier waits from turn to turn. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import { hasTurn, isIdle, startDrivenHub } from '../drivers/driven-hub.ts';
import { stageTest } from '../stage-test.ts';
import {
  isAccepted,
  openTerminal,
  playTurn,
  type RelayPlay,
  timesReceived,
  waitForCarriers,
} from './relay-stage.ts';

const run = promisify(execFile);

/** A session that started before the hooks were installed, with relay enabled. */
async function openLate(stage: Stage): Promise<RelayPlay> {
  stage.play(scene('hello', [say('Hello to you.')]), scene(/words \w+/, [say('Heard.')]));
  const play = await openTerminal(stage, await startDrivenHub(stage), { hooks: 'late' });
  await play.switchRelay(true);
  return play;
}

/** Plays turns until the model has received the words: Claude Code loads the hooks during one of them. */
const playUntilReceived = (stage: Stage, play: RelayPlay, words: string) =>
  waitUntil('the message', async () => {
    await playTurn(play, 'hello');
    return timesReceived(stage, words) > 0;
  });

stageTest(
  'a message waits for the end of the next turn; one carrier per session, and none after its end',
  async ({ stage }) => {
    const play = await openLate(stage);
    const { hub, claude, id, switchRelay } = play;
    const sent = await hub.send(id, 'words one');
    await hub.waitFor(id, 'the reason to be reported', ({ messages }) =>
      messages.some(({ blocked_by }) => blocked_by === 'relay_not_waiting'),
    );
    await playUntilReceived(stage, play, 'words one');
    await hub.waitFor(id, 'acceptance', isAccepted(sent));
    expect(timesReceived(stage, 'words one')).toBe(1);

    // The hub dies and restarts while a carrier waits.
    await hub.waitFor(id, 'rest', isIdle);
    await playTurn(play, 'hello');
    await waitForCarriers(stage, 1);
    await hub.kill('SIGKILL');
    await hub.restart();
    const second = await hub.send(id, 'words two');
    await hub.waitFor(id, 'the turn', hasTurn('words two', 'completed'));
    // The turn that it started has armed the session again.
    const third = await hub.send(id, 'words three');
    await hub.waitFor(id, 'the next turn', hasTurn('words three', 'completed'));
    for (const message of [second, third]) await hub.waitFor(id, 'acceptance', isAccepted(message));
    expect([timesReceived(stage, 'words two'), timesReceived(stage, 'words three')]).toEqual([1, 1]);

    // Neither disabling relay nor a killed claude leaves a carrier behind.
    await hub.waitFor(id, 'rest', isIdle);
    await switchRelay(false);
    await waitForCarriers(stage, 0);
    await switchRelay(true);
    await claude.prompt('hello');
    await waitForCarriers(stage, 1);
    const { pid } = await hub.view(id);
    process.kill(pid as number, 'SIGKILL');
    await hub.waitFor(id, 'the end', ({ status }) => status === 'ended');
    await waitForCarriers(stage, 0);
  },
);

stageTest(
  'a carrier lost with its message is reported, and the message is never sent twice',
  async ({ stage }) => {
    const play = await openLate(stage);
    const { hub, claude, id } = play;
    const lost = await hub.send(id, 'words one');
    // The session has no carrier of its own yet; a message given to another process is lost.
    const { stdout } = await run('curl', [
      ...['-q', '-s', '--unix-socket', `${hub.home}/hub.sock`, '-H', 'content-type:application/json'],
      ...['--data-binary', JSON.stringify({ session_id: id, hook_event_name: 'Stop' }), 'http://reins/relay'],
    ]);
    expect(stdout).toContain('words one');
    await hub.kill('SIGKILL');
    await hub.restart();
    const { messages } = await hub.waitFor(id, 'its end', (view) =>
      view.messages.some(({ message_id, state }) => message_id === lost && state === 'failed'),
    );
    expect(messages.find(({ message_id }) => message_id === lost)?.error?.code).toBe('unconfirmed');

    const next = await hub.send(id, 'words two');
    await playUntilReceived(stage, play, 'words two');
    await hub.waitFor(id, 'acceptance', isAccepted(next));
    expect(timesReceived(stage, 'words one')).toBe(0);

    // The end of the session ends its carrier.
    await hub.waitFor(id, 'rest', isIdle);
    await playTurn(play, 'hello');
    await waitForCarriers(stage, 1);
    await claude.prompt('/exit');
    await claude.waitForExit();
    await waitForCarriers(stage, 0);
  },
);
