/**
 * Facts that only the output stream reports if it is read: it knows best how a turn ended, and two sources
 * would repeat the rest. Hooks and transcripts leave these facts to it.
 */
import type { Draft } from '../core/draft.ts';
import type { SessionState } from '../core/session-state.ts';
import type { EventType } from '../protocol/events.ts';
import type { TranscriptState } from './transcript-state.ts';

const REPORTED_BY_STREAM: ReadonlySet<EventType> = new Set<EventType>([
  'interaction_opened',
  'turn_finished',
  'api_retried',
  'compaction_started',
  'background_tasks_changed',
]);

/** `session` is called only if it matters: most facts have no other source. */
export function leaveToStream(
  drafts: readonly Draft[],
  session: () => SessionState | undefined,
): readonly Draft[] {
  if (!drafts.some((draft) => isStreamed(draft) || isLateMode(draft))) return drafts;
  const control = session()?.control;
  if (control?.value.driver !== 'stream') return drafts;
  return drafts.flatMap((draft) => {
    // The stream does not report earlier events. Hooks are current, whatever the clock says.
    if (isStreamed(draft) && (draft.source === 'hook' || draft.at >= control.at)) return [];
    return [isLateMode(draft) ? withoutMode(draft) : draft];
  });
}

/** The entrypoint of interactive runs: no stream reports text written in a terminal. */
const TERMINAL = 'cli';

/** The same for the facts of a transcript row. */
export function leaveRowToStream(
  drafts: readonly Draft[],
  { entrypoint }: TranscriptState,
  session: () => SessionState | undefined,
): readonly Draft[] {
  return entrypoint === TERMINAL ? drafts : leaveToStream(drafts, session);
}

/** A hook may arrive after the mode that it names has been changed. */
function isLateMode({ source, observed }: Draft): boolean {
  return source === 'hook' && observed?.['permission_mode'] !== undefined;
}

function withoutMode(draft: Draft): Draft {
  const { permission_mode: _, ...observed } = draft.observed ?? {};
  return { ...draft, observed };
}

/** Only its transcript contains the end of a subagent's own turn. */
function isStreamed({ type, agent_id }: Draft): boolean {
  return REPORTED_BY_STREAM.has(type) && !(type === 'turn_finished' && agent_id !== undefined);
}
