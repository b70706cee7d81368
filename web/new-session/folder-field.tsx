/** The folder of a new session: typed, or chosen from recent ones. */
import { shortHome } from '../../src/core/wording/shown-path.ts';
import { Breakable } from '../parts/breakable.tsx';

interface FolderFieldProps {
  readonly label: string;
  readonly value: string;
  /** The first one is the default. */
  readonly recent: readonly string[];
  readonly onChange: (folder: string) => void;
}

export function FolderField({ label, value, recent, onChange }: FolderFieldProps) {
  const [usual] = recent;
  return (
    <>
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
