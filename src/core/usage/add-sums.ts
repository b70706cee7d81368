/** Adds up usage: of the days of a month, or of several hosts. Pure. */
import type { UsageReport } from '../../protocol/usage.ts';
import { roundMoney } from './money.ts';

type Sums = UsageReport['total'];

export function addSums(a: Sums, b: Sums): Sums {
  const cost = added(a.cost_usd, b.cost_usd);
  const agents = added(a.agents_cost_usd, b.agents_cost_usd);
  return {
    messages: a.messages + b.messages,
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    cache_read_tokens: a.cache_read_tokens + b.cache_read_tokens,
    cache_write_5m_tokens: a.cache_write_5m_tokens + b.cache_write_5m_tokens,
    cache_write_1h_tokens: a.cache_write_1h_tokens + b.cache_write_1h_tokens,
    web_searches: a.web_searches + b.web_searches,
    ...(cost !== undefined && { cost_usd: cost }),
    ...(agents !== undefined && { agents_cost_usd: agents }),
    unknown_models: [...new Set([...a.unknown_models, ...b.unknown_models])].sort(),
  };
}

function added(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return roundMoney(a + b);
}
