/** Shows the terminal of a session on another host in this one, through the hub, until the person leaves or it ends. */
import { WebSocket } from 'ws';
import { ReinsError } from '../../protocol/errors.ts';
import type { HubAddress } from '../../sdk/hub-request.ts';
import { TerminalSocket } from '../../sdk/terminal-socket.ts';
import { EXIT } from '../exit-codes.ts';

/** Ctrl+\, as in the terminals that the hub opens. */
const LEAVE_KEY = '\x1c';
/** The second screen of this terminal, so that what was there comes back. */
const ENTER = '\x1b[?1049h';
const LEAVE = '\x1b[0m\x1b[?25h\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?2004l\x1b[?1049l';
const CLEAR = '\x1b[0m\x1b[H\x1b[2J\x1b[3J';

/** Of one frame. */
const MOST_KEYS = 8000;
/** A run does not get smaller. */
const LEAST = { columns: 20, rows: 5 };

/** Throws `driver_unavailable` if the terminal cannot be shown. */
export async function viewTerminal(address: HubAddress, sessionId: string, host: string): Promise<number> {
  const { stdin, stdout } = process;
  const ending = new AbortController();
  let hasBegun = false;
  let reason: string | undefined;
  const end = (why?: string) => {
    reason = why;
    ending.abort();
  };
  const socket = new TerminalSocket({
    ...address,
    sessionId,
    signal: ending.signal,
    WebSocket: WebSocket as unknown as typeof globalThis.WebSocket,
    onScreen: ({ data }) => stdout.write(CLEAR + data),
    onOutput: (bytes) => stdout.write(bytes),
    onState: (state) => {
      if (state.state === 'live') {
        hasBegun = true;
        sendSize();
      } else if (!hasBegun) end(state.reason ?? 'the hub does not respond');
      else if (state.reason !== undefined) end();
    },
    onRefused: (message) => end(message),
  });
  const sendSize = () => {
    const { columns, rows } = stdout;
    if (columns >= LEAST.columns && rows >= LEAST.rows) socket.send({ type: 'fit', columns, rows });
  };
  const type = (data: string) => {
    const leaves = data.indexOf(LEAVE_KEY);
    const keys = leaves === -1 ? data : data.slice(0, leaves);
    for (let at = 0; at < keys.length; at += MOST_KEYS)
      socket.send({ type: 'keys', data: keys.slice(at, at + MOST_KEYS) });
    if (leaves !== -1) end();
  };
  const ended = new Promise<void>((resolve) => ending.signal.addEventListener('abort', () => resolve()));
  stdout.write(ENTER);
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  stdin.on('data', type);
  stdin.resume();
  stdout.on('resize', sendSize);
  await ended;
  stdout.off('resize', sendSize);
  stdin.off('data', type);
  stdin.setRawMode(false);
  stdin.pause();
  stdout.write(LEAVE);
  if (reason !== undefined)
    throw new ReinsError('driver_unavailable', `The terminal on ${host} cannot be shown here: ${reason}`, {
      host,
    });
  return EXIT.done;
}
