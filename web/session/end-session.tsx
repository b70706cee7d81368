/** Ends a session. Asks first when the person started it outside of Reins: their terminal is affected. */
import { useState } from 'preact/hooks';
import { endWarning } from '../../src/core/words/end-words.ts';
import type { SessionView } from '../../src/protocol/session.ts';
import { Warning } from '../parts/warning.tsx';

interface EndSessionProps {
  readonly view: Pick<SessionView, 'driver' | 'pid'>;
  readonly onEnd: () => void;
}

export function EndSession({ view, onEnd }: EndSessionProps) {
  const [isAsking, setAsking] = useState(false);
  const warning = endWarning(view);
  if (!isAsking || !warning) {
    return (
      <button type="button" class="button danger" onClick={warning ? () => setAsking(true) : onEnd}>
        End this session
      </button>
    );
  }
  return (
    <>
      <Warning words={warning} />
      <div class="row-end">
        <button type="button" class="button large" onClick={() => setAsking(false)}>
          Leave it running
        </button>
        <button type="button" class="button large danger" onClick={onEnd}>
          End it
        </button>
      </div>
    </>
  );
}
