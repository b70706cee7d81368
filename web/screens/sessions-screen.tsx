/** The session list as a screen, on a phone. */
import { Link } from 'wouter';
import { t } from '../../src/core/translate.ts';
import { Icon } from '../parts/icon.tsx';
import { useIsDesk } from '../parts/use-is-desk.ts';
import { SessionListView } from './session-list-view.tsx';

export function SessionsScreen() {
  if (useIsDesk()) return <p class="empty">{t('Select a session on the left')}</p>;
  return (
    <div class="screen">
      <header class="bar">
        <h1 class="grow">{t('Sessions')}</h1>
        <Link href="/settings" class="icon-button" aria-label={t('Settings')}>
          <Icon name="settings" />
        </Link>
      </header>
      <SessionListView />
    </div>
  );
}
