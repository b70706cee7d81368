/** This device, and the other devices that were let in. */
import { Link } from 'wouter';
import { useHub } from '../hub/page-hub.ts';
import { NotificationSettings } from '../notifications/notification-settings.tsx';
import { PairedDevices } from './paired-devices.tsx';

export function SettingsScreen() {
  const hub = useHub();
  return (
    <div class="screen">
      <header class="bar">
        <h1>Settings</h1>
      </header>
      <div class="scroll">
        <div class="column">
          <h2 class="section-head">This device</h2>
          <p>
            {hub.me.name}, as {hub.me.role}
          </p>
          <h2 class="section-head">Answers and costs</h2>
          <p class="extras stacked">
            <Link class="text-button" href="/rules">
              Rules that answer for you
            </Link>
            <Link class="text-button" href="/decisions">
              Who decided what
            </Link>
            <Link class="text-button" href="/usage">
              What was used
            </Link>
          </p>
          <NotificationSettings />
          {hub.maySteer() && <PairedDevices />}
        </div>
      </div>
    </div>
  );
}
