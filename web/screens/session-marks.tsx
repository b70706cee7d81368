/** How people sort a session: its name, pin, labels and archive state. In the menu of a session and of a list row. */
import { useState } from 'preact/hooks';
import { t } from '../../src/core/translate.ts';
import type { Session } from '../../src/protocol/session.ts';
import type { SessionPatch } from '../../src/protocol/steering.ts';
import { useHub } from '../hub/page-hub.ts';
import { Icon } from '../parts/icon.tsx';

export interface SessionMarksProps {
  readonly session: Pick<Session, 'title' | 'pinned' | 'archived' | 'labels'>;
  readonly onChange: (patch: SessionPatch) => void;
}

export function SessionMarks({ session, onChange }: SessionMarksProps) {
  const { pinned = false, archived = false } = session;
  return (
    <>
      <RenameSession title={session.title} onRename={(name) => onChange({ name })} />
      <Labels labels={session.labels ?? []} onChange={(labels) => onChange({ labels })} />
      <div class="pair narrow">
        <button type="button" class="button" onClick={() => onChange({ pinned: !pinned })}>
          <Icon name="pin" /> {pinned ? t('Unpin') : t('Pin')}
        </button>
        <button type="button" class="button" onClick={() => onChange({ archived: !archived })}>
          <Icon name="archive" /> {archived ? t('Unarchive') : t('Archive')}
        </button>
      </div>
    </>
  );
}

function RenameSession({ title, onRename }: { readonly title: string; onRename(name: string): void }) {
  const [name, setName] = useState(title);
  const isNew = name.trim() !== '' && name.trim() !== title;
  return (
    <form
      class="with-button"
      onSubmit={(event) => {
        event.preventDefault();
        if (isNew) onRename(name.trim());
      }}
    >
      <label>
        <span class="label">{t('Name')}</span>
        <input
          class="field"
          value={name}
          maxLength={200}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      {isNew && (
        <button type="submit" class="button">
          {t('Rename')}
        </button>
      )}
    </form>
  );
}

interface LabelsProps {
  readonly labels: readonly string[];
  readonly onChange: (labels: string[]) => void;
}

function Labels({ labels, onChange }: LabelsProps) {
  const { sessions } = useHub();
  const [typed, setTyped] = useState('');
  const known = Object.keys(sessions.labels).filter((label) => !labels.includes(label));
  const name = typed.trim();
  const isNew = name !== '' && !labels.includes(name);
  return (
    <form
      class="labels-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isNew) return;
        onChange([...labels, name]);
        setTyped('');
      }}
    >
      <label>
        <span class="label">{t('Labels')}</span>
        <span class="with-button">
          <input
            class="field"
            list="known-labels"
            placeholder={t('Add a label')}
            value={typed}
            maxLength={40}
            onInput={(event) => setTyped(event.currentTarget.value.replaceAll(',', ''))}
          />
          {isNew && (
            <button type="submit" class="button">
              {t('Add')}
            </button>
          )}
        </span>
      </label>
      <datalist id="known-labels">
        {known.map((label) => (
          <option key={label} value={label} />
        ))}
      </datalist>
      {labels.length > 0 && (
        <ul class="label-list">
          {labels.map((label) => (
            <li key={label}>
              <button
                type="button"
                class="label-chip"
                aria-label={t('Remove the label {label}', { label })}
                onClick={() => onChange(labels.filter((one) => one !== label))}
              >
                {label} <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}
