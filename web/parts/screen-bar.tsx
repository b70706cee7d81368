/** The head of a screen: its name and, on a phone, the way back to where it was opened. */
import { Link } from 'wouter';
import { Icon } from './icon.tsx';

interface ScreenBarProps {
  readonly title: string;
  /** Missing where the tabs below lead here. */
  readonly back?: { readonly href: string; readonly words: string };
}

export const TO_SETTINGS = { href: '/settings', words: 'Settings' };

export function ScreenBar({ title, back }: ScreenBarProps) {
  return (
    <header class="bar">
      {back && (
        <Link href={back.href} class="icon-button only-phone" aria-label={`Back to: ${back.words}`}>
          <Icon name="back" />
        </Link>
      )}
      <h1>{title}</h1>
    </header>
  );
}
