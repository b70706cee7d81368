/**
 * Publishes the log of this host, page by page and in order, without waiting for NATS to acknowledge one before sending the
 * next. Each page names the one before it, so members notice what they miss; the position is kept in the hub's database, so
 * nothing is left out after a restart. Pages that NATS gets twice are dropped there by their id, or by members.
 */
import type { JetStreamClient } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { HubLog } from '../lib/hub-log.ts';
import { jetstreamOf } from './jetstream-of.ts';
import type { LogPage } from './log-page.ts';
import { SavedSoon } from './saved-soon.ts';
import { eventSubject } from './subjects.ts';

const RETRY_MS = 1000;
/** Pages that NATS has not acknowledged yet. */
const MOST_IN_FLIGHT = 16;
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

interface Place {
  readonly epoch: string;
  readonly position: number;
}

export interface PublishedPlace {
  read(): Place | undefined;
  write(place: Place): void;
}

interface SentPage {
  readonly place: Place;
  isAcknowledged: boolean;
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
  readonly #saved: SavedSoon<Place>;
  /** Everything up to here is acknowledged. */
  #place: Place;
  /** In order. */
  #sent: SentPage[] = [];
  readonly #sending = new Set<Promise<void>>();
  #failure: { readonly error: unknown } | undefined;
  #hasWarned = false;
  #isClosed = false;
  #wake: () => void = () => {};
  readonly #done: Promise<void>;

  constructor(options: EventPublisherOptions) {
    this.#options = options;
    const { nats, log, place, output } = options;
    this.#stream = jetstreamOf(nats);
    this.#saved = new SavedSoon<Place>(
      (next) => place.write(next),
      (error) => output.warn('Failed to save how far events were published to the fleet', error),
    );
    this.#place = this.#begin(place.read());
    this.#stopListening = log.onCommit(() => this.#wake());
    this.#done = this.#run();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopListening();
    this.#wake();
    await this.#done;
    this.#saved.flush();
  }

  async #run(): Promise<void> {
    const { log } = this.#options;
    let published = this.#place.position;
    let scanned = published;
    while (!this.#isClosed) {
      if (this.#failure || this.#place.epoch !== log.epoch()) {
        await this.#beginAgain();
        published = this.#place.position;
        scanned = published;
        continue;
      }
      const page = log.page(scanned);
      if (page.events.length > 0 || page.is_omitted) {
        this.#send({ ...page, after: published });
        published = page.up_to;
      }
      scanned = page.up_to;
      if (page.up_to === page.after) await this.#pause();
      else if (this.#sending.size >= MOST_IN_FLIGHT) await Promise.race(this.#sending);
    }
    await Promise.all(this.#sending);
  }

  /** Members fetch older events from this host, so a new log starts at its end. */
  #begin(known: Place | undefined): Place {
    const { log } = this.#options;
    const epoch = log.epoch();
    if (known?.epoch === epoch) return known;
    const place = { epoch, position: log.lastPosition() };
    this.#saved.set(place);
    return place;
  }

  /** After a failure, from the first page that was not acknowledged; otherwise with a new log. */
  async #beginAgain(): Promise<void> {
    await Promise.all(this.#sending);
    this.#sent = [];
    if (this.#failure && !this.#isClosed) {
      if (!this.#hasWarned)
        this.#options.output.warn('Failed to publish events to the fleet; trying again', this.#failure.error);
      this.#hasWarned = true;
      await this.#pause(RETRY_MS);
    }
    this.#failure = undefined;
    this.#place = this.#begin(this.#place);
  }

  /** Does not wait for the acknowledgement. */
  #send(page: LogPage): void {
    const { epoch, up_to: position } = page;
    const sent: SentPage = { place: { epoch, position }, isAcknowledged: false };
    this.#sent.push(sent);
    const sending = this.#publish(page).then(
      () => {
        sent.isAcknowledged = true;
        this.#hasWarned = false;
        this.#moveOn();
      },
      (error) => {
        this.#failure ??= { error };
        this.#wake();
      },
    );
    this.#sending.add(sending);
    void sending.finally(() => this.#sending.delete(sending));
  }

  #moveOn(): void {
    while (this.#sent[0]?.isAcknowledged) {
      this.#place = this.#sent[0].place;
      this.#saved.set(this.#place);
      this.#sent.shift();
    }
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
