/** A notice in place of a card: Claude is waiting with a dialog that only its terminal shows. */
import { Link } from 'wouter';
import { splitAddress } from '../../src/core/session-address.ts';
import { t } from '../../src/core/translate.ts';
import { waitsInTerminal } from '../../src/core/waits-in-terminal.ts';
import type { SessionView } from '../../src/protocol/session.ts';
import { useHub } from '../hub/page-hub.ts';
import { useClock } from '../parts/ago.tsx';
import { CopyLine } from '../parts/copy-line.tsx';

export function TerminalWait({ view }: { readonly view: SessionView }) {
  const hub = useHub();
  const now = useClock();
  if (!waitsInTerminal(view, now)) return null;
  const { session_id: id, waiting_for, capabilities } = view;
  const isHere = capabilities.includes('terminal');
  return (
    <section class="card" aria-label={t('Waiting in the terminal')}>
      <h3>{t('Claude is waiting in its terminal')}</h3>
      <p>
        {waiting_for
          ? t('Only the terminal shows this dialog: {dialog}.', { dialog: waiting_for })
          : t('Only the terminal shows this dialog.')}
        {!isHere && ` ${t('Answer it where you started the session.')}`}
      </p>
      {isHere &&
        (hub.maySteer() ? (
          <div class="row-end">
            <Link class="button primary" href={`/sessions/${id}/terminal`}>
              {t('Open the terminal')}
            </Link>
          </div>
        ) : (
          <CopyLine text={`reins attach ${splitAddress(id).id}`} />
        ))}
    </section>
  );
}
