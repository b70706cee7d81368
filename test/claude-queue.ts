/** Claude Code's own queue: prompts that it has read while a turn runs, as its transcript records them. */
import { waitUntil } from '../stage/patience.ts';
import type { Stage } from '../stage/stage.ts';

/** Waits until Claude Code has queued a prompt that contains this text. */
export function isEnqueued(stage: Stage, sessionId: string, words: string): Promise<unknown> {
  const queued = () =>
    stage
      .transcript(sessionId)
      .filter(({ type, operation }) => type === 'queue-operation' && operation === 'enqueue')
      .map(({ content }) => String(content));
  return waitUntil(
    `Claude Code to queue "${words}"`,
    () => queued().some((content) => content.includes(words)),
    { explain: () => `queued: ${JSON.stringify(queued())}` },
  );
}
