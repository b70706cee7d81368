/**
 * Notifies people: follows events and sends each device and each channel the kinds of notices it chose. Sending runs in the
 * background and can neither delay nor break the hub's own work.
 */
import { randomUUID } from 'node:crypto';
import { DEFAULT_KINDS, isNews, isWanted, noticeOf } from '../core/notices.ts';
import type { Clock } from '../lib/clock.ts';
import type { ReinsEvent } from '../protocol/events.ts';
import type { Interaction } from '../protocol/interactions.ts';
import type { Delivery, DeliveryKind, Notice, NoticeKind, Preferences } from '../protocol/notify.ts';
import { IdleWatch } from './idle-watch.ts';
import { describeRequest, inShort, messageOf, testMessage } from './messages.ts';
import type { Outbound } from './outbound.ts';
import { SentBefore } from './sent-before.ts';
import type { ChannelTarget, DeviceTarget, Message, Sent } from './target.ts';
import { WaitNotices } from './wait-notices.ts';

export interface NotifierOptions {
  onCommit(listener: (events: readonly { readonly event: ReinsEvent }[]) => void): () => void;
  openInteractions(): Interaction[];
  /** The same of other hosts of the fleet: devices receive their notices, channels do not, because those hosts have their own. */
  readonly elsewhere?: Pick<NotifierOptions, 'onCommit' | 'openInteractions'> | undefined;
  /** Deliveries of this hub and earlier ones. */
  deliveries(): Delivery[];
  /** The session's short title. */
  titleOf(sessionId: string): string;
  /** Whether the session is waiting for its next prompt. */
  isIdle(sessionId: string): boolean;
  devices(): DeviceTarget[];
  channels(): ChannelTarget[];
  preferences(deviceId: string): Preferences;
  /** Whether this device is in the foreground. */
  isLooking(device: DeviceTarget): boolean;
  /** Called if the push service reports that the subscription has ended. */
  forget(deviceId: string): void;
  readonly outbound: Outbound;
  readonly warn: (message: string, error: unknown) => void;
  readonly now: Clock;
  /** A rule may answer within this time, and requests that open together share one notification. */
  readonly gatherMs?: number;
}

const GATHER_MS = 150;
/** How often skipped devices are checked again: they may have left the foreground. */
const AGAIN_MS = 15_000;
const IDLE_MS = 60_000;
/** Several sources may report the same failure of a turn within this time. */
const SAME_FAILURE_MS = 10_000;

export class Notifier {
  readonly #options: NotifierOptions;
  readonly #now: Clock;
  readonly #stopListening: () => void;
  readonly #waits: WaitNotices;
  readonly #idle: IdleWatch;
  readonly #again: NodeJS.Timeout;
  /** Requests that the channels have been notified of. */
  #known: ReadonlySet<string>;
  /** By session: when its expired login was last reported. */
  readonly #logins = new Map<string, number>();
  #gathering: NodeJS.Timeout | undefined;

