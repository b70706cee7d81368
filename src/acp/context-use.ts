/** The context usage of the model, and the cost of the session so far. */
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { ReinsEvent } from '../protocol/events.ts';

const USUAL_WINDOW = 200_000;
const LARGE_WINDOW = 1_000_000;

export class ContextUse {
  #used: number | undefined;
  #size = USUAL_WINDOW;
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
      this.#size = windowOf(model, this.#used);
    } else if (event.type === 'cost_counted') this.#cost = event.total_usd;
    else return [];
    // Reports nothing while the context usage is unknown.
    if (this.#used === undefined) return [];
    const cost = this.#cost === undefined ? {} : { cost: { amount: this.#cost, currency: 'USD' } };
    return [{ sessionUpdate: 'usage_update', used: this.#used, size: this.#size, ...cost }];
  }
}

/**
 * No source reports the size of the window. `[1m]` in the model's name stands for the large one, and so does
 * a usage above the small one.
 */
function windowOf(model: string, used: number): number {
  return model.includes('[1m]') || used > USUAL_WINDOW ? LARGE_WINDOW : USUAL_WINDOW;
}
