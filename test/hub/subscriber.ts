/** Follows a session from its first event on and records everything. */
import { expect } from 'vitest';
import type { EventType, ReinsEvent } from '../../src/protocol/events.ts';
import type { TextDelta } from '../../src/protocol/live.ts';
import { isLogEvent, isTextDelta } from '../../src/sdk/stream-message.ts';
import { waitUntil } from '../../stage/patience.ts';
import type { StageHub } from '../stage-hub.ts';

export class Subscriber implements Disposable {
  readonly received: (ReinsEvent | TextDelta)[] = [];
  readonly #end = new AbortController();

  constructor({ client }: Pick<StageHub, 'client'>, sessionId: string) {
    void this.#listen(client, sessionId);
  }

  async #listen(client: StageHub['client'], sessionId: string): Promise<void> {
    for await (const message of client.subscribe({ sessionId, since: 0, signal: this.#end.signal })) {
      if (isLogEvent(message) || isTextDelta(message)) this.received.push(message.event);
    }
  }

  events<Type extends EventType>(type: Type): ReinsEvent<Type>[] {
    return this.received.filter((one) => one.type === type) as ReinsEvent<Type>[];
  }

  deltas(): TextDelta[] {
    return this.received.filter((one): one is TextDelta => one.type === 'text_delta');
  }

  /** The streamed text, joined. */
  written(): string {
    return this.deltas().reduce((text, { offset, text: more }) => text.slice(0, offset) + more, '');
  }

  waitForWritten(text: string) {
    return waitUntil('the text to be written so far', () => this.written() === text, {
      explain: () => JSON.stringify(this.received, null, 1),
    });
  }

  waitFor(type: EventType, count = 1) {
    return waitUntil(`${count} ${type}`, () => this.events(type).length >= count, {
      explain: () => JSON.stringify(this.received, null, 1),
    });
  }

  [Symbol.dispose](): void {
    this.#end.abort();
  }
}

/** No fact may be reported twice, whatever the source. */
export function expectNoRepeats({ received }: Subscriber): void {
  const reporting = received.filter((one) => 'seq' in one && one.item !== undefined);
  const facts = reporting.map((one) => `${one.type} ${one.item}`);
  expect(facts.filter((fact, index) => facts.indexOf(fact) !== index)).toEqual([]);
}
