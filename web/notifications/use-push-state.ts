/** The hub's push state for this device, and serialized changes to it. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Preferences, PushState } from '../../src/protocol/notify.ts';
import { useHub } from '../hub/page-hub.ts';

export interface KeptPushState {
  readonly state: PushState | undefined;
  readonly problem: string | undefined;
  readonly isBusy: boolean;
  /** Runs a call, then reloads the state. */
  run(call: () => Promise<unknown>): Promise<void>;
  /** Shown immediately; reverted if the hub refuses it. */
  prefer(change: Preferences): void;
}

export function usePushState(): KeptPushState {
  const { client } = useHub();
  const [state, setState] = useState<PushState>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  /** Each change contains all preferences, so changes must arrive in order. */
  const last = useRef(Promise.resolve());

  const load = () => client.push.state().then(setState, (error: Error) => setProblem(error.message));
  const attempt = async (call: () => Promise<unknown>) => {
    setProblem(undefined);
    try {
      await call();
    } catch (error) {
      setProblem((error as Error).message);
      return false;
    }
    return true;
  };
  const run = async (call: () => Promise<unknown>) => {
    setBusy(true);
    await attempt(call);
    await load();
    setBusy(false);
  };
  // Once, when the screen opens.
  useEffect(() => void load(), []);

  const prefer = (change: Preferences) => {
    if (!state) return;
    const preferences = { ...state.preferences, ...change };
    setState({ ...state, preferences });
    last.current = last.current.then(async () => {
      if (!(await attempt(() => client.push.prefer(preferences)))) await load();
    });
  };
  return { state, problem, isBusy, run, prefer };
}
