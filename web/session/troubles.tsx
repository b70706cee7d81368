/** Current problems of a session, and what to do about them. */
import { Link } from 'wouter';
import { currentLocale, t } from '../../src/core/translate.ts';
import { hostTrouble } from '../../src/core/wording/host-words.ts';
import { limitTrouble } from '../../src/core/wording/limit-text.ts';
import type { SessionView } from '../../src/protocol/session.ts';
import { useHub } from '../hub/page-hub.ts';
import { useStore } from '../hub/store.ts';
import { useClock } from '../parts/ago.tsx';
import { Icon } from '../parts/icon.tsx';
import { relativeTime } from '../parts/relative-time.ts';
import { tx } from '../parts/tx.tsx';

export function Troubles({ view }: { readonly view: SessionView }) {
  const { conflict, retry, continued_as, status, last_error, warnings } = view;
  const limit = limitTrouble(status === 'ended' ? undefined : view.rate_limit, useClock());
  const offline = hostTrouble(view.host, useStore(useHub().hosts).stateOf(view), relativeTime);
  return (
    <>
      {offline && (
        <p class="notice blue" role="status">
          <Icon name="info" /> <span>{offline}</span>
        </p>
      )}
      {conflict && (
        <p class="notice red">
          <Icon name="warning" />
          <span>
            {t('Two processes run this session ({processes}). To send prompts, end one of them.', {
              processes: new Intl.ListFormat(currentLocale()).format(conflict.map(String)),
            })}
          </span>
        </p>
      )}
      {retry && (
        <p class="notice blue" role="status">
          <Icon name="info" />
          <span>
            {retry['status']
              ? t('The API is not responding ({status}).', { status: String(retry['status']) })
              : t('The API is not responding.')}{' '}
            {retry['max_attempts']
              ? t('Claude is retrying, attempt {n} of {most}.', {
                  n: String(retry['attempt']),
                  most: String(retry['max_attempts']),
                })
              : t('Claude is retrying, attempt {n}.', { n: String(retry['attempt']) })}
          </span>
        </p>
      )}
      {limit && (
        <p class={`notice ${limit.state === 'reached' ? 'red' : 'blue'}`} role="status">
          <Icon name={limit.state === 'reached' ? 'warning' : 'info'} />
          <span>{limit.words}</span>
        </p>
      )}
      {continued_as && (
        <p class="notice blue">
          <Icon name="info" />
          <span>
            {tx('The conversation continues {link}.', {
              link: <Link href={`/sessions/${continued_as}`}>{t('in another session')}</Link>,
            })}
          </span>
        </p>
      )}
      {status === 'ended' && last_error && view.turns.length === 0 && (
        <p class="notice red">
          <Icon name="warning" /> <span>{last_error.message}</span>
        </p>
      )}
      {warnings.slice(-1).map(({ code, message }) => (
        <p key={code} class="notice red">
          <Icon name="warning" /> <span>{message}</span>
        </p>
      ))}
    </>
  );
}
