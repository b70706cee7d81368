/** The message text area: grows with its text, completes words, and sends on Enter on a desktop. */
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { matchingCommands, matchingFiles, type Suggested } from '../../src/core/prompt-completions.ts';
import { t } from '../../src/core/translate.ts';
import { completeWord, type TypedWord, typedWord } from '../../src/core/typed-word.ts';
import type { SlashCommand } from '../../src/protocol/completion.ts';
import { useHub } from '../hub/page-hub.ts';
import { pastedPictures } from './use-pictures.ts';

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
  /** Caret position for the next text. */
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
    // On a phone Enter inserts a new line; the button sends.
    if (key === 'Enter' && !event.shiftKey && matchMedia('(hover: hover)').matches) {
      event.preventDefault();
      onSend();
    }
  };

  return (
    <div class="message-field">
      {isOpen && (
        <div class="suggested" role="listbox" id={listId} aria-label={t('Suggestions')}>
          {suggestions.map(({ value, words, about }, index) => (
            <button
              key={value}
              type="button"
              role="option"
              id={`${listId}-${index}`}
              tabIndex={-1}
              aria-selected={index === chosenAt}
              // Keeps the focus in the field, and a phone's keyboard open.
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
        aria-label={t('Message')}
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

/** Completions for the current word: the session's slash commands, or files in its folder. */
function useSuggestions(sessionId: string, word: TypedWord | undefined): readonly Suggested[] {
  const { client } = useHub();
  const [found, setFound] = useState<readonly Suggested[]>([]);
  /** Fetched once, on the first slash; again after a failure. */
  const commands = useRef<Promise<readonly SlashCommand[]>>();
  const { kind, typed = '' } = word ?? {};
  useEffect(() => {
    const end = new AbortController();
    const show = (items: readonly Suggested[]) => !end.signal.aborted && setFound(items);
    // A failed request shows no suggestions.
    const nothing = () => show([]);
    if (kind === 'command') {
      commands.current ??= client.commands(sessionId).then(({ items }) => items);
      commands.current.then(
        (items) => show(matchingCommands(items, typed)),
        () => {
          commands.current = undefined;
          nothing();
        },
      );
    } else if (kind === 'file') {
      client.files(sessionId, typed, end.signal).then(({ items }) => show(matchingFiles(items)), nothing);
    } else nothing();
    return () => end.abort();
  }, [client, sessionId, kind, typed]);
  return found;
}
