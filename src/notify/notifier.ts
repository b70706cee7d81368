/**
 * Fetches people: listens to what happens and tells each device and each way of the settings what they want to hear. Everything
 * goes out beside the hub's own work; nothing here can hold it up or make it fail.
 */
import { randomUUID } from 'node:crypto';
import { DEFAULT_KINDS, isNews, isWanted, noticeOf } from '../core/notices.ts';
import type { Clock } from '../lib/clock.ts';
import type { ReinsEvent } from '../protocol/events.ts';
import type { Interaction } from '../protocol/interactions.ts';
import type { Delivery, DeliveryKind, Notice, NoticeKind, Preferences } from '../protocol/notify.ts';
import { IdleWatch } from './idle-watch.ts';
import { describeAsk, inShort, messageOf, testMessage } from './messages.ts';
import type { Outbound } from './outbound.ts';
import type { ChannelTarget, DeviceTarget, Message, Sent } from './target.ts';
import { ToldBefore } from './told-before.ts';
import { WaitNotices } from './wait-notices.ts';

export interface NotifierOptions {
  onCommit(listener: (events: readonly { readonly event: ReinsEvent }[]) => void): () => void;
  openInteractions(): Interaction[];
  /** What was sent, by this hub and those before it. */
  deliveries(): Delivery[];
  /** What the session is called, in few words. */
  titleOf(sessionId: string): string;
  /** Whether the session waits for its next prompt. */
  isIdle(sessionId: string): boolean;
  devices(): DeviceTarget[];
  channels(): ChannelTarget[];
  preferences(deviceId: string): Preferences;
  /** Whether a person looks at this device now. */
  isLooking(device: DeviceTarget): boolean;
  /** The push service says that nobody is there any more. */
  forget(deviceId: string): void;
  readonly outbound: Outbound;
  readonly warn: (message: string, error: unknown) => void;
  readonly now: Clock;
  /** A rule may answer within this time, and what opens together is told together. */
  readonly gatherMs?: number;
}

const GATHER_MS = 150;
/** How often devices are looked at again that were not told of what waits: they may be out of sight by now. */
const AGAIN_MS = 15_000;
const IDLE_MS = 60_000;
/** Within this time the failures of one turn are told by those who saw them. */
const SAME_FAILURE_MS = 10_000;

export class Notifier {
  readonly #options: NotifierOptions;
  readonly #now: Clock;
  readonly #stopListening: () => void;
  readonly #waits: WaitNotices;
  readonly #idle: IdleWatch;
  readonly #again: NodeJS.Timeout;
  /** Asks that the ways of the settings have been told of. */
  #known: ReadonlySet<string>;
  /** By session: when it was told last that its login has expired. */
  readonly #logins = new Map<string, number>();
  #gathering: NodeJS.Timeout | undefined;

  constructor(options: NotifierOptions) {
    this.#options = options;
    this.#now = options.now;
    const before = new ToldBefore(options.openInteractions(), options.deliveries());
    this.#known = before.channels();
    this.#waits = new WaitNotices(
      {
        titleOf: (sessionId) => options.titleOf(sessionId),
        isLooking: (device) => options.isLooking(device),
        isFor: (device, interaction) => this.#isFor(device, this.#noticeOfAsk(interaction)),
        push: (device, message, sessionId, isWorth) => {
          const kind = message.type === 'withdraw' ? 'answered' : 'needs_answer';
          void this.#push(device, message, kind, sessionId, isWorth);
        },
      },
      before,
    );
    this.#idle = new IdleWatch({
      afterMs: IDLE_MS,
      isIdle: (sessionId) => this.#isIdle(sessionId),
      onIdle: (event) => this.#tell(event, 'idle', 'Claude is waiting for you'),
    });
    this.#stopListening = options.onCommit((events) => {
      for (const { event } of events) this.#onEvent(event);
    });
    this.#again = setInterval(() => this.#tellWaits(), AGAIN_MS).unref();
  }

  close(): void {
    this.#stopListening();
    this.#idle.close();
    clearInterval(this.#again);
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
      if (event.type === 'interaction_closed') this.#waits.noteClosing(event);
      this.#gathering ??= setTimeout(() => this.#tellWaits(), this.#options.gatherMs ?? GATHER_MS).unref();
      return;
    }
    if (!isNews(event, this.#now())) return;
    if (event.type === 'turn_finished' && event.agent_id === undefined)
      this.#idle.beginAnew(event.session_id);
    const worth = noticeOf(event);
    if (!worth || this.#isToldAsLogin(event, worth.kind)) return;
    if (worth.kind === 'idle') this.#idle.said(event);
    else this.#tell(event, worth.kind, worth.detail);
    if (worth.kind === 'finished') this.#idle.turnEnded(event);
  }

  /** A login that has expired fails the request and the turn: it is told once. */
  #isToldAsLogin({ session_id, at }: ReinsEvent, kind: NoticeKind): boolean {
    if (kind !== 'login_expired' && kind !== 'failed') return false;
    const now = Date.parse(at);
    const isTold = Math.abs(now - (this.#logins.get(session_id) ?? 0)) < SAME_FAILURE_MS;
    if (kind === 'login_expired' && !isTold) this.#logins.set(session_id, now);
    return isTold;
  }

  /** Asked by a timer, where nobody catches what is thrown. */
  #isIdle(sessionId: string): boolean {
    try {
      return this.#options.isIdle(sessionId);
    } catch (error) {
      this.#options.warn('Whether a session waits for its next prompt could not be read', error);
      return false;
    }
  }

  #tell(event: ReinsEvent, kind: NoticeKind, detail: string): void {
    try {
      const notice = this.#notice(event, kind, detail);
      for (const device of this.#options.devices()) {
        if (!this.#isFor(device, notice)) continue;
        void this.#push(device, messageOf(notice), kind, notice.session_id, () => true);
      }
      for (const channel of this.#options.channels()) this.#inform(channel, notice);
    } catch (error) {
      this.#options.warn('What happened could not be told to devices', error);
    }
  }

  /** Compares what waits now with what each was told. */
  #tellWaits(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    try {
      const open = this.#options.openInteractions();
      this.#waits.tell(this.#options.devices(), open);
      const fresh = open.filter(({ id }) => !this.#known.has(id)).map((one) => this.#noticeOfAsk(one));
      for (const channel of this.#options.channels())
        for (const notice of fresh) this.#inform(channel, notice);
      this.#known = new Set(open.map(({ id }) => id));
    } catch (error) {
      this.#options.warn('What waits could not be told to devices', error);
    }
  }

  #isFor(device: DeviceTarget, notice: Notice): boolean {
    const time = new Date(this.#now()).toTimeString().slice(0, 5);
    return (
      isWanted(this.#options.preferences(device.deviceId), notice, time) && !this.#options.isLooking(device)
    );
  }

  #push(
    device: DeviceTarget,
    message: Message,
    kind: DeliveryKind,
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
        at: new Date(this.#now()).toISOString(),
        ...(sessionId !== undefined && { session_id: sessionId }),
      },
      send: () => device.send(message),
      isWorth,
      onGone: () => this.#options.forget(deviceId),
    });
  }

  #inform(channel: ChannelTarget, notice: Notice): void {
    if (!(channel.kinds?.includes(notice.kind) ?? DEFAULT_KINDS[notice.kind])) return;
    const told = channel.detail === 'full' ? notice : inShort(notice);
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
