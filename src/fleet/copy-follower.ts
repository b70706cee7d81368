/**
 * Keeps copies of the other hosts' logs: reads pages from the stream as they come, and asks the owner for what is
 * missing in between. A page counts only if it continues the copy, so lost, late and duplicate pages do no harm.
 */
import { type ConsumerMessages, DeliverPolicy, type JsMsg } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { HubLog } from '../lib/hub-log.ts';
import { ReinsError } from '../protocol/errors.ts';
import { jetstreamOf } from './jetstream-of.ts';
import { type LogPage, parsePage } from './log-page.ts';
import { SavedSoon } from './saved-soon.ts';
import { StreamReader } from './stream-reader.ts';
import { callerOf, EVENT_STREAM } from './subjects.ts';

const RETRY_MS = 1000;

/** Where a copy ends. */
export interface Place {
  readonly epoch: string;
  readonly position: number;
}

/** The copies, by host id. */
export interface Copies {
  place(host: string): Place | undefined;
  /** Appends a page that continues the copy, with its new end, in one transaction. */
  append(host: string, page: LogPage): void;
  /** Removes the copy and starts one of another log. */
  restart(host: string, epoch: string): void;
  streamPlace(): StreamPlace | undefined;
  saveStreamPlace(place: StreamPlace): void;
}

/** How far the stream was read, and which stream that was. */
interface StreamPlace {
  readonly stream: string;
  readonly seq: number;
}

export interface CopyFollowerOptions {
  readonly nats: NatsConnection;
  /** This host: its own events are not copied. */
  readonly host: string;
  readonly copies: Copies;
  /** Asks the owner for the page after a place; the epoch shows what to expect. Throws `host_offline`. */
  readonly fetchPage: (host: string, after: Place) => Promise<LogPage>;
  readonly output: HubLog;
}

interface CatchUp {
  /** The newest position that is known to exist. */
  target: number;
}

export class CopyFollower {
  readonly #options: CopyFollowerOptions;
  /** Hosts whose copies are being completed by their owners; pages of the stream do not count meanwhile. */
  readonly #catchingUp = new Map<string, CatchUp>();
  readonly #reader: StreamReader;
  readonly #streamPlace: SavedSoon<StreamPlace>;
  /** The stream that is being read: another one after NATS lost it. */
  #stream = '';
  #isClosed = false;

  constructor(options: CopyFollowerOptions) {
    this.#options = options;
    const { copies, output } = options;
    this.#streamPlace = new SavedSoon(
      (place) => copies.saveStreamPlace(place),
      (error) => output.warn('Failed to save how far the events of the fleet were read', error),
    );
    this.#reader = new StreamReader({
      ...{ what: 'events', retryMs: RETRY_MS, output },
      open: () => this.#open(),
      take: (message) => {
        this.#take(message);
        this.#streamPlace.set({ stream: this.#stream, seq: message.seq });
      },
    });
  }

  /** The host reports how far its log goes: missing events are fetched. Safe to call often. */
  compare(host: string, { epoch, position }: Place): void {
    if (host === this.#options.host) return;
    const place = this.#options.copies.place(host);
    if (place?.epoch !== epoch || place.position < position) this.#catchUp(host, position);
  }

  /** Reads the stream again from where it stopped: after a reconnection it may be another one. */
  restart(): void {
    this.#reader.restart();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#reader.close();
    this.#streamPlace.flush();
  }

  async #open(): Promise<ConsumerMessages> {
    const { nats, copies } = this.#options;
    this.#streamPlace.flush();
    const client = jetstreamOf(nats);
    const { created, state } = await (await client.jetstreamManager()).streams.info(EVENT_STREAM);
    const known = copies.streamPlace();
    const isSame = known?.stream === created && known.seq <= state.last_seq;
    const consumer = await client.consumers.get(EVENT_STREAM, {
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: isSame ? known.seq + 1 : Math.max(1, state.first_seq),
    });
    this.#stream = created;
    return consumer.consume();
  }

  #take(message: JsMsg): void {
    const host = callerOf(message.subject);
    if (host === this.#options.host) return;
    const page = parsePage(message.string());
    if (!page) {
      this.#options.output.warn(`Ignored a message from host ${host} that this version cannot read`);
      return;
    }
    const { copies } = this.#options;
    const place = copies.place(host);
    const isKnown = place?.epoch === page.epoch && place.position >= page.up_to;
    if (isKnown) return;
    const follows = place?.epoch === page.epoch && place.position >= page.after && !page.is_omitted;
    if (follows && !this.#catchingUp.has(host)) this.#append(host, page);
    else this.#catchUp(host, page.up_to);
  }

  #append(host: string, page: LogPage): void {
    try {
      this.#options.copies.append(host, page);
    } catch (error) {
      this.#options.output.warn(`Failed to store events from host ${host}; asking for them again`, error);
      this.#catchUp(host, page.up_to);
    }
  }

  #catchUp(host: string, target: number): void {
    const running = this.#catchingUp.get(host);
    if (running) {
      running.target = Math.max(running.target, target);
      return;
    }
    const catchUp = { target };
    this.#catchingUp.set(host, catchUp);
    void this.#fetchAll(host, catchUp)
      .catch((error) => {
        // The next heartbeat of a host that is back starts this again.
        if (error instanceof ReinsError && error.code === 'host_offline') return;
        this.#options.output.warn(`Failed to fetch events from host ${host}`, error);
      })
      .finally(() => this.#end(host, catchUp));
  }

  #end(host: string, catchUp: CatchUp): void {
    if (this.#catchingUp.get(host) === catchUp) this.#catchingUp.delete(host);
  }

  async #fetchAll(host: string, catchUp: CatchUp): Promise<void> {
    const { copies, fetchPage } = this.#options;
    while (!this.#isClosed) {
      const place = copies.place(host) ?? { epoch: '', position: 0 };
      const page = await fetchPage(host, place);
      if (this.#isClosed) return;
      if (page.epoch !== place.epoch) {
        copies.restart(host, page.epoch);
        catchUp.target = 0;
        continue;
      }
      if (page.up_to > place.position) copies.append(host, page);
      else if (place.position >= catchUp.target) return this.#end(host, catchUp);
      else catchUp.target = place.position;
    }
  }
}
