/** The status of a session as a shape and a word, never by colour alone. */
import { t } from '../../src/core/translate.ts';
import type { Status } from '../../src/protocol/session.ts';

export const STATUS_WORDS: Readonly<Record<Status, string>> = {
  starting: t('starting'),
  working: t('working'),
  waiting: t('waiting for you'),
  idle: t('idle'),
  ended: t('ended'),
};

export function StatusMark({
  status,
  hasWord = true,
}: {
  readonly status: Status;
  readonly hasWord?: boolean;
}) {
  return (
    <span class="status">
      <span class={`mark ${status}`} aria-hidden="true" />
      <span class={hasWord ? '' : 'hidden-label'}>{STATUS_WORDS[status]}</span>
    </span>
  );
}
