/** Every call that ran was allowed by a person, once, in the events and in the audit log. */
import { rebuild } from '../../store/rebuild.ts';
import { CLIENTS } from '../plan/clients.ts';
import type { RunRecord, SessionRecord, Violation } from '../record.ts';
import { type Call, callsOf, effectOf } from './effect.ts';
import { callOf, describe } from './judge-interactions.ts';

export function judgeCalls(record: RunRecord): Violation[] {
  return record.sessions.flatMap((session) =>
    callsOf(session).flatMap((call) => judgeCall(record, session, call)),
  );
}

function judgeCall(record: RunRecord, session: SessionRecord, call: Call): Violation[] {
  const effect = effectOf(session, call);
  if (effect.ran === undefined) return [];
  const { interactions } = rebuild(session.plan.id, session.view.host, session.events);
  const calls = callsOf(session);
  const asks = [...interactions.values()].filter((interaction) => callOf(calls, interaction)?.id === call.id);
  const about = asks.at(-1)?.id;
  const violation = (rule: string, message: string): Violation => ({
    rule,
    message: `${call.line}: ${message}`,
    sessionId: session.plan.id,
    ...(about && { about }),
  });
  const found: Violation[] = [];
  if (effect.times > 1) found.push(violation('ran-twice', `ran ${effect.times} times`));
  const allowed = asks.find(
    ({ answer }) => answer?.['decision'] === 'allow' && CLIENTS.some((name) => name === answer.by.name),
  );
  if (!allowed) {
    const answers =
      asks.map(({ state, answer }) => `${state} by ${answer?.by.name ?? 'nobody'}`).join(', ') ||
      'no request';
    return [
      ...found,
      violation('ran-without-winner', `${describe(effect)}, but no client allowed it (${answers})`),
    ];
  }
  const entry = record.audit.find(
    ({ interaction_id, what, by }) =>
      interaction_id === allowed.id && what === 'answered' && by?.name === allowed.answer?.by.name,
  );
  // After a lost answer, it is unknown whether the call ran.
  if (!entry?.ran_input && entry?.applied !== 'lost')
    found.push(violation('not-in-audit', 'ran, but is missing from the audit log'));
  return found;
}
