/**
 * Model prices in dollars per million tokens: as charged by Claude Code 2.1.325, measured on the day below,
 * and Anthropic's published prices for models that it no longer runs. For a model that is missing here tokens
 * are counted but not priced. `test/history/usage.test.ts` measures some of them again.
 */

/** The date of the prices. */
export const PRICES_OF = '2026-11-16';

export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  /** Cache writes for five minutes and for one hour. */
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  /** The factor for a message with a prompt longer than 100,000 tokens. */
  readonly long?: number;
}

/** Cache writes cost 1.25 times the input price for five minutes and twice the input price for an hour. */
const price = (input: number, output: number, cacheRead: number): ModelPrice => ({
  input,
  output,
  cacheRead,
  cacheWrite5m: input * 1.25,
  cacheWrite1h: input * 2,
});

/** By model name without its release date. */
export const MODEL_PRICES: Readonly<Record<string, ModelPrice>> = {
  'claude-fable-5-1': price(10, 50, 0.25),
  'claude-mythos-5-1': price(10, 50, 0.25),
  'claude-fable-5': price(10, 50, 1),
  'claude-mythos-5': price(10, 50, 1),
  'claude-opus-5-5': price(4, 20, 0.2),
  'claude-opus-5': price(5, 25, 0.5),
  'claude-opus-4-8': price(5, 25, 0.5),
  'claude-opus-4-7': price(5, 25, 0.5),
  'claude-opus-4-6': price(5, 25, 0.5),
  'claude-opus-4-5': price(5, 25, 0.5),
  'claude-opus-4-1': price(15, 75, 1.5),
  'claude-opus-4': price(15, 75, 1.5),
  'claude-opus-4-0': price(15, 75, 1.5),
  'claude-3-opus': price(15, 75, 1.5),
  'claude-sonnet-5-5': price(2, 10, 0.1),
  'claude-sonnet-5': price(2, 10, 0.2),
  'claude-sonnet-4-6': price(3, 15, 0.3),
  'claude-sonnet-4-5': price(3, 15, 0.3),
  'claude-sonnet-4': price(3, 15, 0.3),
  'claude-sonnet-4-0': price(3, 15, 0.3),
  'claude-3-7-sonnet': price(3, 15, 0.3),
  'claude-3-5-sonnet': price(3, 15, 0.3),
  'claude-haiku-5-5': { ...price(0.1, 0.5, 0.01), long: 5 },
  'claude-haiku-4-5': price(1, 5, 0.1),
  'claude-3-5-haiku': price(0.8, 4, 0.08),
  'claude-3-haiku': { ...price(0.25, 1.25, 0.03), cacheWrite5m: 0.3, cacheWrite1h: 0.5 },
};

/** One web search, for every model. */
export const WEB_SEARCH_USD = 0.01;
