/** The command palette: sessions, actions and conversations, found by typing. Loaded when it is opened first. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../src/core/translate.ts';
import { StatusMark } from '../parts/status-mark.tsx';
import { matching, stepped } from './palette-entries.ts';
import { useActions } from './use-actions.ts';
import { useHits } from './use-hits.ts';
import { useSessionEntries } from './use-session-entries.ts';

interface PaletteProps {
  readonly onClose: () => void;
  readonly onHelp: () => void;
}

/** Without words, only what fits at a glance. */
const SESSIONS = 6;

export function Palette({ onClose, onHelp }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const words = typed.trim();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const sessions = useSessionEntries(words);
  const actions = useActions(onHelp);
  const hits = useHits(words);
  const groups = [
    { name: t('Sessions'), entries: matching(sessions, words).slice(0, SESSIONS) },
    { name: t('Actions'), entries: matching(actions, words) },
    { name: t('Conversations'), entries: hits },
  ].filter(({ entries }) => entries.length > 0);
  const all = groups.flatMap(({ entries }) => entries);
  const chosen = all[Math.min(at, all.length - 1)];
  const run = (entry: (typeof all)[number] | undefined) => {
    if (!entry) return;
    onClose();
    entry.act();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt(stepped(Math.min(at, all.length - 1), step, all.length));
    else if (event.key === 'Enter' && !event.isComposing) run(chosen);
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    dialog.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen?.id]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog on Escape
    <dialog
      ref={dialog}
      class="sheet palette"
      aria-label={t('Command palette')}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <input
        class="palette-field"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={chosen && `palette-${chosen.id}`}
        aria-label={t('Find sessions, actions and conversations')}
        placeholder={t('Find sessions, actions and conversations')}
        autocomplete="off"
        spellcheck={false}
        // Opened to write in it.
        autofocus
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <div id="palette-list" role="listbox" aria-label={t('Results')} class="palette-list" tabIndex={-1}>
        {groups.map(({ name, entries }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields
          <div key={name} role="group" aria-label={name}>
            <p class="palette-head" aria-hidden="true">
              {name}
            </p>
            {entries.map((entry) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled in the field, which keeps the focus
              // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
              <div
                key={entry.id}
                id={`palette-${entry.id}`}
                role="option"
                aria-selected={entry === chosen}
                class="palette-entry"
                onClick={() => run(entry)}
                onMouseMove={() => entry !== chosen && setAt(all.indexOf(entry))}
              >
                {entry.status && <StatusMark status={entry.status} hasWord={false} />}
                <span class="cut grow">{entry.words}</span>
                {entry.about && <span class="small muted cut">{entry.about}</span>}
                {entry.key && <kbd>{entry.key}</kbd>}
              </div>
            ))}
          </div>
        ))}
        {all.length === 0 && <p class="palette-none muted">{t('Nothing found')}</p>}
      </div>
    </dialog>
  );
}
