/** The answer that is being written, joined from its pieces until its own event arrives. */
import type { ReinsEvent } from '../protocol/events.ts';
import type { TextDelta } from '../protocol/live.ts';
import type { SessionView } from '../protocol/session.ts';

type Shown = Pick<SessionView, 'streaming_text' | 'streaming_item'>;

export class StreamingText {
  /** By item, oldest first; thoughts are not shown. */
  readonly #texts = new Map<string, string>();

  constructor({ streaming_item: item, streaming_text: text }: Shown = {}) {
    if (item !== undefined && text !== undefined) this.#texts.set(item, text);
  }

  /** Returns whether the piece is visible. */
  add({ type, item, offset, text }: TextDelta): boolean {
    const known = this.#texts.get(item) ?? '';
    if (type !== 'text_delta' || (offset !== 0 && offset !== known.length)) return false;
    this.#texts.set(item, offset === 0 ? text : known + text);
    return true;
  }

  /** An item's own event replaces it; the end of its turn discards everything that never became an item. */
  settle({ type, item, agent_id }: ReinsEvent): void {
    if (item !== undefined) this.#texts.delete(item);
    const isOver = type === 'turn_finished' || type === 'turn_reported' || type === 'run_ended';
    if (isOver && agent_id === undefined) this.#texts.clear();
  }

  clear(): void {
    this.#texts.clear();
  }

  /** The newest. */
  get shown(): Shown {
    const newest = [...this.#texts].at(-1);
    return newest ? { streaming_item: newest[0], streaming_text: newest[1] } : {};
  }
}
