/**
 * Publishes the log of this host, page by page and in order. Each page names the one before it, so members notice what
 * they miss; the position is kept in the hub's database, so nothing is left out after a restart. Duplicates are
 * dropped there by its id, or by members.
 */
import type { JetStreamClient } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { HubLog } from '../lib/hub-log.ts';
import { jetstreamOf } from './jetstream-of.ts';
import type { LogPage } from './log-page.ts';
import { eventSubject } from './subjects.ts';

const RETRY_MS = 1000;
/** NATS accepts one megabyte, headers included. */
const MAX_MESSAGE_BYTES = 900_000;

/** The part of this host's log that it shares. */
export interface SharedLog {
  /** Changes when the log, or what is shared of it, changes. */
  epoch(): string;
  lastPosition(): number;
  /** The next page; `up_to` equals `after` when there is nothing more. */
  page(after: number): LogPage;
  /** Returns an unsubscribe function. */
  onCommit(listener: () => void): () => void;
}

export interface PublishedPlace {
  read(): { readonly epoch: string; readonly position: number } | undefined;
  write(place: { readonly epoch: string; readonly position: number }): void;
}

export interface EventPublisherOptions {
  readonly nats: NatsConnection;
  readonly host: string;
  readonly log: SharedLog;
  readonly place: PublishedPlace;
  readonly output: HubLog;
}

export class EventPublisher {
  readonly #options: EventPublisherOptions;
  readonly #stream: JetStreamClient;
  readonly #stopListening: () => void;
  #isClosed = false;
  #wake: () => void = () => {};
  readonly #done: Promise<void>;

  constructor(options: EventPublisherOptions) {
    this.#options = options;
    this.#stream = jetstreamOf(options.nats);
    this.#stopListening = options.log.onCommit(() => this.#wake());
    this.#done = this.#run();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopListening();
    this.#wake();
    await this.#done;
  }

  async #run(): Promise<void> {
    const { log, output } = this.#options;
    let { epoch, published } = this.#begin();
    let scanned = published;
    let hasWarned = false;
    while (!this.#isClosed) {
      if (epoch !== log.epoch()) {
        ({ epoch, published } = this.#begin());
        scanned = published;
      }
      const page = log.page(scanned);
      try {
        if (page.events.length > 0 || page.is_omitted) {
          await this.#publish({ ...page, after: published });
          published = page.up_to;
          this.#options.place.write({ epoch, position: published });
        }
        scanned = page.up_to;
        hasWarned = false;
      } catch (error) {
        if (this.#isClosed) return;
        if (!hasWarned) output.warn('Failed to publish events to the fleet; trying again', error);
        hasWarned = true;
        await this.#pause(RETRY_MS);
        continue;
      }
      if (page.up_to === page.after) await this.#pause();
    }
  }

  /** Members fetch older events from this host, so a new log starts at its end. */
  #begin(): { epoch: string; published: number } {
    const { log, place } = this.#options;
    const epoch = log.epoch();
    const known = place.read();
    if (known?.epoch === epoch) return { epoch, published: known.position };
    const published = log.lastPosition();
    place.write({ epoch, position: published });
    return { epoch, published };
  }

  async #publish(page: LogPage): Promise<void> {
    const { host } = this.#options;
    const json = JSON.stringify(page);
    const isTooLarge = Buffer.byteLength(json) > MAX_MESSAGE_BYTES;
    const payload = isTooLarge ? JSON.stringify({ ...page, events: [], is_omitted: true }) : json;
    await this.#stream.publish(eventSubject(host), payload, {
      msgID: `${host}:${page.epoch}:${page.up_to}`,
    });
  }

  /** Until something is committed, or for the given time. */
  #pause(ms?: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
      this.#wake = () => {
        if (ms !== undefined && !this.#isClosed) return;
        clearTimeout(timer);
        resolve();
      };
      if (this.#isClosed) this.#wake();
    });
  }
}
