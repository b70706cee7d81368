/** Sums of tokens. Pure. */
import type { Usage } from '../../protocol/primitives.ts';

export function emptyUsage(): Usage {
  return { input_tokens: 0, output_tokens: 0, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 };
}

export function addUsage(sum: Usage, more: Usage): Usage {
  return {
    input_tokens: sum.input_tokens + more.input_tokens,
    output_tokens: sum.output_tokens + more.output_tokens,
    cache_read_input_tokens: sum.cache_read_input_tokens + more.cache_read_input_tokens,
    cache_creation_input_tokens: sum.cache_creation_input_tokens + more.cache_creation_input_tokens,
  };
}
