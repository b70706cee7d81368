/** The caller who answers, and what their role lets them decide. */
import { isEqual } from '../core/same-fact.ts';
import type { Identity } from '../protocol/access.ts';
import type { Decision } from '../protocol/answers.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { Answer, Interaction } from '../protocol/interactions.ts';

export interface Answerer {
  readonly by: Answer['by'];
  /** Identifies a repeated call. */
  readonly key?: string | undefined;
  /** Throws if they may not make this decision. */
  readonly authorize: (decision: Decision, interaction: Interaction) => void;
}

/** A person at a device, or a program with a token. */
export function answererOf({
  id,
  name,
  role,
  key,
  front,
}: Identity & { readonly key?: string | undefined }): Answerer {
  return {
    by: {
      type: isDevice(id) ? 'device' : 'program',
      name,
      id,
      ...(front !== undefined && { host: front, role }),
    },
    key,
    authorize: (decision, interaction) => authorize(role, interaction, decision),
  };
}

/** A paired device, here or at another host of the fleet. Everyone else has a token. */
function isDevice(id: string): boolean {
  return /(?:^|:)device:/.test(id);
}

function authorize(role: Identity['role'], interaction: Interaction, decision: Decision): void {
  if (role !== 'operator' && role !== 'approver') {
    throw new ReinsError('forbidden', 'Answering requires the approver role.');
  }
  const reason = needsOperator(interaction, decision);
  if (role === 'approver' && reason !== undefined) {
    throw new ReinsError('forbidden', `Your approver role does not allow ${reason}. Ask an operator.`);
  }
}

type Suggestion = Readonly<Record<string, unknown>>;

/** Why an approver may not decide this: it changes the request, or future requests. Undefined if they may. */
export function needsOperator(
  { suggestions }: Pick<Interaction, 'suggestions'>,
  decision: Decision,
): string | undefined {
  switch (decision.kind) {
    case 'permission': {
      const { input, apply = [] } = decision;
      if (input) return 'editing the input of a tool call';
      if (apply.some(({ type }) => type === 'setMode')) return 'changing the permission mode';
      if (apply.some(({ destination }) => destination !== 'session')) {
        return 'applying a rule beyond the session';
      }
      return apply.every((one) => isSuggested(one, suggestions))
        ? undefined
        : 'applying a rule that Claude did not suggest';
    }
    case 'plan':
      if (decision.plan) return 'editing a plan';
      return decision.mode ? 'changing the permission mode' : undefined;
    default:
      return undefined;
  }
}

/** The duration may differ: the session is the shortest one. */
function isSuggested({ destination: _, ...wanted }: Suggestion, suggestions: readonly unknown[]): boolean {
  return suggestions.some((candidate) => {
    const { destination: _place, ...suggested } = (candidate ?? {}) as Suggestion;
    return isEqual(suggested, wanted);
  });
}
