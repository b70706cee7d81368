/** A device of a person: reports whether it is in the foreground. */
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { keepPresence, type WebSocketMaker } from '../../src/sdk/presence.ts';
import type { StageHub } from '../stage-hub.ts';

export interface Device {
  /** Resolves when the hub has received it. */
  look(isForeground: boolean): Promise<void>;
}

export function pickUpDevice(hub: StageHub): Device {
  const putAway = new AbortController();
  onTestFinished(() => putAway.abort());
  let received = () => {};
  class Reported extends WebSocket {
    constructor(url: string, protocols: string[]) {
      super(url, protocols);
      // The hub also replies to pings.
      this.on('message', (frame) => {
        if (JSON.parse(String(frame)).re === 'presence') received();
      });
    }
  }
  const kept = keepPresence(
    { url: () => hub.url, token: hub.token },
    { signal: putAway.signal, WebSocket: Reported as unknown as WebSocketMaker },
  );
  return {
    look: (isForeground) =>
      new Promise((resolve) => {
        received = resolve;
        kept.set(isForeground);
      }),
  };
}
