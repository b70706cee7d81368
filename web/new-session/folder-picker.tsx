/** Chooses a folder of the hub's machine: from recent ones, or by opening folders. */
import { useEffect, useState } from 'preact/hooks';
import { t } from '../../src/core/translate.ts';
import { projectName, shortHome } from '../../src/core/wording/shown-path.ts';
import type { Folder, FolderList } from '../../src/protocol/completion.ts';
import { useHub } from '../hub/page-hub.ts';
import { Breakable } from '../parts/breakable.tsx';
import { Icon } from '../parts/icon.tsx';
import { Sheet, SheetEnd } from '../parts/sheet.tsx';
import { Warning } from '../parts/warning.tsx';

interface FolderPickerProps {
  /** Where to begin; the home folder if it is empty. */
  readonly start: string;
  readonly onChoose: (folder: string) => void;
  readonly onClose: () => void;
}

export function FolderPicker({ start, onChoose, onClose }: FolderPickerProps) {
  const { client } = useHub();
  const [list, setList] = useState<FolderList>();
  const [problem, setProblem] = useState<string>();
  const open = (path?: string) =>
    client.folders(path).then(
      (answer) => {
        setList(answer);
        setProblem(undefined);
      },
      (error: Error) => setProblem(error.message),
    );
  useEffect(() => {
    // A typed folder may not exist.
    void client.folders(start || undefined).then(setList, () => open());
  }, []);
  const choose = (path: string) => {
    onChoose(path);
    onClose();
  };
  const { parent } = list ?? {};
  return (
    <Sheet title={t('Choose a folder')} onClose={onClose}>
      {problem && <Warning words={problem} />}
      {list && (
        <>
          {list.recent.length > 0 && (
            <section>
              <h3 class="section-head">{t('Recent')}</h3>
              <ul class="folders">
                {list.recent.map((folder) => (
                  <li key={folder.path}>
                    <button type="button" onClick={() => choose(folder.path)}>
                      <FolderLine
                        folder={folder}
                        name={projectName(folder.path)}
                        about={shortHome(folder.path)}
                      />
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <section>
            <h3 class="section-head">
              <span class="mono path grow">
                <Breakable text={shortHome(list.path)} />
              </span>
            </h3>
            <ul class="folders tall">
              {parent !== undefined && (
                <li>
                  <button type="button" onClick={() => void open(parent)}>
                    <Icon name="up" /> {t('Parent folder')}
                  </button>
                </li>
              )}
              {list.items.map((folder) => (
                <li key={folder.path}>
                  <button type="button" onClick={() => void open(folder.path)}>
                    <FolderLine folder={folder} name={projectName(folder.path)} />
                  </button>
                </li>
              ))}
            </ul>
            {list.items.length === 0 && <p class="muted small">{t('There are no folders in it.')}</p>}
          </section>
        </>
      )}
      <SheetEnd onClose={onClose}>
        <button
          type="button"
          class="button primary"
          disabled={!list}
          onClick={() => list && choose(list.path)}
        >
          {t('Use this folder')}
        </button>
      </SheetEnd>
    </Sheet>
  );
}

interface FolderLineProps {
  readonly folder: Folder;
  readonly name: string;
  readonly about?: string;
}

function FolderLine({ folder: { is_git }, name, about }: FolderLineProps) {
  return (
    <>
      <Icon name={is_git ? 'branch' : 'folder'} />
      <span class="cut">{name}</span>
      {about && <span class="small muted cut">{about}</span>}
      {is_git && <span class="small muted folder-git">git</span>}
    </>
  );
}
