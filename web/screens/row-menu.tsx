/** The menu of a session in the list: its name, pin, labels and archive state. */
import { useState } from 'preact/hooks';
import { t } from '../../src/core/translate.ts';
import type { Session } from '../../src/protocol/session.ts';
import type { SessionPatch } from '../../src/protocol/steering.ts';
import { useHub } from '../hub/page-hub.ts';
import { useStore } from '../hub/store.ts';
import { Sheet, SheetEnd } from '../parts/sheet.tsx';
import { Warning } from '../parts/warning.tsx';
import { changeSession } from './change-session.ts';
import { SessionMarks } from './session-marks.tsx';

interface RowMenuProps {
  readonly session: Session;
  readonly onClose: () => void;
}

export function RowMenu({ session: listed, onClose }: RowMenuProps) {
  const hub = useHub();
  const address = hub.sessions.addressOf(listed);
  // Archived sessions are not in the live list until they change.
  const session = useStore(hub.sessions).get(address) ?? listed;
  const [problem, setProblem] = useState<string>();
  const change = async (patch: SessionPatch) => {
    setProblem(undefined);
    try {
      await changeSession(hub, address, patch);
      if (patch.labels === undefined) onClose();
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <Sheet title={session.title || t('Untitled session')} onClose={onClose}>
      {problem && <Warning words={problem} />}
      <SessionMarks key={session.title} session={session} onChange={(patch) => void change(patch)} />
      <SheetEnd onClose={onClose} />
    </Sheet>
  );
}
