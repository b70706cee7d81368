/** The files that a session has changed; each opens to its changes. */
import { useMemo } from 'preact/hooks';
import { fileChanges } from '../../src/core/conversation/file-changes.ts';
import { tn } from '../../src/core/translate.ts';
import { shownPath } from '../../src/core/wording/shown-path.ts';
import type { SessionView } from '../../src/protocol/session.ts';
import { Diff } from '../diff/diff.tsx';
import { Breakable } from '../parts/breakable.tsx';

export function ChangedFiles({ view }: { readonly view: SessionView }) {
  const { files, turns, cwd } = view;
  const changes = useMemo(() => fileChanges(turns), [turns]);
  return (
    <ul class="files">
      {files.map(({ path, edits, lines_added, lines_removed }) => {
        const known = changes.get(path) ?? [];
        const earlier = edits - known.length;
        return (
          <li key={path}>
            <details>
              <summary>
                <span class="mono path">
                  <Breakable text={shownPath(path, cwd)} />
                </span>
                <span class="mono counts">
                  +{lines_added} −{lines_removed}
                </span>
              </summary>
              {earlier > 0 && (
                <p class="small muted">
                  {tn(
                    earlier,
                    'One earlier change is further up in the conversation.',
                    '{n} earlier changes are further up in the conversation.',
                  )}
                </p>
              )}
              {known.map((lines, index) => (
                // Changes of a file have no other key.
                <Diff key={index} lines={lines} />
              ))}
            </details>
          </li>
        );
      })}
    </ul>
  );
}
