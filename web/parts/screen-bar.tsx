/** The header of a screen: its title and, on a phone, a back link. */
import { Link } from 'wouter';
import { t } from '../../src/core/translate.ts';
import { Icon } from './icon.tsx';

interface ScreenBarProps {
  readonly title: string;
  /** Missing if a tab leads here. */
  readonly back?: { readonly href: string; readonly words: string };
}

export const TO_SETTINGS = { href: '/settings', words: t('Settings') };

export function ScreenBar({ title, back }: ScreenBarProps) {
  return (
    <header class="bar">
      {back && (
        <Link
          href={back.href}
          class="icon-button only-phone"
          aria-label={t('Back to {screen}', { screen: back.words })}
        >
          <Icon name="back" />
        </Link>
      )}
      <h1>{title}</h1>
    </header>
  );
}
