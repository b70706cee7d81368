/**
 * Notifies people: follows events and sends each device and each channel the kinds of notices it chose. Sending runs in the
 * background and can neither delay nor break the hub's own work.
 */
import { randomUUID } from 'node:crypto';
import { isNews, isWanted, noticeOf } from '../core/notices.ts';
import type { Clock } from '../lib/clock.ts';
import type { ReinsEvent } from '../protocol/events.ts';
import type { Interaction } from '../protocol/interactions.ts';
import type {
  ChannelKind,
  Delivery,
  DeliveryKind,
  Notice,
  NoticeKind,
  Preferences,
} from '../protocol/notify.ts';
import { ChannelNotices, type KeptNotice } from './channel-notices.ts';
import { IdleWatch } from './idle-watch.ts';
import { describeRequest, messageOf, type SessionNotice, testMessage } from './messages.ts';
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
  /** What earlier hubs could not deliver, by delivery. */
  outbox(): ReadonlyMap<string, unknown>;
  /** The session's short title. */
  titleOf(sessionId: string): string;
  /** Claude's last text in the session. */
  lastWords(sessionId: string): string | undefined;
  /** The address of a page, if it has one. */
  linkOf(path: string): string | undefined;
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
  /** The name of this machine. */
  readonly host: string;
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
/** What an earlier hub could not deliver for this long is no longer news. */
const LONGEST_WAIT_MS = 24 * 3_600_000;

/** What is kept of a message for the next hub. */
interface KeptMessage {
  readonly device: string;
  readonly message: Message;
}

export class Notifier {
  readonly #options: NotifierOptions;
  readonly #now: Clock;
  readonly #stopListening: () => void;
  readonly #waits: WaitNotices;
  readonly #idle: IdleWatch;
  readonly #again: NodeJS.Timeout;
  readonly #channels: ChannelNotices;
  /** By session: when its expired login was last reported. */
  readonly #logins = new Map<string, number>();
  #gathering: NodeJS.Timeout | undefined;

  constructor(options: NotifierOptions) {
    this.#options = options;
    this.#now = options.now;
    const { elsewhere } = options;
    const pending = [...options.openInteractions(), ...(elsewhere?.openInteractions() ?? [])];
    const [deliveries, outbox] = [options.deliveries(), options.outbox()];
    const before = new SentBefore(pending, deliveries, outbox);
    this.#channels = new ChannelNotices(
      {
        channels: () => options.channels(),
        outbound: options.outbound,
        notice: (about, kind, detail) => this.#notice(about, kind, detail),
        noticeOfRequest: (interaction) => this.#noticeOfRequest(interaction),
        testNotice: () => this.#testNotice(),
      },
      before,
    );
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
    this.#resumeEarlier(deliveries, outbox, new Set(pending.map(({ id }) => id)));
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

  /** Sends a test to every channel. Resolves with the ids of the deliveries. */
  testChannels(): Promise<string[]> {
    return this.#channels.test();
  }

  /** What an earlier hub was sending when it ended is sent now; if that is impossible, the reason is recorded. */
  #resumeEarlier(
    deliveries: readonly Delivery[],
    outbox: ReadonlyMap<string, unknown>,
    open: ReadonlySet<string>,
  ): void {
    for (const delivery of deliveries) {
      if (delivery.state !== 'sending') continue;
      const kept = outbox.get(delivery.id) as KeptNotice | KeptMessage | undefined;
      const device = kept && 'message' in kept && this.#options.devices().find(isDevice(kept.device));
      const isOld = this.#now() - Date.parse(delivery.at) > LONGEST_WAIT_MS;
      if (kept && 'notice' in kept && !isOld) this.#channels.resume(delivery, kept, (id) => open.has(id));
      else if (kept && 'message' in kept && device && !isOld)
        this.#pushMessage(device, kept.message, delivery, true);
      else this.#options.outbound.giveUp(delivery.id, 'the hub stopped before it was sent');
    }
  }

  #onEvent(event: ReinsEvent, isOwn: boolean): void {
    if (event.type.startsWith('interaction_')) {
      if (event.type === 'interaction_closed') this.#waits.noteClosing(event);
      if (event.type === 'interaction_closed' && isOwn) this.#channels.noteClosing(event);
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
      const text = kind === 'finished' ? this.#options.lastWords(event.session_id) : undefined;
      const notice = { ...this.#notice(event, kind, detail), ...(text !== undefined && { text }) };
      for (const device of this.#options.devices()) {
        if (!this.#isFor(device, notice)) continue;
        const message = messageOf(notice);
        const delivery = this.#delivery(device, message, kind, notice.session_id);
        this.#pushMessage(device, message, delivery, false);
      }
      if (isOwn) this.#channels.inform(notice);
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
      this.#channels.update(open);
    } catch (error) {
      this.#options.warn('Failed to notify devices of pending requests', error);
    }
  }

  #isFor(device: DeviceTarget, notice: SessionNotice & { readonly kind: NoticeKind }): boolean {
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
    return this.#options.outbound.send({
      delivery: this.#delivery(device, message, kind, sessionId),
      send: () => device.send(message),
      isWorth,
      onGone: () => this.#options.forget(device.deviceId),
    });
  }

  /** A message that no later one replaces: the next hub sends it if this one cannot. */
  #pushMessage(
    device: DeviceTarget,
    message: Message,
    delivery: Omit<Delivery, 'state'>,
    isEarlier: boolean,
  ): void {
    const content: KeptMessage = { device: device.deviceId, message };
    void this.#options.outbound.send({
      ...{ delivery, content, isEarlier },
      send: () => device.send(message),
      isWorth: () => true,
      onGone: () => this.#options.forget(device.deviceId),
    });
  }

  #delivery(
    { deviceId, name }: DeviceTarget,
    { id }: Message,
    kind: DeliveryKind,
    sessionId: string | undefined,
  ): Omit<Delivery, 'state'> {
    return {
      ...{ id, target: name, device_id: deviceId, kind, at: new Date(this.#now()).toISOString() },
      ...(sessionId !== undefined && { session_id: sessionId }),
    };
  }

  #noticeOfRequest(interaction: Interaction) {
    const { id, session_id, host, opened_at } = interaction;
    const about = { session_id, host, at: opened_at };
    const link = this.#options.linkOf(`/asks/${id}`);
    return {
      ...this.#notice(about, 'needs_answer', describeRequest(interaction)),
      interaction_id: id,
      ...(link !== undefined && { link }),
    };
  }

  #testNotice(): Notice {
    const at = new Date(this.#now()).toISOString();
    const link = this.#options.linkOf('/settings');
    const text = { title: 'Reins', detail: 'Notifications arrive here.' };
    return { id: randomUUID(), kind: 'test', host: this.#options.host, at, ...text, ...(link && { link }) };
  }

  #notice<Kind extends ChannelKind>(
    { session_id, host, at }: Pick<ReinsEvent, 'session_id' | 'host' | 'at'>,
    kind: Kind,
    detail: string,
  ): SessionNotice & { readonly kind: Kind } {
    const link = this.#options.linkOf(`/sessions/${session_id}`);
    const title = this.#options.titleOf(session_id);
    return {
      id: randomUUID(),
      kind,
      session_id,
      host,
      at,
      title,
      detail,
      ...(link !== undefined && { link }),
    };
  }
}

function isDevice(id: string): (device: DeviceTarget) => boolean {
  return ({ deviceId }) => deviceId === id;
}
