/** The folder of a new session: typed, or chosen from recent ones and from all folders of the hub's machine. */
import { lazy, Suspense } from 'preact/compat';
import { useState } from 'preact/hooks';
import { t } from '../../src/core/translate.ts';
import { shortHome } from '../../src/core/wording/shown-path.ts';
import { Breakable } from '../parts/breakable.tsx';
import { Icon } from '../parts/icon.tsx';

const FolderPicker = lazy(() =>
  import('./folder-picker.tsx').then(({ FolderPicker }) => ({ default: FolderPicker })),
);

interface FolderFieldProps {
  readonly label: string;
  readonly value: string;
  /** The first one is the default. */
  readonly recent: readonly string[];
  /** Folders of other hosts cannot be listed. */
  readonly canBrowse: boolean;
  readonly onChange: (folder: string) => void;
}

export function FolderField({ label, value, recent, canBrowse, onChange }: FolderFieldProps) {
  const [usual] = recent;
  const [isBrowsing, setBrowsing] = useState(false);
  return (
    <>
      <div class="with-button">
        <label>
          <span class="label">{label}</span>
          <input
            class="field mono"
            value={value}
            placeholder={usual ?? '/path/to/project'}
            onInput={(event) => onChange(event.currentTarget.value)}
            autocapitalize="off"
            spellcheck={false}
          />
        </label>
        {canBrowse && (
          <button type="button" class="button" onClick={() => setBrowsing(true)}>
            <Icon name="folder" /> {t('Browse')}
          </button>
        )}
      </div>
      {isBrowsing && (
        <Suspense fallback={null}>
          <FolderPicker start={value} onChoose={onChange} onClose={() => setBrowsing(false)} />
        </Suspense>
      )}
      {recent.length > 1 && (
        <div class="chips wrap">
          {recent.map((one) => (
            <button
              key={one}
              type="button"
              class="chip"
              aria-pressed={(value || usual) === one}
              onClick={() => onChange(one)}
            >
              <Breakable text={shortHome(one)} />
            </button>
          ))}
        </div>
      )}
    </>
  );
}
