/** Describes a request and its outcome for an export. Pure. */

import type { Answer, Interaction } from '../../protocol/interactions.ts';
import { durationOf } from '../wording/duration-of.ts';
import type { Entry } from './entry.ts';

/** A request that does not belong to any tool call of the conversation. */
export function entryOfInteraction(interaction: Interaction): Entry {
  const { kind, tool_name, opened_at, input } = interaction;
  const title = `Claude asked: ${tool_name ?? kind}`;
  return {
    kind: 'note',
    at: opened_at,
    title,
    blocks: [
      { kind: 'code', text: JSON.stringify(input, null, 2), language: 'json' },
      { kind: 'remark', text: describeInteraction(interaction) },
    ],
  };
}

/** A request in one sentence: the decision, who made it, how, and how long Claude waited. */
export function describeInteraction({ kind, state, opened_at, closed_at, answer }: Interaction): string {
  if (state === 'open') return 'Claude is waiting for an answer.';
  const waited = closed_at ? Math.max(0, Date.parse(closed_at) - Date.parse(opened_at)) : undefined;
  const after = waited === undefined ? '' : ` after ${durationOf(waited)}`;
  if (state === 'withdrawn' || !answer) return `The request (${kind}) was withdrawn${after}.`;
  return `${decisionOf(answer)} by ${deciderOf(answer)}${after}${words(answer)}${applied(answer)}.`;
}

function decisionOf(answer: Answer): string {
  const decision = answer['decision'] ?? answer['action'];
  const known: Readonly<Record<string, string>> = {
    allow: 'Allowed',
    deny: 'Denied',
    approve: 'Approved',
    reject: 'Rejected',
    accept: 'Accepted',
    decline: 'Declined',
    cancel: 'Cancelled',
  };
  return (typeof decision === 'string' && known[decision]) || 'Answered';
}

function deciderOf({ by: { type, name }, route }: Answer): string {
  if (type === 'terminal') return 'the terminal';
  const who = type === 'rule' ? `the rule "${name}"` : name ? `${name} (${type})` : type;
  return route === 'terminal' ? who : `${who}, route ${route}`;
}

/** The text that came with the answer. */
function words(answer: Answer): string {
  const said = [answer['message'], answer['feedback'], answer['reply']].find(
    (text) => typeof text === 'string' && text !== '',
  );
  const changed = answer['input'] === undefined ? '' : ', with edited input';
  return said === undefined ? changed : `${changed}: "${said}"`;
}

function applied(answer: Answer): string {
  if (answer.applied === 'lost') return '; Claude Code did not confirm it';
  return answer.applied === 'superseded' ? '; another answer came first' : '';
}
