/** Calls that start a run of a session: required confirmations, and errors. */
import { useState } from 'preact/hooks';
import { untrustedFolder, untrustedText } from '../../src/core/wording/trust-text.ts';
import { ReinsError } from '../../src/protocol/errors.ts';
import type { Session } from '../../src/protocol/session.ts';

export interface Agreed {
  /** Takes the session over even if something is lost. */
  readonly force?: true;
  readonly trust?: true;
}

export interface Beginning {
  readonly isBusy: boolean;
  readonly problem: string | undefined;
  /** What the person confirms by calling again. */
  readonly agreed: Agreed;
  act(call: () => Promise<Session>): Promise<void>;
}

export function useBeginning(onDone: (session: Session) => void): Beginning {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [agreed, setAgreed] = useState<Agreed>({});
  const act = async (call: () => Promise<Session>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      onDone(await call());
    } catch (error) {
      const folder = untrustedFolder(error);
      if (folder !== undefined) setAgreed({ ...agreed, trust: true });
      else if (error instanceof ReinsError && error.code === 'takeover_needs_force')
        setAgreed({ ...agreed, force: true });
      else setAgreed({});
      setProblem(folder === undefined ? (error as Error).message : untrustedText(folder));
    }
    setBusy(false);
  };
  return { isBusy, problem, agreed, act };
}

/** The options of calls that cannot lose anything. */
export function trustOf({ trust }: Agreed): Pick<Agreed, 'trust'> {
  return trust ? { trust } : {};
}
