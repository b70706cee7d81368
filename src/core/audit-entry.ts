/** Turns an event that decided something, with its request, into an entry of the audit log. Pure. */
import type { AuditEntry } from '../protocol/audit.ts';
import type { ReinsEvent } from '../protocol/events.ts';
import type { Answer, Interaction } from '../protocol/interactions.ts';

export interface Decided {
  readonly event: ReinsEvent;
  readonly interaction: Interaction;
  /** Later events about the same request, in order. */
  readonly later: readonly ReinsEvent[];
  /** The session's own, for requests that do not contain them. */
  readonly cwd: string;
  readonly title: string;
}

export function toAuditEntry({ event, interaction, later, cwd, title }: Decided): AuditEntry {
  const { id, kind, tool_name, tool_use_id, agent_id, opened_at, input } = interaction;
  const answer = 'answer' in event ? (event.answer as Answer | undefined) : undefined;
  return {
    what: auditedActionOf(event),
    at: event.at,
    session_id: event.session_id,
    seq: event.seq,
    host: event.host,
    title,
    cwd: interaction.cwd ?? cwd,
    interaction_id: id,
    kind,
    ...(tool_name && { tool_name }),
    ...(tool_use_id && { tool_use_id }),
    ...(agent_id && { agent_id }),
    opened_at,
    waited_ms: Math.max(0, Date.parse(event.at) - Date.parse(opened_at)),
    ...(answer && decidedBy(answer, appliedBy(event, later) ?? answer.applied, interaction)),
    input,
    ...reasonOf(event, later),
  };
}

/** Why it was reopened, or why the answer did not count as given. */
function reasonOf(event: ReinsEvent, later: readonly ReinsEvent[]): { reason?: string } {
  if (event.type === 'interaction_reopened') return { reason: event.reason };
  const [next] = later;
  return next?.type === 'interaction_settled' && next.reason !== undefined ? { reason: next.reason } : {};
}

function auditedActionOf(event: ReinsEvent): AuditEntry['what'] {
  if (event.type === 'interaction_reopened') return 'reopened';
  if (event.type === 'interaction_settled') return 'superseded';
  return event.type === 'interaction_closed' ? event.state : 'answered';
}

function decidedBy(answer: Answer, applied: AuditEntry['applied'], { kind, input }: Interaction) {
  // Only the caller cares about the key of a repeated call.
  const { by, route, applied: _applied, at: _at, key: _key, ...decided } = answer;
  const hasCounted = applied === 'sent' || applied === 'confirmed';
  const ran = hasCounted ? ranInput(kind, input, decided) : undefined;
  return { by, route, applied, decided, ...(ran && { ran_input: ran }) };
}

/** Undefined if nothing more is known about the answer. */
function appliedBy(event: ReinsEvent, later: readonly ReinsEvent[]): AuditEntry['applied'] {
  // A correction contains the answer that counted.
  if (event.type === 'interaction_settled') return 'confirmed';
  let applied: AuditEntry['applied'];
  for (const { type, ...next } of later) {
    if (type === 'interaction_closed') break;
    if (type === 'interaction_reopened') return 'undelivered';
    if (type === 'interaction_settled') applied = (next as { applied: AuditEntry['applied'] }).applied;
  }
  return applied;
}

/** Undefined if nothing was allowed to run. */
function ranInput(
  kind: Interaction['kind'],
  input: Interaction['input'],
  { decision, input: edited, plan }: Readonly<Record<string, unknown>>,
): Interaction['input'] | undefined {
  if (decision !== 'allow' && decision !== 'approve') return undefined;
  if (kind === 'permission') return (edited ?? input) as Interaction['input'];
  return kind === 'plan' ? { ...input, ...(plan !== undefined && { plan }) } : undefined;
}
