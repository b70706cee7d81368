/** The cost of tokens by the price table. Pure. */
import type { TokenSums } from '../../protocol/usage.ts';
import { MODEL_PRICES, type ModelPrice, WEB_SEARCH_USD } from './model-prices.ts';

/** Undefined for a model without a known price. `isLong`: the messages had long prompts. */
export function costOf(model: string, sums: TokenSums, isLong: boolean): number | undefined {
  const price = priceOf(model);
  if (!price) return undefined;
  const factor = isLong ? (price.long ?? 1) : 1;
  const tokens =
    sums.input_tokens * price.input +
    sums.output_tokens * price.output +
    sums.cache_read_tokens * price.cacheRead +
    sums.cache_write_5m_tokens * price.cacheWrite5m +
    sums.cache_write_1h_tokens * price.cacheWrite1h;
  return (tokens * factor) / 1_000_000 + sums.web_searches * WEB_SEARCH_USD;
}

/** Model names may contain a release date, and some providers add prefixes or suffixes. */
export function priceOf(model: string): ModelPrice | undefined {
  const name = /claude-[a-z0-9-]+/.exec(model.toLowerCase())?.[0]?.replace(/-\d{8}(?:-v\d+)?$|-latest$/, '');
  return name === undefined ? undefined : MODEL_PRICES[name];
}
