/** All sessions, as a screen of a phone. */
import { Link } from 'wouter';
import { Icon } from '../parts/icon.tsx';
import { SessionListView } from './session-list-view.tsx';

export function SessionsScreen() {
  return (
    <div class="screen">
      <header class="bar only-phone">
        <h1 class="grow">Sessions</h1>
        <Link href="/settings" class="icon-button" aria-label="Settings">
          <Icon name="settings" />
        </Link>
      </header>
      <div class="only-phone screen">
        <SessionListView />
      </div>
      <p class="empty only-desk">Choose a session on the left.</p>
    </div>
  );
}
