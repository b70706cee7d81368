/** A device at a hub, as a person holds it: says whether it is in the foreground. */
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { keepPresence, type WebSocketMaker } from '../../src/sdk/presence.ts';
import type { StageHub } from '../stage-hub.ts';

export interface Device {
  /** Resolves when the hub has heard it. */
  look(isForeground: boolean): Promise<void>;
}

export function pickUpDevice(hub: StageHub): Device {
  const putAway = new AbortController();
  onTestFinished(() => putAway.abort());
  let heard = () => {};
  class Told extends WebSocket {
    constructor(url: string, protocols: string[]) {
      super(url, protocols);
      this.on('message', () => heard());
    }
  }
  const kept = keepPresence(
    { url: () => hub.url, token: hub.token },
    { signal: putAway.signal, WebSocket: Told as unknown as WebSocketMaker },
  );
  return {
    look: (isForeground) =>
      new Promise((resolve) => {
        heard = resolve;
        kept.set(isForeground);
      }),
  };
}
