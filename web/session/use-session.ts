/** A session kept live for as long as a screen shows it. */
import { useEffect, useState } from 'preact/hooks';
import { type LiveSession, watchSession } from '../../src/sdk/index.ts';
import { useHub } from '../hub/page-hub.ts';
import { Store, useStore } from '../hub/store.ts';

/** The conversation itself moves with every event; the rest of the view need not come more often. */
const REFRESH_MS = 1000;

export interface WatchedSession {
  readonly live: LiveSession | undefined;
  /** Why there is nothing to show. */
  readonly failure: unknown;
}

class Empty extends Store {}
const NOTHING = new Empty();

export function useSession(id: string): WatchedSession {
  const { client, sessions } = useHub();
  const [live, setLive] = useState<LiveSession>();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    const end = new AbortController();
    watchSession(client, id, { signal: end.signal, refreshMs: REFRESH_MS }).then(
      (session) => !end.signal.aborted && setLive(session),
      (error) => !end.signal.aborted && setFailure(error),
    );
    return () => end.abort();
  }, [client, id]);
  useStore(live ?? NOTHING);
  const seq = live?.view.seq;
  useEffect(() => {
    if (seq !== undefined && document.visibilityState === 'visible') sessions.markSeen(id, seq);
  }, [sessions, id, seq]);
  return { live, failure: failure ?? live?.failure };
}
