/** Gives a session another name. */
import { useState } from 'preact/hooks';
import type { SessionView } from '../../src/protocol/session.ts';

interface RenameSessionProps {
  readonly view: Pick<SessionView, 'title'>;
  readonly onRename: (name: string) => void;
}

export function RenameSession({ view: { title }, onRename }: RenameSessionProps) {
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
        <span class="label">Name</span>
        <input
          class="field"
          value={name}
          maxLength={200}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      {isNew && (
        <button type="submit" class="button">
          Rename
        </button>
      )}
    </form>
  );
}
