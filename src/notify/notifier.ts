/**
 * Fetches people: listens to what happens and tells each device and each way of the settings what they want to hear. Everything
 * goes out beside the hub's own work; nothing here can hold it up or make it fail.
 */
import { randomUUID } from 'node:crypto';
import { DEFAULT_KINDS, isWanted, noticeOf } from '../core/notices.ts';
import type { ReinsEvent } from '../protocol/events.ts';
import type { Interaction } from '../protocol/interactions.ts';
import type { Notice, NoticeKind, Preferences } from '../protocol/notify.ts';
import { describeAsk, messageOf, SHORT, testMessage, WAITS, waitsMessage, withdrawal } from './messages.ts';
import type { Outbound } from './outbound.ts';
import type { ChannelTarget, DeviceTarget, Message, Sent } from './target.ts';

export interface NotifierOptions {
  onCommit(listener: (events: readonly { readonly event: ReinsEvent }[]) => void): () => void;
  openInteractions(): Interaction[];
  /** What the session is called, in few words. */
  titleOf(sessionId: string): string;
  devices(): DeviceTarget[];
  channels(): ChannelTarget[];
  preferences(deviceId: string): Preferences;
  /** Whether a person looks at this device now. */
  isLooking(device: DeviceTarget): boolean;
  /** The push service says that nobody is there any more. */
  forget(deviceId: string): void;
  readonly outbound: Outbound;
  readonly warn: (message: string, error: unknown) => void;
  readonly now?: () => Date;
  /** A rule may answer within this time, and what opens together is told together. */
  readonly gatherMs?: number;
}

/** What happened longer ago is read from the past, and news to nobody. */
const NEWS_MS = 2 * 60_000;
const GATHER_MS = 150;

export class Notifier {
  readonly #options: NotifierOptions;
  readonly #now: () => Date;
  readonly #stopListening: () => void;
  /** By device: the asks that it has been told of and that still wait. */
  readonly #told = new Map<string, Set<string>>();
  /** Asks that were open when this hub began: the hub before it has told of them. */
  readonly #before: ReadonlySet<string>;
  /** Asks that the ways of the settings have been told of. */
  #known: Set<string>;
  #gathering: NodeJS.Timeout | undefined;

  constructor(options: NotifierOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => new Date());
    this.#before = new Set(options.openInteractions().map(({ id }) => id));
    this.#known = new Set(this.#before);
    this.#stopListening = options.onCommit((events) => {
      for (const { event } of events) this.#onEvent(event);
    });
  }

  close(): void {
    this.#stopListening();
    clearTimeout(this.#gathering);
    this.#options.outbound.close();
  }

  /** Shows the device that its notifications arrive. Undefined when it takes none. */
  test(deviceId: string): Promise<Sent> | undefined {
    const device = this.#options.devices().find((one) => one.deviceId === deviceId);
    return device && this.#push(device, testMessage(randomUUID()), 'test', undefined, () => true);
  }

  #onEvent(event: ReinsEvent): void {
    if (event.type.startsWith('interaction_')) {
      this.#gathering ??= setTimeout(() => this.#tellWaits(), this.#options.gatherMs ?? GATHER_MS).unref();
      return;
    }
    const worth = noticeOf(event);
    if (!worth || this.#now().getTime() - Date.parse(event.at) > NEWS_MS) return;
    this.#tell(this.#notice(event, worth.kind, worth.detail));
  }

  #tell(notice: Notice): void {
    for (const device of this.#options.devices()) {
      if (!this.#isFor(device, notice)) continue;
      void this.#push(device, messageOf(notice), notice.kind, notice.session_id, () => true);
    }
    for (const channel of this.#options.channels()) this.#inform(channel, notice);
  }

  /** Compares what waits now with what each was told. */
  #tellWaits(): void {
    this.#gathering = undefined;
    try {
      const open = this.#options.openInteractions();
      for (const device of this.#options.devices()) this.#tellDevice(device, open);
      const fresh = open.filter(({ id }) => !this.#known.has(id)).map((one) => this.#noticeOfAsk(one));
      for (const channel of this.#options.channels())
        for (const notice of fresh) this.#inform(channel, notice);
      this.#known = new Set(open.map(({ id }) => id));
    } catch (error) {
      this.#options.warn('What waits could not be told to devices', error);
    }
  }

  #tellDevice(device: DeviceTarget, open: readonly Interaction[]): void {
    const told = this.#told.get(device.deviceId) ?? this.#before;
    const wanted = open.filter((one) => told.has(one.id) || this.#isFor(device, this.#noticeOfAsk(one)));
    const isNews = wanted.some(({ id }) => !told.has(id));
    const waiting = new Set(wanted.map(({ id }) => id));
    this.#told.set(device.deviceId, waiting);
    if (!isNews && [...told].every((id) => waiting.has(id))) return;
    const [first] = wanted;
    const id = randomUUID();
    const message = first
      ? waitsMessage(id, wanted, {
          titleOf: (sessionId) => this.#options.titleOf(sessionId),
          mayAnswer: device.mayAnswer,
          isNews,
        })
      : withdrawal(id, WAITS);
    // What a later message has overtaken is not tried again.
    const isNewest = () => this.#told.get(device.deviceId) === waiting;
    void this.#push(device, message, 'needs_answer', first?.session_id, isNewest);
  }

  #isFor(device: DeviceTarget, notice: Notice): boolean {
    const time = this.#now().toTimeString().slice(0, 5);
    return (
      isWanted(this.#options.preferences(device.deviceId), notice, time) && !this.#options.isLooking(device)
    );
  }

  #push(
    device: DeviceTarget,
    message: Message,
    kind: NoticeKind | 'test',
    sessionId: string | undefined,
    isWorth: () => boolean,
  ): Promise<Sent> {
    const { deviceId, name } = device;
    return this.#options.outbound.send({
      delivery: {
        id: message.id,
        target: name,
        device_id: deviceId,
        kind,
        at: this.#now().toISOString(),
        ...(sessionId !== undefined && { session_id: sessionId }),
      },
      send: () => device.send(message),
      isWorth,
      onGone: () => this.#options.forget(deviceId),
    });
  }

  #inform(channel: ChannelTarget, notice: Notice): void {
    if (!(channel.kinds?.includes(notice.kind) ?? DEFAULT_KINDS[notice.kind])) return;
    const told: Notice = channel.detail === 'full' ? notice : { ...notice, detail: SHORT[notice.kind] };
    void this.#options.outbound.send({
      delivery: {
        id: randomUUID(),
        target: channel.name,
        kind: notice.kind,
        session_id: notice.session_id,
        at: notice.at,
      },
      send: () => channel.send(told),
      isWorth: () => true,
    });
  }

  #noticeOfAsk(interaction: Interaction): Notice {
    const { id, session_id, host, opened_at } = interaction;
    const about = { session_id, host, at: opened_at };
    return { ...this.#notice(about, 'needs_answer', describeAsk(interaction)), interaction_id: id };
  }

  #notice(
    { session_id, host, at }: Pick<ReinsEvent, 'session_id' | 'host' | 'at'>,
    kind: NoticeKind,
    detail: string,
  ): Notice {
    return { id: randomUUID(), kind, session_id, host, at, title: this.#options.titleOf(session_id), detail };
  }
}
