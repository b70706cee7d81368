/** The traces of tool calls in the session's state: tasks, touched files, the plan. */
import type { ReinsEvent } from '../protocol/events.ts';
import type { TouchedFile } from '../protocol/session.ts';
import { changedLines, changedPath } from './conversation/changed-file.ts';
import { countLines } from './conversation/diff-lines.ts';
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
  const path = changedPath(details);
  if (path === undefined) return {};
  return { files: { ...state.files, [path]: touch(ownEntry(state.files, path), path, details, at) } };
}

function touch(known: TouchedFile | undefined, path: string, details: unknown, at: string): TouchedFile {
  const { added, removed } = countLines(changedLines(details));
  return {
    path,
    edits: (known?.edits ?? 0) + 1,
    lines_added: (known?.lines_added ?? 0) + added,
    lines_removed: (known?.lines_removed ?? 0) + removed,
    last_at: known && known.last_at > at ? known.last_at : at,
  };
}
