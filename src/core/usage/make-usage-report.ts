/** Turns stored token sums into a report: grouped, priced, sorted. Pure. */

import type { TokenSums, UsageGroup, UsageReport, UsageRow } from '../../protocol/usage.ts';
import { costOf } from './cost-of.ts';
import { PRICES_OF } from './model-prices.ts';
import { roundMoney } from './money.ts';
import { NO_TOKENS } from './usage-rows.ts';

/** Tokens that share all of these. */
export interface UsageSum {
  /** The day, folder, model, session or tools, separated by commas. */
  readonly key: string;
  readonly model: string;
  readonly isAgent: boolean;
  /** The messages had long prompts, which cost more with some models. */
  readonly isLong: boolean;
  readonly tokens: TokenSums;
}

export interface ReportOptions {
  readonly group: UsageGroup;
  /** The time zone of the days. */
  readonly timeZone: string;
  readonly isComplete: boolean;
  /** The maximum number of rows, except for days. */
  readonly limit: number;
}

export function makeUsageReport(
  sums: readonly UsageSum[],
  { group, timeZone, isComplete, limit }: ReportOptions,
): UsageReport {
  const rows = new Map<string, Row>();
  const total = new Row();
  for (const sum of sums) {
    total.add(sum, 1);
    for (const { key, share } of sharesOf(sum, group)) {
      let row = rows.get(key);
      if (!row) {
        row = new Row();
        rows.set(key, row);
      }
      row.add(sum, share);
    }
  }
  const items = [...rows].map(([key, row]): UsageRow => ({ key, ...row.present() }));
  const shown = group === 'day' ? items.sort(byKey) : items.sort(byWeight).slice(0, limit);
  return {
    group,
    tz: timeZone,
    items: shown,
    left_out: items.length - shown.length,
    total: total.present(),
    prices_of: PRICES_OF,
    is_complete: isComplete,
  };
}

/** The cost of a message that called several tools is split evenly among them. */
function sharesOf({ key }: UsageSum, group: UsageGroup): { key: string; share: number }[] {
  if (group !== 'tool') return [{ key, share: 1 }];
  const tools = key.split(',');
  return tools.map((tool) => ({ key: tool, share: 1 / tools.length }));
}

const NAMES = [
  'input_tokens',
  'output_tokens',
  'cache_read_tokens',
  'cache_write_5m_tokens',
  'cache_write_1h_tokens',
  'web_searches',
] as const;

class Row {
  readonly #tokens: TokenSums = { ...NO_TOKENS };
  readonly #unknown = new Set<string>();
  #cost = 0;
  #agentsCost = 0;
  #isPriced = false;

  add({ model, isAgent, isLong, tokens }: UsageSum, share: number): void {
    this.#tokens.messages += tokens.messages;
    for (const name of NAMES) this.#tokens[name] += tokens[name] * share;
    const cost = costOf(model, tokens, isLong);
    if (cost === undefined) {
      this.#unknown.add(model);
      return;
    }
    this.#isPriced = true;
    this.#cost += cost * share;
    if (isAgent) this.#agentsCost += cost * share;
  }

  present(): Omit<UsageRow, 'key'> {
    const tokens = { ...this.#tokens };
    for (const name of NAMES) tokens[name] = Math.round(tokens[name]);
    return {
      ...tokens,
      ...(this.#isPriced && { cost_usd: roundMoney(this.#cost) }),
      ...(this.#agentsCost > 0 && { agents_cost_usd: roundMoney(this.#agentsCost) }),
      unknown_models: [...this.#unknown].sort(),
    };
  }
}

export function byKey(a: UsageRow, b: UsageRow): number {
  return a.key < b.key ? -1 : 1;
}

export function byWeight(a: UsageRow, b: UsageRow): number {
  return (b.cost_usd ?? -1) - (a.cost_usd ?? -1) || b.output_tokens - a.output_tokens || byKey(a, b);
}
