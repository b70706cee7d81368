/** A keyboard for the terminal: keys as they are pressed, characters that take several keys when they are done, pastes whole. */
import type { RefObject } from 'preact';
import { encodeKey } from './encode-key.ts';
import type { LiveTerminal } from './live-terminal.ts';

interface KeyboardInputProps {
  readonly terminal: LiveTerminal;
  readonly field: RefObject<HTMLTextAreaElement>;
}

/** Not seen: the terminal's own cursor shows where one types. It is emptied as soon as something stands in it. */
export function KeyboardInput({ terminal, field }: KeyboardInputProps) {
  const flush = (element: HTMLTextAreaElement) => {
    if (element.value !== '') terminal.type(element.value);
    element.value = '';
  };
  return (
    <textarea
      ref={field}
      class="keyboard-input"
      aria-label="Keyboard of the terminal. Control and backslash leave it."
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

/** For every key pressed within the terminal: a selection can be copied, ctrl+\ gives the keyboard back to the page. */
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
  // A text that was selected had the focus.
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
  // The page has keys of its own, which are not meant here.
  event.stopPropagation();
}
