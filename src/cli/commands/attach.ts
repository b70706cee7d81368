/**
 * `reins attach`: opens the session's own terminal in this one. A session without a terminal gets one: an ended one is
 * resumed, a headless one is moved. A session in another terminal stays there, and the command prints where that is.
 */
import { quoteForShell } from '../../lib/quote-for-shell.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { SessionView } from '../../protocol/session.ts';
import type { Client } from '../../sdk/client.ts';
import { findHub } from '../../sdk-node/find-hub.ts';
import { findSession } from '../find-session.ts';
import { openTerminal, requireTerminal, terminalSize } from '../steer/open-terminal.ts';
import { shortId } from '../terminal/format.ts';
import { takeOver } from './takeover.ts';

export async function attach(meant: string, { force }: { force?: boolean }): Promise<number> {
  const connection = findHub(process.env);
  const { client } = connection;
  const sessionId = await findSession(client, meant);
  const view = await client.get(sessionId);
  const isRemote = view.host_state !== undefined;
  requireTerminal(connection, isRemote);
  if (view.host_state?.state === 'offline')
    throw new ReinsError('host_offline', `${view.host} is offline. Its terminals open when it is back.`);
  const hasTerminal = isRemote && view.capabilities.includes('terminal');
  if (view.status === 'ended') await reopen(client, view);
  else if (view.driver === 'stream') await moveIn(client, view, force ?? false);
  else if (view.driver === 'external' && !hasTerminal) throw await elsewhere(client, view);
  return openTerminal(connection, view);
}

async function reopen(client: Client, { session_id, continued_as }: SessionView): Promise<void> {
  if (continued_as) {
    throw new ReinsError(
      'session_moved',
      `The conversation continues as session ${continued_as}: "reins attach ${shortId(continued_as)}".`,
      { session_id: continued_as },
    );
  }
  console.error('reins: the session has ended; resuming it in a terminal.');
  await client.resume(session_id, { driver: 'tmux', trust: 'terminal', ...terminalSize() });
}

async function moveIn(client: Client, { session_id, pid }: SessionView, force: boolean): Promise<void> {
  const process = pid === undefined ? '' : `, pid ${pid}`;
  console.error(`reins: the session runs without a terminal${process}; stopping it and resuming it in one.`);
  const again = `reins attach ${shortId(session_id)} --force`;
  const body = { driver: 'tmux', trust: 'terminal', force, ...terminalSize() } as const;
  await takeOver(client, session_id, body, again);
}

/** Where the session is, and how to move it here anyway. */
async function elsewhere(client: Client, view: SessionView): Promise<ReinsError> {
  const { session_id, runs, pid, cwd, capabilities, host, host_state } = view;
  const pane = runs.find((run) => run.tmux_pane !== undefined)?.tmux_pane;
  const where = pane === undefined ? 'a terminal' : `the tmux pane ${pane}`;
  const machine = host_state ? host : 'your machine';
  const known = capabilities.includes('terminal') ? (await client.terminal(session_id)).command : undefined;
  const command = known ?? (pane === undefined ? undefined : ['tmux', 'attach-session', '-t', pane]);
  const way = command && !host_state ? `\nOpen it with: ${command.map(quoteForShell).join(' ')}` : '';
  return new ReinsError(
    'session_live',
    `The session runs in ${where} on ${machine} (pid ${pid ?? 'unknown'}, in ${cwd}).${way}\n` +
      `To stop it there and continue here: reins takeover ${shortId(session_id)} --driver tmux, then reins attach ${shortId(session_id)}`,
    { pid, ...(pane !== undefined && { tmux_pane: pane }) },
  );
}
