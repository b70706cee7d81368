/**
 * Keeps the one notification of each device about asks true: what is new, what is left when some have been answered, and by whom
 * the last one was. Remembers which asks each device was told of.
 */
import { randomUUID } from 'node:crypto';
import type { Interaction } from '../protocol/interactions.ts';
import { type Closing, waitsMessage, withdrawal } from './messages.ts';
import type { DeviceTarget, Message } from './target.ts';
import type { ToldBefore } from './told-before.ts';

export interface WaitsOptions {
  /** What the session is called, in few words. */
  titleOf(sessionId: string): string;
  /** Whether the device is to hear of it. */
  isFor(device: DeviceTarget, interaction: Interaction): boolean;
  /** Whether a person looks at this device now. */
  isLooking(device: DeviceTarget): boolean;
  /** `isWorth` says whether no later message has overtaken it. */
  push(device: DeviceTarget, message: Message, sessionId: string | undefined, isWorth: () => boolean): void;
}

export class WaitNotices {
  readonly #options: WaitsOptions;
  readonly #before: ToldBefore;
  /** By device: the asks that it has been told of and that still wait. */
  readonly #told = new Map<string, ReadonlySet<string>>();
  /** How asks ended since devices were told last. */
  readonly #closings = new Map<string, Closing>();

  constructor(options: WaitsOptions, before: ToldBefore) {
    this.#options = options;
    this.#before = before;
  }

  noteClosing(closing: Closing): void {
    this.#closings.set(closing.interaction_id, closing);
  }

  tell(devices: readonly DeviceTarget[], open: readonly Interaction[]): void {
    for (const device of devices) this.#tellDevice(device, open);
    this.#closings.clear();
  }

  #tellDevice(device: DeviceTarget, open: readonly Interaction[]): void {
    const told = this.#told.get(device.deviceId) ?? this.#before.device(device.deviceId);
    const wanted = open.filter((one) => told.has(one.id) || this.#options.isFor(device, one));
    const waiting = new Set(wanted.map(({ id }) => id));
    const isNews = wanted.some(({ id }) => !told.has(id));
    const gone = [...told].filter((id) => !waiting.has(id));
    this.#told.set(device.deviceId, waiting);
    if (!isNews && gone.length === 0) return;
    const isNewest = () => this.#told.get(device.deviceId) === waiting;
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

  /** A device on which all was answered, or that is looked at, takes its notification away by itself. */
  #clearsItself(device: DeviceTarget, gone: readonly string[]): boolean {
    const isOwn = (id: string) => this.#closings.get(id)?.answer?.by.id === device.identityId;
    return this.#options.isLooking(device) || gone.every(isOwn);
  }
}