  constructor(options: NotifierOptions) {
    this.#options = options;
    this.#now = options.now;
    const { elsewhere } = options;
    const pending = [...options.openInteractions(), ...(elsewhere?.openInteractions() ?? [])];
    const before = new SentBefore(pending, options.deliveries());
    this.#known = before.channels();
    this.#waits = new WaitNotices(
      {
        titleOf: (sessionId) => options.titleOf(sessionId),
        isLooking: (device) => options.isLooking(device),
        isFor: (device, interaction) => this.#isFor(device, this.#noticeOfRequest(interaction)),
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
      onIdle: (event, isOwn) => this.#announce(event, 'idle', 'Claude is waiting for you', isOwn),
    });
    const stopListening = options.onCommit((events) => {
      for (const { event } of events) this.#onEvent(event, true);
    });
    const stopElsewhere = elsewhere?.onCommit((events) => {
      for (const { event } of events) this.#onEvent(event, false);
    });
    this.#stopListening = () => {
      stopListening();
      stopElsewhere?.();
    };
    this.#again = setInterval(() => this.#announceRequests(), AGAIN_MS).unref();
  }

  close(): void {
    this.#stopListening();
    this.#idle.close();
    clearInterval(this.#again);
    clearTimeout(this.#gathering);
    this.#options.outbound.close();
  }

  /** Sends the device a test notification. Undefined if it has no subscription. */
  test(deviceId: string): Promise<Sent> | undefined {
    const device = this.#options.devices().find((one) => one.deviceId === deviceId);
    return device && this.#push(device, testMessage(randomUUID()), 'test', undefined, () => true);
  }

  #onEvent(event: ReinsEvent, isOwn: boolean): void {
    if (event.type.startsWith('interaction_')) {
      if (event.type === 'interaction_closed') this.#waits.noteClosing(event);
      this.#gathering ??= setTimeout(
        () => this.#announceRequests(),
        this.#options.gatherMs ?? GATHER_MS,
      ).unref();
      return;
    }
    if (!isNews(event, this.#now())) return;
    if (event.type === 'turn_finished' && event.agent_id === undefined) this.#idle.restart(event.session_id);
    const worth = noticeOf(event);
    if (!worth || this.#isKnownLogin(event, worth.kind)) return;
    if (worth.kind === 'idle') this.#idle.onReported(event, isOwn);
    else this.#announce(event, worth.kind, worth.detail, isOwn);
    if (worth.kind === 'finished') this.#idle.turnEnded(event, isOwn);
  }

  /** An expired login fails both the request and the turn: report it once. */
  #isKnownLogin({ session_id, at }: ReinsEvent, kind: NoticeKind): boolean {
    if (kind !== 'login_expired' && kind !== 'failed') return false;
    const now = Date.parse(at);
    const isKnown = Math.abs(now - (this.#logins.get(session_id) ?? 0)) < SAME_FAILURE_MS;
    if (kind === 'login_expired' && !isKnown) this.#logins.set(session_id, now);
    return isKnown;
  }

  /** Called by a timer, where nothing catches errors. */
  #isIdle(sessionId: string): boolean {
    try {
      return this.#options.isIdle(sessionId);
    } catch (error) {
      this.#options.warn('Failed to check whether a session is waiting for its next prompt', error);
      return false;
    }
  }

  #announce(event: ReinsEvent, kind: NoticeKind, detail: string, isOwn: boolean): void {
    try {
      const notice = this.#notice(event, kind, detail);
      for (const device of this.#options.devices()) {
        if (!this.#isFor(device, notice)) continue;
        void this.#push(device, messageOf(notice), kind, notice.session_id, () => true);
      }
      if (isOwn) for (const channel of this.#options.channels()) this.#inform(channel, notice);
    } catch (error) {
      this.#options.warn('Failed to notify devices', error);
    }
  }

  /** Compares the pending requests with what each device and channel has been sent. */
  #announceRequests(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    try {
      const open = this.#options.openInteractions();
      const elsewhere = this.#options.elsewhere?.openInteractions() ?? [];
      this.#waits.update(this.#options.devices(), [...open, ...elsewhere]);
      const fresh = open.filter(({ id }) => !this.#known.has(id)).map((one) => this.#noticeOfRequest(one));
      for (const channel of this.#options.channels())
        for (const notice of fresh) this.#inform(channel, notice);
      this.#known = new Set(open.map(({ id }) => id));
    } catch (error) {
      this.#options.warn('Failed to notify devices of pending requests', error);
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
    const content = channel.detail === 'full' ? notice : inShort(notice);
    void this.#options.outbound.send({
      delivery: {
        id: randomUUID(),
        target: channel.name,
        kind: notice.kind,
        session_id: notice.session_id,
        at: notice.at,
      },
      send: () => channel.send(content),
      isWorth: () => true,
    });
  }

  #noticeOfRequest(interaction: Interaction): Notice {
    const { id, session_id, host, opened_at } = interaction;
    const about = { session_id, host, at: opened_at };
    return { ...this.#notice(about, 'needs_answer', describeRequest(interaction)), interaction_id: id };
  }

  #notice(
    { session_id, host, at }: Pick<ReinsEvent, 'session_id' | 'host' | 'at'>,
    kind: NoticeKind,
    detail: string,
  ): Notice {
    return { id: randomUUID(), kind, session_id, host, at, title: this.#options.titleOf(session_id), detail };
  }
}
