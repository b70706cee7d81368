/** Answers by people and programs: who they are, and what their role lets them decide. */

import type { Identity } from '../protocol/access.ts';
import type { Decision } from '../protocol/answers.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { Interaction } from '../protocol/interactions.ts';
import type { Broker } from './broker.ts';
import { needsOperator } from './needs-operator.ts';

export class HubAnswers {
  readonly #broker: Broker;

  constructor(broker: Broker) {
    this.#broker = broker;
  }

  answer(
    interactionId: string,
    body: unknown,
    { id, name, role, key }: Identity & { readonly key?: string | undefined },
  ): Promise<Interaction> {
    return this.#broker.answer(interactionId, body, {
      by: { type: 'device', name, id },
      key,
      authorize: (decision, interaction) => authorize(role, interaction, decision),
    });
  }
}

function authorize(role: Identity['role'], interaction: Interaction, decision: Decision): void {
  if (role !== 'operator' && role !== 'approver') {
    throw new ReinsError('forbidden', 'Answering needs the role of an approver.');
  }
  const reason = needsOperator(interaction, decision);
  if (role === 'approver' && reason !== undefined) {
    throw new ReinsError('forbidden', `As an approver you answer as asked; ${reason} needs an operator.`);
  }
}
