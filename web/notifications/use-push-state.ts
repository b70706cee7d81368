/** What the hub knows of this device's notifications, and changing it: one thing at a time, with what went wrong. */
import { useEffect, useState } from 'preact/hooks';
import type { Preferences, PushState } from '../../src/protocol/notify.ts';
import { useHub } from '../hub/page-hub.ts';

export interface KeptPushState {
  readonly state: PushState | undefined;
  readonly problem: string | undefined;
  readonly isBusy: boolean;
  /** Does something, then asks the hub how things stand. */
  run(call: () => Promise<unknown>): Promise<void>;
  prefer(change: Preferences): Promise<void>;
}

export function usePushState(): KeptPushState {
  const { client } = useHub();
  const [state, setState] = useState<PushState>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const run = async (call: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await call();
    } catch (error) {
      setProblem((error as Error).message);
    }
    await client.push.state().then(setState, (error: Error) => setProblem(error.message));
    setBusy(false);
  };
  // Once, when the screen opens.
  useEffect(() => void run(async () => {}), []);
  const prefer = (change: Preferences) => run(() => client.push.prefer({ ...state?.preferences, ...change }));
  return { state, problem, isBusy, run, prefer };
}
