/** Opens a session's own terminal in this one, until the person detaches or Claude Code ends. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ReinsError } from '../../protocol/errors.ts';
import type { Session } from '../../protocol/session.ts';
import type { Client } from '../../sdk/client.ts';
import type { Connection } from '../../sdk-node/find-hub.ts';
import { EXIT } from '../exit-codes.ts';
import { findProgram } from '../install/find-program.ts';
import { shortId } from '../terminal/format.ts';

export function isAtTerminal(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true;
}

/** So that a run starts in the size of this terminal. */
export function terminalSize(): { terminal?: { columns: number; rows: number } } {
  const { columns, rows } = process.stdout;
  return columns && rows ? { terminal: { columns, rows } } : {};
}

/** Why this terminal cannot show a session's own; undefined if it can. */
export function whyNoTerminal({ hub }: Pick<Connection, 'hub'>): string | undefined {
  if (!isAtTerminal()) return 'this is not a terminal';
  if (!hub) return 'the hub runs on another machine, and a terminal can only be opened there';
  return findProgram('tmux', process.env) ? undefined : 'tmux is not installed here';
}

/** `isRemote`: it is shown through the hub, so neither tmux nor a hub on this machine is needed. */
export function requireTerminal(connection: Pick<Connection, 'hub'>, isRemote: boolean): void {
  const why = isRemote && isAtTerminal() ? undefined : whyNoTerminal(connection);
  if (!why) return;
  const elsewhere = isAtTerminal() ? '' : ' "reins send" and "reins watch" work everywhere.';
  throw new ReinsError('driver_unavailable', `The session cannot be opened here: ${why}.${elsewhere}`);
}

/** The terminal of a session of this host, or through the hub that of another host. */
export async function openTerminal(
  { client, address }: Pick<Connection, 'client' | 'address'>,
  { session_id: id, host, host_state }: Pick<Session, 'session_id' | 'host' | 'host_state'>,
): Promise<number> {
  if (!host_state) return openOwnTerminal(client, id);
  console.error(`reins: opening the terminal of the session on ${host}. Ctrl+\\ leaves it.`);
  const { viewTerminal } = await import('./view-terminal.ts');
  await viewTerminal(address, id, host);
  console.error(await describeLeaving(client, id));
  return EXIT.done;
}

/** Resolves with the exit code of the command, once the person has the terminal back. */
async function openOwnTerminal(client: Client, sessionId: string): Promise<number> {
  const { command } = await client.terminal(sessionId);
  const [program = '', ...args] = command;
  // Our tmux is not nested in the tmux of this terminal, although tmux would assume so.
  const { TMUX: _tmux, TMUX_PANE: _pane, ...env } = process.env;
  const child = spawn(program, args, { stdio: 'inherit', env });
  const stay = () => {};
  // Keys reach the inner terminal; this program must keep running.
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGTSTP'] as const) process.on(signal, stay);
  const [code] = (await once(child, 'exit').catch((error: Error) => {
    throw new ReinsError('driver_unavailable', `Cannot run ${program} (${error.message}).`);
  })) as [number | null];
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGTSTP'] as const) process.off(signal, stay);
  if (code !== 0) {
    throw new ReinsError(
      'driver_unavailable',
      `${program} exited with ${code ?? 'a signal'} without opening a terminal.`,
    );
  }
  console.error(await describeLeaving(client, sessionId));
  return EXIT.done;
}

/** Shows a person who leaves how to come back. */
async function describeLeaving(client: Client, sessionId: string): Promise<string> {
  const session = await client.get(sessionId).catch(() => undefined);
  const id = shortId(session?.continued_as ?? sessionId);
  if (session?.status !== 'ended' || session.continued_as)
    return `The session continues. Reopen it with "reins attach ${id}".`;
  return `The session has ended. "reins attach ${id}" resumes it.`;
}
