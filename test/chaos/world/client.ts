/** A client of the hub: sends prompts and answers requests, and repeats each call until it gets a response. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Interaction } from '../../../src/protocol/interactions.ts';
import { interactionMark } from '../marks.ts';
import type { ClientName } from '../plan/clients.ts';
import type { PlannedInteraction, PlannedPrompt } from '../plan/plan.ts';
import type { CallRecord } from '../record.ts';
import { answerBody, plainBody } from './answer-body.ts';
import { callHub, describeFailure, type Target } from './http.ts';

const RETRY_MS = 200;
/** How often a planned decision is rejected for lack of a route before a simpler one replaces it. */
const NO_ROUTE_LIMIT = 20;

export interface ClientOptions {
  readonly name: ClientName;
  readonly target: () => Target;
  readonly record: (call: CallRecord) => void;
  /** Ends all attempts. */
  readonly signal: AbortSignal;
}

type Outcome = Pick<CallRecord, 'status' | 'response' | 'error'>;
type Order = Pick<CallRecord, 'what' | 'target' | 'sessionId' | 'body'>;

export class Client {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  get name(): ClientName {
    return this.#options.name;
  }

  /** Resolves when the hub has accepted the prompt for delivery. */
  async send(sessionId: string, { mark, messageId, when }: PlannedPrompt): Promise<void> {
    const body = { text: mark, message_id: messageId, when };
    const order: Order = { what: 'send', target: messageId, sessionId, body };
    while (!this.#options.signal.aborted) {
      const { status } = await this.#call(order, `/sessions/${sessionId}/message`);
      if (status === 200 || status === 202) return;
      // The session may have ended: it is resumed some time later.
      await delay(RETRY_MS);
    }
  }

  /** Resolves when the hub has accepted this answer or has reported that the request is closed. `round` counts reopenings. */
  async answer(
    interaction: Interaction,
    planned: PlannedInteraction | undefined,
    round: number,
  ): Promise<void> {
    const { name, signal } = this.#options;
    const plan = planned?.answers[name];
    await delay(plan?.delayMs ?? 0);
    let refusals = 0;
    while (!signal.aborted) {
      const isPlain = !plan || refusals >= NO_ROUTE_LIMIT;
      const body = isPlain ? plainBody(interaction) : answerBody(interaction, name, plan.decision);
      const key = `${name} ${interaction.id} ${round} ${isPlain ? 'plain' : 'planned'}`;
      const order: Order = {
        what: 'answer',
        target: interaction.id,
        sessionId: interaction.session_id,
        body,
      };
      const { status, response } = await this.#call(order, `/interactions/${interaction.id}/answer`, {
        'idempotency-key': key,
      });
      if (status === 200 || status === 400 || status === 404) return;
      if (status === 409 && response?.error?.code === 'interaction_closed') return;
      if (status === 409) refusals += 1;
      await delay(RETRY_MS);
    }
  }

  async #call(order: Order, path: string, headers?: Record<string, string>): Promise<Outcome> {
    const { name, target, record } = this.#options;
    const at = Date.now();
    const outcome = await callHub(target(), 'POST', path, order.body, headers).then(
      ({ status, body }): Outcome => ({ status, response: body }),
      (error: unknown): Outcome => ({ error: describeFailure(error) }),
    );
    record({ client: name, ...order, at, endedAt: Date.now(), ...outcome });
    return outcome;
  }
}

export function plannedInteractionOf(
  asks: ReadonlyMap<string, PlannedInteraction>,
  { input }: Interaction,
): PlannedInteraction | undefined {
  return asks.get(interactionMark(input) ?? '');
}
