/** A session that takes no messages right now: says why, and offers the one thing that changes it. */
import { useState } from 'preact/hooks';
import { useLocation } from 'wouter';
import { ReinsError } from '../../src/protocol/errors.ts';
import type { Session, SessionView } from '../../src/protocol/session.ts';
import { useHub } from '../hub/page-hub.ts';
import { Warning } from '../parts/warning.tsx';

export function Standstill({ view }: { readonly view: SessionView }) {
  const hub = useHub();
  const [, go] = useLocation();
  const [problem, setProblem] = useState<string>();
  const [needsForce, setNeedsForce] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { session_id: id, capabilities, status, continued_as, conflict } = view;
  if (continued_as || conflict) return null;
  const act = async (call: () => Promise<Session>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const { session_id } = await call();
      if (session_id !== id) go(`/sessions/${session_id}`);
    } catch (error) {
      setNeedsForce(error instanceof ReinsError && error.code === 'takeover_needs_force');
      setProblem((error as Error).message);
    }
    setBusy(false);
  };
  const offer = capabilities.includes('resume')
    ? { words: 'This session has ended.', label: 'Resume', call: () => hub.client.resume(id) }
    : capabilities.includes('takeover')
      ? {
          words: 'This session runs in a terminal of its own.',
          label: needsForce ? 'Take over all the same' : 'Take over',
          call: () => hub.client.takeover(id, needsForce ? { force: true } : {}),
        }
      : undefined;
  return (
    <div class="composer">
      {problem && <Warning words={problem} />}
      <div class="standstill">
        <p class="muted small">
          {offer?.words ??
            (status === 'ended' ? 'This session has ended and cannot be resumed.' : 'It takes no messages.')}
        </p>
        {offer && (
          <button type="button" class="button" disabled={isBusy} onClick={() => act(offer.call)}>
            {offer.label}
          </button>
        )}
      </div>
    </div>
  );
}
