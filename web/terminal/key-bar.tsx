/** Keys missing on a phone's keyboard, and a text field; stays above the on-screen keyboard. */
import { useState } from 'preact/hooks';
import { t } from '../../src/core/translate.ts';
import { encodeKey, type KeyPress } from './encode-key.ts';
import type { LiveTerminal } from './live-terminal.ts';

interface BarKey extends KeyPress {
  /** The accessible name, and the label if there is no sign. */
  readonly name: string;
  readonly sign?: string;
}

/** Two rows of six; the arrows are placed as on a keyboard. */
const KEYS: readonly BarKey[] = [
  { name: t('Esc'), key: 'Escape' },
  { name: 'Tab', key: 'Tab' },
  { name: 'Shift+Tab', sign: '⇧Tab', key: 'Tab', shiftKey: true },
  { name: 'Backspace', sign: '⌫', key: 'Backspace' },
  { name: t('Up'), sign: '↑', key: 'ArrowUp' },
  { name: 'Enter', key: 'Enter' },
  { name: 'Ctrl+C', sign: t('Ctrl C'), key: 'c', ctrlKey: true },
  { name: 'PgUp', key: 'PageUp' },
  { name: 'PgDn', key: 'PageDown' },
  { name: t('Left'), sign: '←', key: 'ArrowLeft' },
  { name: t('Down'), sign: '↓', key: 'ArrowDown' },
  { name: t('Right'), sign: '→', key: 'ArrowRight' },
];

export function KeyBar({ terminal }: { readonly terminal: LiveTerminal }) {
  const [text, setText] = useState('');
  const isLive = terminal.state === 'live';
  const press = (key: KeyPress) =>
    terminal.press(encodeKey(key, terminal.emulator.isApplicationCursor) ?? '');
  /** Text that was not accepted stays in the field. */
  const type = () => {
    if (text === '' || terminal.type(text)) {
      setText('');
      return true;
    }
    return false;
  };
  const enter = () => {
    if (type()) press({ key: 'Enter' });
  };
  return (
    <form
      class="key-bar"
      onSubmit={(event) => {
        event.preventDefault();
        enter();
      }}
    >
      <fieldset class="key-grid" disabled={!isLive}>
        <legend class="hidden-label">{t('Keys')}</legend>
        {KEYS.map((key) => (
          <button
            key={key.name}
            type="button"
            class="key"
            aria-label={key.name}
            // Keeps the focus in the field, and a phone's keyboard open.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => (key.key === 'Enter' ? enter() : press(key))}
          >
            {key.sign ?? key.name}
          </button>
        ))}
      </fieldset>
      <div class="type-row">
        <input
          class="field"
          type="text"
          aria-label={t('Text to type into the terminal')}
          placeholder={t('Type here, then Enter')}
          enterkeyhint="send"
          autocapitalize="off"
          autocomplete="off"
          autocorrect="off"
          spellcheck={false}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button
          type="button"
          class="button"
          disabled={!isLive || text === ''}
          onPointerDown={(event) => event.preventDefault()}
          onClick={type}
        >
          {t('Type')}
        </button>
      </div>
    </form>
  );
}
