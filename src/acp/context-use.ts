/** The context usage of the model, and the cost of the session so far. */
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import { contextWindow } from '../core/conversation/context-window.ts';
import type { ReinsEvent } from '../protocol/events.ts';

export class ContextUse {
  #used: number | undefined;
  #size = 0;
  #cost: number | undefined;

  constructor(costUsd?: number) {
    this.#cost = costUsd;
  }

  event(event: ReinsEvent): SessionUpdate[] {
    if (event.agent_id !== undefined) return [];
    if (event.type === 'usage_counted') {
      const { usage, model } = event;
      this.#used =
        usage.input_tokens +
        usage.cache_read_input_tokens +
        usage.cache_creation_input_tokens +
        usage.output_tokens;
      this.#size = contextWindow(model, this.#used);
    } else if (event.type === 'cost_counted') this.#cost = event.total_usd;
    else return [];
    // Reports nothing while the context usage is unknown.
    if (this.#used === undefined) return [];
    const cost = this.#cost === undefined ? {} : { cost: { amount: this.#cost, currency: 'USD' } };
    return [{ sessionUpdate: 'usage_update', used: this.#used, size: this.#size, ...cost }];
  }
}
