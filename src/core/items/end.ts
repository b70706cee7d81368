/** The end of a turn. Conversations show it from the turn, once it is known how long it took. */
import { durationOf } from '../../lib/duration-of.ts';
import { codeBlocks } from './blocks.ts';
import { type ItemKind, NOT_SHOWN } from './item-kind.ts';

export const END: ItemKind<'end'> = {
  ...NOT_SHOWN,
  watch: ({ at, outcome, error, duration_ms }, { before }) => {
    // The duration of a turn is often known only a moment after its end, which is not worth a second line.
    if (before?.outcome === outcome) return undefined;
    const time = timeWords(duration_ms);
    if (outcome === 'completed') return { at, label: 'done', text: time.trim(), paint: 'quiet' };
    const text = `${outcome}${time}${error ? `: ${error}` : ''}`;
    return { at, label: 'done', text, paint: outcome === 'failed' ? 'fails' : 'waits' };
  },
  export: ({ at, outcome, error = '', duration_ms }) => ({
    kind: 'note',
    at,
    title: `${outcome === 'completed' ? 'Done' : `Turn ${outcome}`}${timeWords(duration_ms)}`,
    ...(outcome === 'failed' && { isFailed: true }),
    blocks: codeBlocks(error),
  }),
  editor: () => [],
  model: () => undefined,
};

function timeWords(ms: number | undefined): string {
  return ms === undefined ? '' : ` after ${durationOf(ms)}`;
}
