/**
 * Sends notices to the channels of the settings: each pending request once, then how it ended, and everything else as it
 * happens. What a hub could not deliver before it ended, the next one sends.
 */
import { randomUUID } from 'node:crypto';
import { DEFAULT_KINDS } from '../core/notices.ts';
import { outcomeText } from '../core/wording/answer-text.ts';
import { capitalized } from '../core/wording/capitalized.ts';
import type { Interaction } from '../protocol/interactions.ts';
import type { Channel, ChannelKind, Delivery, Notice } from '../protocol/notify.ts';
import { type Closing, inShort } from './messages.ts';
import type { Outbound } from './outbound.ts';
import type { SentBefore } from './sent-before.ts';
import type { ChannelTarget } from './target.ts';

export interface ChannelNoticesOptions {
  channels(): ChannelTarget[];
  readonly outbound: Pick<Outbound, 'send' | 'giveUp'>;
  /** A notice about a session, at the time of the event. */
  notice(about: Pick<Closing, 'session_id' | 'host' | 'at'>, kind: ChannelKind, detail: string): Notice;
  noticeOfRequest(interaction: Interaction): Notice;
  testNotice(): Notice;
}

/** What is kept of a notice for the next hub. */
export interface KeptNotice {
  readonly channel: ChannelTarget['id'];
  readonly notice: Notice;
}

const OFF_BY_DEFAULT = { answered: false, withdrawn: false, test: true };

export class ChannelNotices {
  readonly #options: ChannelNoticesOptions;
  /** Pending requests that the channels have been sent. */
  #known: ReadonlySet<string>;
  /** How requests ended since the last update. */
  readonly #closings = new Map<string, Closing>();

  constructor(options: ChannelNoticesOptions, before: SentBefore) {
    this.#options = options;
    this.#known = before.channels();
  }

  noteClosing(closing: Closing): void {
    this.#closings.set(closing.interaction_id, closing);
  }

  /** Compares the pending requests with what was sent. */
  update(open: readonly Interaction[]): void {
    const { notice, noticeOfRequest } = this.#options;
    const fresh = open.filter(({ id }) => !this.#known.has(id)).map(noticeOfRequest);
    const ended = [...this.#closings.values()]
      .filter(({ interaction_id }) => this.#known.has(interaction_id))
      .map((closing) => ({
        ...notice(closing, closing.state, capitalized(outcomeText(closing))),
        interaction_id: closing.interaction_id,
      }));
    for (const one of [...ended, ...fresh]) this.inform(one);
    this.#known = new Set(open.map(({ id }) => id));
    this.#closings.clear();
  }

  inform(notice: Notice): void {
    for (const channel of this.#options.channels()) {
      if (wants(channel, notice)) void this.#send(channel, notice);
    }
  }

  /** Sends a test to every channel, once, and resolves with the deliveries' ids. */
  async test(): Promise<string[]> {
    const notice = this.#options.testNotice();
    return Promise.all(
      this.#options.channels().map((channel) => this.#send(channel, notice, { isTest: true })),
    );
  }

  /** Continues a delivery of an earlier hub. `isOpen`: whether a request is still pending. */
  resume(delivery: Delivery, kept: KeptNotice, isOpen: (interactionId: string) => boolean): void {
    const { outbound } = this.#options;
    const channel = this.#options.channels().find(({ id }) => id === kept.channel);
    const { kind, interaction_id } = kept.notice;
    if (!channel) outbound.giveUp(delivery.id, 'the channel was removed from the settings');
    else if (kind === 'needs_answer' && !isOpen(interaction_id ?? '')) {
      outbound.giveUp(delivery.id, 'answered before it could be sent');
    } else void this.#send(channel, kept.notice, { earlier: delivery });
  }

  async #send(
    channel: ChannelTarget,
    notice: Notice,
    { earlier, isTest }: { readonly earlier?: Delivery; readonly isTest?: boolean } = {},
  ): Promise<string> {
    const content = channel.detail === 'full' ? notice : inShort(notice);
    const { kind, session_id, at } = notice;
    const delivery = earlier ?? {
      ...{ id: randomUUID(), target: channel.name, kind, at },
      ...(session_id !== undefined && { session_id }),
    };
    const kept: KeptNotice = { channel: channel.id, notice };
    await this.#options.outbound.send({
      delivery,
      ...(channel.isRepeatable && !isTest && { content: kept }),
      isEarlier: earlier !== undefined,
      send: async () => {
        const sent = await channel.send(content);
        return isTest && sent.state === 'failed' ? { state: 'failed', reason: sent.reason } : sent;
      },
      isWorth: () => true,
    });
    return delivery.id;
  }
}

function wants({ kinds }: Pick<Channel, 'kinds'>, { kind }: Notice): boolean {
  return kinds?.some((wanted) => wanted === kind) ?? { ...DEFAULT_KINDS, ...OFF_BY_DEFAULT }[kind];
}
