/** Settings of this device, links to other screens, and paired devices. */
import { useState } from 'preact/hooks';
import { Link } from 'wouter';
import { useHub } from '../hub/page-hub.ts';
import { chooseTheme, chosenTheme, THEMES, type Theme } from '../hub/theme.ts';
import { NotificationSettings } from '../notifications/notification-settings.tsx';
import { Chips } from '../parts/chips.tsx';
import { Icon } from '../parts/icon.tsx';
import { ScreenBar } from '../parts/screen-bar.tsx';
import { PairedDevices } from './paired-devices.tsx';

const WAYS = [
  ['/rules', 'Rules'],
  ['/decisions', 'Decisions'],
  ['/usage', 'Usage'],
  ['/hosts', 'Hosts'],
] as const;

export function SettingsScreen() {
  const hub = useHub();
  return (
    <div class="screen">
      <ScreenBar title="Settings" back={{ href: '/', words: 'Inbox' }} />
      <div class="scroll">
        <div class="column">
          <h2 class="section-head">This device</h2>
          <p>
            {hub.me.name} ({hub.me.role})
          </p>
          <ThemeChoice />
          <h2 class="section-head">Answers, usage and hosts</h2>
          <ul class="ways">
            {WAYS.map(([href, words]) => (
              <li key={href}>
                <Link href={href}>
                  {words} <Icon name="forward" />
                </Link>
              </li>
            ))}
          </ul>
          <NotificationSettings />
          {hub.maySteer() && <PairedDevices />}
        </div>
      </div>
    </div>
  );
}

function ThemeChoice() {
  const [theme, setTheme] = useState(chosenTheme);
  return (
    <>
      <h2 class="section-head">Theme</h2>
      <Chips
        label="Theme"
        value={theme}
        choices={(Object.keys(THEMES) as Theme[]).map((value) => ({ value, words: THEMES[value] }))}
        onChange={(value) => {
          chooseTheme(value);
          setTheme(value);
        }}
      />
    </>
  );
}
