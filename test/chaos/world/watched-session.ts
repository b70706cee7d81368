/** Everything that the watchers of one session have received. */
import type { ReinsEvent } from '../../../src/protocol/events.ts';
import type { WatchedEvent, WatcherKind } from '../record.ts';

export class WatchedSession {
  readonly id: string;
  readonly watched: Readonly<Record<WatcherKind, WatchedEvent[]>> = { sse: [], socket: [] };
  readonly resets: string[] = [];
  readonly #onEvent: (event: ReinsEvent) => void;

  /** `onEvent` is called once for each event, as soon as one watcher has it. */
  constructor(id: string, onEvent: (event: ReinsEvent) => void) {
    this.id = id;
    this.#onEvent = onEvent;
  }

  take(by: WatcherKind, event: ReinsEvent): void {
    const isNew = Object.values(this.watched).every((events) => (events.at(-1)?.event.seq ?? 0) < event.seq);
    this.watched[by].push({ at: Date.now(), event });
    if (isNew) this.#onEvent(event);
  }

  reset(by: WatcherKind): void {
    this.resets.push(`${by} got a reset after seq ${this.watched[by].at(-1)?.event.seq ?? 0}`);
  }
}
