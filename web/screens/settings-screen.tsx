/** Settings of this device, links to other screens, and paired devices. */
import { useState } from 'preact/hooks';
import { Link } from 'wouter';
import { t } from '../../src/core/translate.ts';
import { chooseLanguage, chosenLanguage, LANGUAGES, type Language } from '../hub/language.ts';
import { useHub } from '../hub/page-hub.ts';
import { chooseTheme, chosenTheme, THEMES, type Theme } from '../hub/theme.ts';
import { NotificationSettings } from '../notifications/notification-settings.tsx';
import { Chips } from '../parts/chips.tsx';
import { Icon } from '../parts/icon.tsx';
import { ScreenBar } from '../parts/screen-bar.tsx';
import { PairedDevices } from './paired-devices.tsx';
import { ROLE_NAMES } from './role-choice.tsx';

const WAYS = [
  ['/rules', t('Rules')],
  ['/decisions', t('Decisions')],
  ['/usage', t('Usage')],
  ['/hosts', t('Hosts')],
] as const;

export function SettingsScreen() {
  const hub = useHub();
  return (
    <div class="screen">
      <ScreenBar title={t('Settings')} back={{ href: '/', words: t('Inbox') }} />
      <div class="scroll">
        <div class="column">
          <h2 class="section-head">{t('This device')}</h2>
          <p>
            {hub.me.name} ({ROLE_NAMES[hub.me.role]})
          </p>
          <ThemeChoice />
          <LanguageChoice />
          <h2 class="section-head">{t('Answers, usage and hosts')}</h2>
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

const THEME_WORDS: Record<Theme, string> = { system: t('System'), light: t('Light'), dark: t('Dark') };

function ThemeChoice() {
  const [theme, setTheme] = useState(chosenTheme);
  return (
    <>
      <h2 class="section-head">{t('Theme')}</h2>
      <Chips
        label={t('Theme')}
        value={theme}
        choices={THEMES.map((value) => ({ value, words: THEME_WORDS[value] }))}
        onChange={(value) => {
          chooseTheme(value);
          setTheme(value);
        }}
      />
    </>
  );
}

function LanguageChoice() {
  const choices = [['system', t('As the browser')], ...Object.entries(LANGUAGES)] as const;
  return (
    <>
      <h2 class="section-head">{t('Language')}</h2>
      <select
        class="field"
        aria-label={t('Language')}
        value={chosenLanguage()}
        onChange={({ currentTarget }) => chooseLanguage(currentTarget.value as Language | 'system')}
      >
        {choices.map(([value, words]) => (
          <option key={value} value={value} lang={value === 'system' ? undefined : value}>
            {words}
          </option>
        ))}
      </select>
    </>
  );
}
