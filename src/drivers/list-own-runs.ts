/** Lists the live runs that a home has started, without a hub: for cleaning up. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isProcessAlive, type ProcessMark, readStartMark } from '../lib/process-identity.ts';
import { readLeader, readNote, runFolderAt } from './stream/run-folder.ts';
import { ownSocketOf } from './tmux/own-server.ts';
import { PANE_FORMAT, readRow } from './tmux/run-panes.ts';

export interface OwnRun extends ProcessMark {
  readonly driver: 'stream' | 'tmux';
  readonly sessionId: string;
}

export function listOwnRuns(home: string): OwnRun[] {
  return [...streamRuns(join(home, 'runs')), ...tmuxRuns(home)];
}

function streamRuns(folder: string): OwnRun[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const run = runFolderAt(join(folder, name));
    const note = readNote(run);
    const process = note?.claude ?? note?.leader ?? readLeader(run);
    if (!note || !process || !isProcessAlive(process.pid, process.startMark)) return [];
    return [{ driver: 'stream' as const, sessionId: note.sessionId, ...process }];
  });
}

function tmuxRuns(home: string): OwnRun[] {
  const socket = ownSocketOf(home);
  if (!existsSync(socket)) return [];
  return listPaneRows(socket).flatMap((line) => {
    const pane = readRow(line);
    const startMark = pane && !pane.isDead ? readStartMark(pane.claudePid) : undefined;
    if (!pane || startMark === undefined) return [];
    return [{ driver: 'tmux' as const, sessionId: pane.sessionId, pid: pane.claudePid, startMark }];
  });
}

/** Empty if the server behind the socket has ended. */
function listPaneRows(socket: string): string[] {
  try {
    const args = ['-S', socket, '-f', '/dev/null', 'list-panes', '-a', '-F', PANE_FORMAT];
    return execFileSync('tmux', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\n');
  } catch {
    return [];
  }
}
