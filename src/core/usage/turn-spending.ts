/** Adds up what a turn has used: tokens, and the growth of Claude Code's total cost. Pure. */
import type { ReinsEvent } from '../../protocol/events.ts';
import type { Usage } from '../../protocol/primitives.ts';
import { addUsage, emptyUsage } from './add-usage.ts';
import { roundMoney } from './money.ts';

export class TurnSpending {
  #usage = emptyUsage();
  /** The total cost at the last report. */
  #total: number;
  #cost: number | undefined;

  /** `total`: the session's cost so far. */
  constructor(total = 0) {
    this.#total = total;
  }

  /** The turn starts now. */
  restart(): void {
    this.#usage = emptyUsage();
    this.#cost = undefined;
  }

  event(event: ReinsEvent): void {
    if (event.type === 'usage_counted') this.#usage = addUsage(this.#usage, event.usage);
    if (event.type === 'cost_counted') this.#count(event.total_usd);
    if (event.type === 'turn_reported') this.#count(event.total_cost_usd);
  }

  get total(): { readonly usage: Usage; readonly turn_cost_usd?: number } {
    const usage = this.#usage;
    return this.#cost === undefined ? { usage } : { usage, turn_cost_usd: roundMoney(this.#cost) };
  }

  /** A total that starts again, as after a resume, counts in full. */
  #count(total: number): void {
    this.#cost = (this.#cost ?? 0) + (total >= this.#total ? total - this.#total : total);
    this.#total = total;
  }
}
