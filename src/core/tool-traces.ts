/** What tool calls leave behind in the session's state: tasks, touched files, the plan. */
import type { ReinsEvent } from '../protocol/events.ts';
import type { TouchedFile } from '../protocol/session.ts';
import { later } from './latest.ts';
import { ownEntry } from './own-entry.ts';
import type { SessionState } from './session-state.ts';
import { taskCallFinished, taskCallStarted } from './task-list.ts';

type ToolEvent = ReinsEvent<'tool_started' | 'tool_finished'>;

export function reduceToolUse(state: SessionState, event: ToolEvent, at: number): Partial<SessionState> {
  if (event.type === 'tool_finished') {
    return { ...taskCallFinished(state, event), ...(!event.is_error && filesAfter(state, event)) };
  }
  const { name, input, tool_use_id } = event;
  if (name === 'ExitPlanMode' && typeof input['plan'] === 'string') {
    return { plan: later(state.plan, { text: input['plan'], tool_use_id }, at) };
  }
  return taskCallStarted(state, event, at);
}

function filesAfter(
  state: SessionState,
  { details, at }: ReinsEvent<'tool_finished'>,
): Partial<SessionState> {
  if (typeof details !== 'object' || details === null) return {};
  const { filePath, structuredPatch } = details as Record<string, unknown>;
  if (typeof filePath === 'string' && Array.isArray(structuredPatch)) {
    const touched = touch(ownEntry(state.files, filePath), filePath, details as Record<string, unknown>, at);
    return { files: { ...state.files, [filePath]: touched } };
  }
  return {};
}

function touch(
  known: TouchedFile | undefined,
  path: string,
  details: Record<string, unknown>,
  at: string,
): TouchedFile {
  const hunks = details['structuredPatch'] as ({ lines?: unknown } | null)[];
  const lines = hunks.flatMap((hunk) => (Array.isArray(hunk?.lines) ? hunk.lines.map(String) : []));
  // A new file has no patch, only content.
  const created = details['type'] === 'create' ? linesOf(String(details['content'] ?? '')) : 0;
  return {
    path,
    edits: (known?.edits ?? 0) + 1,
    lines_added: (known?.lines_added ?? 0) + created + lines.filter((line) => line.startsWith('+')).length,
    lines_removed: (known?.lines_removed ?? 0) + lines.filter((line) => line.startsWith('-')).length,
    last_at: known && known.last_at > at ? known.last_at : at,
  };
}

/** The end of the last line begins no other. */
function linesOf(content: string): number {
  return content === '' ? 0 : content.replace(/\n$/, '').split('\n').length;
}
