/** The edited prompt, and the copy of the session that it starts. */
import { useState } from 'preact/hooks';
import { useLocation } from 'wouter';
import { t } from '../../src/core/translate.ts';
import type { ItemOf } from '../../src/protocol/conversation.ts';
import { useHub } from '../hub/page-hub.ts';
import { Sheet, SheetEnd } from '../parts/sheet.tsx';
import { Warning } from '../parts/warning.tsx';
import { trustOf, useBeginning } from './use-beginning.ts';

interface RetrySheetProps {
  readonly sessionId: string;
  readonly item: ItemOf<'prompt'>;
  readonly onClose: () => void;
}

export function RetrySheet({ sessionId, item, onClose }: RetrySheetProps) {
  const hub = useHub();
  const [, go] = useLocation();
  const [text, setText] = useState(item.text);
  const { isBusy, problem, agreed, act } = useBeginning((session) => {
    hub.sessions.put(session);
    onClose();
    go(`/sessions/${session.session_id}`);
  });
  const prompt = text.trim();
  const retry = () =>
    act(() => hub.client.fork(sessionId, { before: item.id, driver: 'stream', prompt, ...trustOf(agreed) }));
  return (
    <Sheet title={t('Edit and retry')} onClose={onClose}>
      <p class="muted small">
        {t(
          'A copy of this session starts in the background, without this prompt and everything after it. This session stays as it is, and files are not changed back.',
        )}
      </p>
      {item.images > 0 && <p class="muted small">{t('The images of the prompt are not copied.')}</p>}
      {problem && <Warning words={problem} />}
      <label>
        <span class="label">{t('Prompt')}</span>
        <textarea
          class="field"
          rows={6}
          dir="auto"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <SheetEnd onClose={onClose}>
        <button
          type="button"
          class="button primary"
          disabled={isBusy || prompt === ''}
          onClick={() => void retry()}
        >
          {agreed.trust ? t('Trust the folder and retry in a copy') : t('Retry in a copy')}
        </button>
      </SheetEnd>
    </Sheet>
  );
}
