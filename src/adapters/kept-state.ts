/**
 * The state of a transcript that is stored with its read position, so that a later hub can continue there.
 * Small for any file: only the newest rows and prompts, since a prompt nearly always follows one of them. One
 * that goes back further is detected (`isLost`), and the file is read from its start.
 */
import { RowPrompts } from './row-prompts.ts';
import { newTranscriptState, type TranscriptState } from './transcript-state.ts';

/** States of another version are ignored: the file is read from its start. */
const VERSION = 1;
const PROMPTS_KEPT = 16;

export function packState({ promptByRow, branch, agentId: _, isLost: __, ...rest }: TranscriptState): string {
  const { rows, isAll } = promptByRow.newest();
  const isPartial = rest.isPartial || !isAll || branch.length > PROMPTS_KEPT;
  return JSON.stringify({
    ...rest,
    v: VERSION,
    branch: branch.slice(-PROMPTS_KEPT),
    rows,
    ...(isPartial && { isPartial }),
  });
}

/** Undefined if it cannot be used. */
export function unpackState(packed: string, agentId: string | undefined): TranscriptState | undefined {
  try {
    const { v, rows, ...rest } = JSON.parse(packed);
    if (v !== VERSION) return undefined;
    return { ...newTranscriptState(agentId), ...rest, promptByRow: new RowPrompts(rows) };
  } catch {
    return undefined;
  }
}
