/** Keyboard input for the terminal: keys, composed characters and pastes. */
import type { RefObject } from 'preact';
import { t } from '../../src/core/translate.ts';
import { encodeKey } from './encode-key.ts';
import type { LiveTerminal } from './live-terminal.ts';

interface KeyboardInputProps {
  readonly terminal: LiveTerminal;
  readonly field: RefObject<HTMLTextAreaElement>;
}

/** Invisible: the terminal has its own cursor. Its content is sent and cleared immediately. */
export function KeyboardInput({ terminal, field }: KeyboardInputProps) {
  const flush = (element: HTMLTextAreaElement) => {
    if (element.value !== '') terminal.type(element.value);
    element.value = '';
  };
  return (
    <textarea
      ref={field}
      class="keyboard-input"
      aria-label={t('Terminal keyboard. Press Control and backslash to leave it.')}
      autocapitalize="off"
      autocomplete="off"
      autocorrect="off"
      spellcheck={false}
      rows={1}
      onInput={(event) => {
        if (!event.isComposing) flush(event.currentTarget);
      }}
      onCompositionEnd={(event) => flush(event.currentTarget)}
      onPaste={(event) => {
        event.preventDefault();
        const text = event.clipboardData?.getData('text/plain');
        if (text) terminal.paste(text);
      }}
    />
  );
}

/** Handles keys in the terminal: a selection can be copied, and ctrl+\ returns the focus to the page. */
export function takeKey(
  event: KeyboardEvent,
  terminal: LiveTerminal,
  field: HTMLTextAreaElement | null,
): void {
  if (!field || event.isComposing || event.key === 'Dead' || event.key === 'Process') return;
  if (event.ctrlKey && event.key === '\\') {
    field.blur();
    event.preventDefault();
    return;
  }
  const selection = getSelection();
  const isCopy = event.ctrlKey && event.key === 'c' && selection !== null && !selection.isCollapsed;
  if (isCopy) return;
  // Selected text may have had the focus.
  if (event.target !== field && !/^(Control|Shift|Alt|Meta)/.test(event.key)) field.focus();
  const data = encodeKey(
    {
      key: event.key,
      ctrlKey: event.ctrlKey,
      shiftKey: event.shiftKey,
      altKey: event.altKey,
      metaKey: event.metaKey,
      isAltGraph: event.getModifierState('AltGraph'),
    },
    terminal.emulator.isApplicationCursor,
  );
  if (data === undefined) return;
  terminal.press(data);
  event.preventDefault();
  // Keeps the page's shortcuts from acting on it.
  event.stopPropagation();
}
