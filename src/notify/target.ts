/** A destination for notifications. */
import type { Channel, Notice } from '../protocol/notify.ts';

/** The content shown on a device; small enough for a push service. */
export interface Message {
  /** Identifies it in receipts. */
  readonly id: string;
  /** `withdraw` removes what was shown under the tag; its text is for platforms that must show something instead. */
  readonly type: 'show' | 'withdraw';
  /** A later message replaces an earlier one with the same tag. */
  readonly tag: string;
  readonly title: string;
  readonly body: string;
  /** The page to open on a click. */
  readonly path: string;
  /** Shown without a sound: there is no new request. */
  readonly silent?: boolean;
  /** The number of pending requests, for the badge of an installed page. */
  readonly waiting?: number;
  readonly interaction_id?: string;
  /** The decisions that the notification offers. */
  readonly actions?: readonly ('allow' | 'deny' | 'open')[];
}

export type Sent =
  | { readonly state: 'accepted' }
  /** `isGone`: the recipient no longer exists. `retryMs`: it may work later. */
  | {
      readonly state: 'failed';
      readonly reason: string;
      readonly isGone?: boolean;
      readonly retryMs?: number;
    };

/** A device that takes push messages. */
export interface DeviceTarget {
  readonly deviceId: string;
  readonly name: string;
  /** The secret that signs answers given on the notification. */
  readonly identityId: string;
  /** Whether its owner may answer. */
  readonly mayAnswer: boolean;
  send(message: Message): Promise<Sent>;
}

/** A channel of the settings: each notice is sent until the channel accepts it. */
export interface ChannelTarget {
  readonly name: string;
  /** The same for the same address or command. */
  readonly id: string;
  /** False if a notice must not be sent again when the outcome of sending is unknown. */
  readonly isRepeatable: boolean;
  readonly detail: Channel['detail'];
  readonly kinds: Channel['kinds'];
  send(notice: Notice): Promise<Sent>;
}
