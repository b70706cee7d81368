/** Turns control requests of Claude Code into interactions, which have the ids of the requests. */
import type { ControlRequest, StreamLine } from '../claude/stream-line.ts';
import { closed, opened } from '../core/interaction-facts.ts';
import { reliable } from '../core/observe.ts';
import type { SessionState } from '../core/session-state.ts';
import type { Interaction } from '../protocol/interactions.ts';
import { formInput } from './form-input.ts';
import { interactionKindOf } from './interaction-kind.ts';
import {
  type LineReading,
  NOTHING,
  type StreamContext,
  type StreamFact,
  type StreamState,
} from './stream-state.ts';

export function openRequest(
  { request_id: id, request }: StreamLine,
  { session }: StreamContext,
  { sessionId }: StreamState,
): LineReading {
  const asked = id === undefined || !request ? undefined : readRequest(request);
  if (id === undefined || !request || !asked) return NOTHING;
  const about = circumstances(request, session(sessionId));
  return { facts: [opened(id, { ...asked, routes: ['control'], ...about })] };
}

/** A request names the mode only as its cause, and the last known mode may be old. */
function circumstances(
  { decision_reason_type }: ControlRequest,
  session: SessionState | undefined,
): { cwd?: string; permission_mode?: string } {
  const cwd = reliable(session?.observed.cwd);
  const mode = reliable(session?.observed.permission_mode);
  const isKnown = mode !== undefined && (decision_reason_type !== 'mode' || mode === 'plan');
  return { ...(cwd && { cwd }), ...(isKnown && { permission_mode: mode }) };
}

/** Other requests are about the protocol itself: hooks and tools that the driver offered. */
function readRequest(request: ControlRequest) {
  const { tool_name = '', input = {}, permission_suggestions = [], tool_use_id, agent_id } = request;
  if (request.subtype === 'can_use_tool') {
    return {
      kind: interactionKindOf(tool_name),
      tool_name,
      input,
      suggestions: [...permission_suggestions],
      ...(tool_use_id !== undefined && { tool_use_id }),
      ...(agent_id !== undefined && { agent_id }),
    };
  }
  if (request.subtype !== 'elicitation') return undefined;
  return { kind: 'elicitation' as const, input: formInput(request) };
}

/** Claude Code withdraws a request if someone else has decided, or if the turn was interrupted. */
export function closeRequest(
  { request_id }: StreamLine,
  { session }: StreamContext,
  { sessionId }: StreamState,
): LineReading {
  const interaction = openInteractionsOf(session(sessionId)).find(({ id }) => id === request_id);
  return interaction ? { facts: [closed(interaction, { state: 'withdrawn' })] } : NOTHING;
}

/** The end of a turn ends the requests of its own conversation; a background subagent may still wait. */
export function withdrawInteractionsOfTurn(session: SessionState | undefined): StreamFact[] {
  return openInteractionsOf(session)
    .filter(({ agent_id }) => agent_id === undefined)
    .map((interaction) => closed(interaction, { state: 'withdrawn' }));
}

function openInteractionsOf(session: SessionState | undefined): Interaction[] {
  return Object.values(session?.interactions ?? {}).filter(
    ({ state, routes }) => state === 'open' && routes.includes('control'),
  );
}
