/** The status of a session as a shape and a word, never by colour alone. */
import { t } from '../../src/core/translate.ts';
import type { Status } from '../../src/protocol/session.ts';

const WORDS: Readonly<Record<Status, string>> = {
  starting: 'starting',
  working: 'working',
  waiting: t('waiting for you'),
  idle: 'idle',
  ended: 'ended',
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
      <span class={hasWord ? '' : 'hidden-label'}>{WORDS[status]}</span>
    </span>
  );
}
