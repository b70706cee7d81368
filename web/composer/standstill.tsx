/** Shown if a session accepts no messages: why, and the action that changes it. */
import { useLocation } from 'wouter';
import { splitAddress } from '../../src/core/session-address.ts';
import { t } from '../../src/core/translate.ts';
import type { SessionView } from '../../src/protocol/session.ts';
import { useHub } from '../hub/page-hub.ts';
import { Warning } from '../parts/warning.tsx';
import { trustOf, useBeginning } from '../session/use-beginning.ts';

export function Standstill({ view }: { readonly view: SessionView }) {
  const hub = useHub();
  const [, go] = useLocation();
  const { session_id: id, capabilities, status, continued_as, conflict } = view;
  const { isBusy, problem, agreed, act } = useBeginning(({ session_id }) => {
    if (session_id !== splitAddress(id).id) go(`/sessions/${session_id}`);
  });
  if (continued_as || conflict) return null;
  const offer = capabilities.includes('resume')
    ? {
        words: t('This session has ended.'),
        label: t('Resume'),
        trustLabel: t('Trust the folder and resume'),
        call: () => hub.client.resume(id, trustOf(agreed)),
      }
    : capabilities.includes('takeover')
      ? {
          words: t('This session runs in its own terminal.'),
          label: agreed.force ? t('Take over anyway') : t('Take over'),
          trustLabel: agreed.force
            ? t('Trust the folder and take over anyway')
            : t('Trust the folder and take over'),
          call: () => hub.client.takeover(id, agreed),
        }
      : undefined;
  return (
    <div class="composer">
      {problem && <Warning words={problem} />}
      <div class="standstill">
        <p class="muted small">
          {offer?.words ??
            (status === 'ended'
              ? t('This session has ended and cannot be resumed.')
              : t('This session does not accept prompts.'))}
        </p>
        {offer && (
          <button type="button" class="button" disabled={isBusy} onClick={() => act(offer.call)}>
            {agreed.trust ? offer.trustLabel : offer.label}
          </button>
        )}
      </div>
    </div>
  );
}
