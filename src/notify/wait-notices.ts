/**
 * Keeps each device's single notification about pending requests up to date: new requests, the remaining ones after some
 * have been answered, and who answered the last one. Tracks which requests each device has been notified of.
 */
import { randomUUID } from 'node:crypto';
import type { Interaction } from '../protocol/interactions.ts';
import { type Closing, waitsMessage, withdrawal } from './messages.ts';
import type { SentBefore } from './sent-before.ts';
import type { DeviceTarget, Message } from './target.ts';

export interface WaitsOptions {
  /** The session's short title. */
  titleOf(sessionId: string): string;
  /** Whether the device wants this notice. */
  isFor(device: DeviceTarget, interaction: Interaction): boolean;
  /** Whether this device is in the foreground. */
  isLooking(device: DeviceTarget): boolean;
  /** `isWorth` returns whether no later message has replaced it. */
  push(device: DeviceTarget, message: Message, sessionId: string | undefined, isWorth: () => boolean): void;
}

export class WaitNotices {
  readonly #options: WaitsOptions;
  readonly #before: SentBefore;
  /** By device: the pending requests that it has been notified of. */
  readonly #shown = new Map<string, ReadonlySet<string>>();
  /** How requests ended since devices were last notified. */
  readonly #closings = new Map<string, Closing>();

  constructor(options: WaitsOptions, before: SentBefore) {
    this.#options = options;
    this.#before = before;
  }

  noteClosing(closing: Closing): void {
    this.#closings.set(closing.interaction_id, closing);
  }

  update(devices: readonly DeviceTarget[], open: readonly Interaction[]): void {
    for (const device of devices) this.#updateDevice(device, open);
    this.#closings.clear();
  }

  #updateDevice(device: DeviceTarget, open: readonly Interaction[]): void {
    const shown = this.#shown.get(device.deviceId) ?? this.#before.device(device.deviceId);
    const wanted = open.filter((one) => shown.has(one.id) || this.#options.isFor(device, one));
    const waiting = new Set(wanted.map(({ id }) => id));
    const isNews = wanted.some(({ id }) => !shown.has(id));
    const gone = [...shown].filter((id) => !waiting.has(id));
    this.#shown.set(device.deviceId, waiting);
    if (!isNews && gone.length === 0) return;
    const isNewest = () => this.#shown.get(device.deviceId) === waiting;
    const [first] = wanted;
    if (first) {
      const context = {
        titleOf: this.#options.titleOf,
        mayAnswer: device.mayAnswer,
        isNews,
      };
      const message = waitsMessage(randomUUID(), wanted, context);
      this.#options.push(device, message, first.session_id, isNewest);
    } else if (!this.#clearsItself(device, gone)) {
      const closings = gone.flatMap((id) => this.#closings.get(id) ?? []);
      const message = withdrawal(randomUUID(), closings, this.#options.titleOf);
      this.#options.push(device, message, closings[0]?.session_id, isNewest);
    }
  }

  /** A device that answered everything, or is in the foreground, removes its own notification. */
  #clearsItself(device: DeviceTarget, gone: readonly string[]): boolean {
    // An answer that went to another host carries the id of this one before that of the device.
    const isOwn = (id: string) => this.#closings.get(id)?.answer?.by.id?.endsWith(device.identityId) ?? false;
    return this.#options.isLooking(device) || gone.every(isOwn);
  }
}
