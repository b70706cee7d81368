/** The session list beside the open screen, on a desktop. */
import { Link, useLocation } from 'wouter';
import { t } from '../../src/core/translate.ts';
import { useHub } from '../hub/page-hub.ts';
import { useStore } from '../hub/store.ts';
import { SessionListView } from '../screens/session-list-view.tsx';
import { Icon } from './icon.tsx';

export function Aside() {
  const [address] = useLocation();
  const hub = useHub();
  const { waiting } = useStore(hub.inbox);
  return (
    <aside class="aside" aria-label={t('Sessions')}>
      <header class="bar">
        <h1 class="grow">
          <Link href="/">Reins</Link>
        </h1>
        {hub.maySteer() && (
          <Link href="/new" class="icon-button" aria-label={t('New session')}>
            <Icon name="plus" />
          </Link>
        )}
        <Link href="/settings" class="icon-button" aria-label={t('Settings')}>
          <Icon name="settings" />
        </Link>
      </header>
      <Link href="/" class="aside-nav" aria-current={address === '/' ? 'page' : undefined}>
        <span>{t('Inbox')}</span>
        {waiting > 0 && <span class="count">{waiting}</span>}
      </Link>
      <SessionListView isAside />
    </aside>
  );
}
