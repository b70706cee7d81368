/** Invariants of any log: everything can be read, and the state is what the events reduce to. */
import { groupTurns } from '../../../src/core/group-turns.ts';
import { presentDetails } from '../../../src/core/present-session.ts';
import type { ReinsEvent } from '../../../src/protocol/events.ts';
import type { OpenedLog } from '../../../src/store/open-log.ts';
import { rebuild } from '../../store/rebuild.ts';

/** Throws on a violation. Returns the session's events. */
export function checkSession(
  { reader }: Pick<OpenedLog, 'reader'>,
  sessionId: string,
  host: string,
): ReinsEvent[] {
  const events = reader
    .events({ after: 0, limit: 100_000, sessionId })
    .map(({ json }) => JSON.parse(json) as ReinsEvent);
  for (const [index, { seq }] of events.entries())
    if (seq !== index + 1) throw new Error(`event ${index + 1} has the seq ${seq}`);
  const state = reader.session(sessionId);
  if (!state) return events;
  requireSame('state', state, JSON.parse(JSON.stringify(state)));
  const rebuilt = rebuild(sessionId, host, events);
  requireSame('rebuilt state', state, JSON.parse(JSON.stringify(rebuilt.state)));
  JSON.stringify(presentDetails(state));
  for (const agentId of ['', ...Object.keys(state.agents)]) {
    const { items } = reader.items({ sessionId, agentId, limit: 10_000, maxBytes: 1e9 });
    JSON.stringify(groupTurns(items));
  }
  return events;
}

function requireSame(what: string, one: unknown, other: unknown): void {
  const [left, right] = [sorted(one), sorted(other)];
  if (left === right) return;
  let at = 0;
  while (left[at] === right[at]) at++;
  throw new Error(
    `${what} differs: ${left.slice(Math.max(0, at - 80), at + 80)} but ${right.slice(Math.max(0, at - 80), at + 80)}`,
  );
}

/** As JSON, with fields in one order. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, one) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}
