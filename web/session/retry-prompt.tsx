/** Edits a prompt and tries it again in a copy of the session that ends before it. */
import { lazy, Suspense } from 'preact/compat';
import { useState } from 'preact/hooks';
import { t } from '../../src/core/translate.ts';
import type { ItemOf } from '../../src/protocol/conversation.ts';
import { useHub } from '../hub/page-hub.ts';
import { useSessionView } from './session-context.ts';

const RetrySheet = lazy(() =>
  import('./retry-sheet.tsx').then(({ RetrySheet }) => ({ default: RetrySheet })),
);

export function RetryPrompt({ item }: { readonly item: ItemOf<'prompt'> }) {
  const hub = useHub();
  const { session_id, canFork } = useSessionView();
  const [isOpen, setOpen] = useState(false);
  if (!hub.maySteer() || item.origin !== 'human') return null;
  return (
    <>
      {/* Invisible until a copy is possible: if it took up space only then, the conversation would move. */}
      <button type="button" class="text-button retry" disabled={!canFork} onClick={() => setOpen(true)}>
        {t('Edit and retry')}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <RetrySheet sessionId={session_id} item={item} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
