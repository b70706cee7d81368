/**
 * Reports presence to the hub while this terminal is in the foreground. Terminals that support focus reports
 * provide it; others count as focused.
 */
import type { ReadStream, WriteStream } from 'node:tty';
import { WebSocket } from 'ws';
import { readKeys } from '../../lib/read-keys.ts';
import type { HubAddress } from '../../sdk/hub-request.ts';
import { keepPresence, type WebSocketMaker } from '../../sdk/presence.ts';

/** Makes the terminal report when it gets and loses focus. */
const REPORT_FOCUS = { on: '\u001b[?1004h', off: '\u001b[?1004l' } as const;

export interface TerminalPresenceOptions {
  readonly address: HubAddress;
  readonly input: ReadStream;
  readonly output: WriteStream;
  readonly signal: AbortSignal;
  /** The person wants to leave. */
  readonly onLeave: () => void;
}

/** Takes control of the keys of the terminal; the returned function releases them. */
export function showPresence(options: TerminalPresenceOptions): () => void {
  const { address, input, output, signal, onLeave } = options;
  // If the hub refuses presence, as for viewers, the inbox is shown anyway.
  const kept = keepPresence(address, { signal, WebSocket: WebSocket as unknown as WebSocketMaker });
  kept.set(true);
  const onData = (sent: string) => {
    for (const key of readKeys(sent)) {
      if (key.name === 'focus') kept.set(true);
      else if (key.name === 'blur') kept.set(false);
      else if (key.name === 'ctrl-c' || (key.name === 'text' && key.text === 'q')) onLeave();
    }
  };
  input.setRawMode(true);
  input.setEncoding('utf8');
  input.on('data', onData);
  input.resume();
  output.write(REPORT_FOCUS.on);
  return () => {
    output.write(REPORT_FOCUS.off);
    input.off('data', onData);
    input.pause();
    input.setRawMode(false);
  };
}
