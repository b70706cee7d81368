/** The field a message is typed into: grows with its text, offers what completes the word, Enter sends on a desk. */
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { completeWord, typedWord } from '../../src/core/typed-word.ts';
import { pastedPictures } from './use-pictures.ts';
import { useSuggestions } from './use-suggestions.ts';

interface MessageFieldProps {
  readonly sessionId: string;
  readonly text: string;
  readonly placeholder: string;
  readonly onText: (text: string) => void;
  readonly onSend: () => void;
  readonly onPictures: ((files: readonly File[]) => void) | undefined;
}

export function MessageField({
  sessionId,
  text,
  placeholder,
  onText,
  onSend,
  onPictures,
}: MessageFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  /** Where the caret goes with the text that is about to be shown. */
  const nextCaret = useRef<number>();
  const [at, setAt] = useState(0);
  /** Closed by Escape until another word is typed. */
  const [closedFor, setClosedFor] = useState<string>();
  const word = typedWord(text, caret);
  const wordKey = word && `${word.kind}${word.start}`;
  const suggestions = useSuggestions(
    sessionId,
    closedFor !== undefined && closedFor === wordKey ? undefined : word,
  );
  const listId = useId();
  const isOpen = word !== undefined && suggestions.length > 0;
  const chosenAt = Math.min(at, suggestions.length - 1);

  useLayoutEffect(() => {
    const area = field.current;
    if (!area) return;
    area.style.height = 'auto';
    area.style.height = `${Math.min(area.scrollHeight, window.innerHeight * 0.35)}px`;
    const next = nextCaret.current;
    nextCaret.current = undefined;
    if (next === undefined) return;
    area.focus();
    area.setSelectionRange(next, next);
  }, [text]);

  const look = () => setCaret(field.current?.selectionStart ?? 0);
  const take = (index: number) => {
    const chosen = suggestions[index];
    if (!word || !chosen) return;
    const completed = completeWord(text, caret, word, chosen.value);
    nextCaret.current = completed.caret;
    onText(completed.text);
    setCaret(completed.caret);
    setAt(0);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const { key } = event;
    if (isOpen) {
      const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
      if (step !== 0) setAt((chosenAt + step + suggestions.length) % suggestions.length);
      else if (key === 'Tab' || (key === 'Enter' && !event.shiftKey)) take(chosenAt);
      else if (key === 'Escape') setClosedFor(wordKey);
      else return;
      event.preventDefault();
      return;
    }
    if (key === 'Escape') field.current?.blur();
    // On a phone Enter makes a new line: there is a button for sending.
    if (key === 'Enter' && !event.shiftKey && matchMedia('(hover: hover)').matches) {
      event.preventDefault();
      onSend();
    }
  };

  return (
    <div class="message-field">
      {isOpen && (
        <div class="suggested" role="listbox" id={listId} aria-label="What fits">
          {suggestions.map(({ value, words, about }, index) => (
            <button
              key={value}
              type="button"
              role="option"
              id={`${listId}-${index}`}
              tabIndex={-1}
              aria-selected={index === chosenAt}
              // The field keeps the focus, and a phone its keyboard.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(index)}
            >
              <span class="mono cut">{words}</span>
              {about && <span class="muted small cut">{about}</span>}
            </button>
          ))}
        </div>
      )}
      <textarea
        ref={field}
        class="field"
        rows={1}
        data-composer
        placeholder={placeholder}
        aria-label="Message"
        aria-autocomplete="list"
        {...(isOpen && { 'aria-controls': listId, 'aria-activedescendant': `${listId}-${chosenAt}` })}
        value={text}
        onInput={(event) => {
          onText(event.currentTarget.value);
          setAt(0);
          look();
        }}
        onKeyUp={look}
        onClick={look}
        onBlur={() => setCaret(0)}
        onPaste={(event) => {
          const files = pastedPictures(event);
          if (files.length > 0 && onPictures) onPictures(files);
        }}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
