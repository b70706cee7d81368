/** Interactions on a separate log, without a hub around them. */
import { systemClock } from '../lib/clock.ts';
import { Interactions, type InteractionsOptions } from './interactions.ts';

export function startInteractions(
  options: Pick<InteractionsOptions, 'log' | 'reader'> & Partial<InteractionsOptions>,
): Interactions {
  return new Interactions({
    output: { info: () => {}, warn: () => {} },
    now: systemClock,
    readTranscript: async () => {},
    flag: () => [],
    isWaiting: () => true,
    isDecided: () => false,
    patience: () => 60,
    ...options,
  });
}
