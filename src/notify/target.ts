/** Somewhere a notification can go. */
import type { Channel, Notice } from '../protocol/notify.ts';

/** What is shown on a device; small enough for a push service. */
export interface Message {
  /** Receipts name it. */
  readonly id: string;
  /** `withdraw` takes back what was shown under the tag; its words are for where something has to be seen instead. */
  readonly type: 'show' | 'withdraw';
  /** A later message takes the place of an earlier one with the same tag. */
  readonly tag: string;
  readonly title: string;
  readonly body: string;
  /** Where a click leads, within the page. */
  readonly path: string;
  /** Shown without a sound: nothing new waits. */
  readonly silent?: boolean;
  /** How many wait now, for the mark on the icon of an installed page. */
  readonly waiting?: number;
  readonly interaction_id?: string;
  /** What can be decided on the notification itself. */
  readonly actions?: readonly ('allow' | 'deny' | 'open')[];
}

export type Sent =
  | { readonly state: 'accepted' }
  /** `isGone`: there is nobody there any more. `retryMs`: it may work later. */
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
  /** What answers given on it are signed with. */
  readonly identityId: string;
  /** Whether its person may answer. */
  readonly mayAnswer: boolean;
  send(message: Message): Promise<Sent>;
}

/** A way of the settings: each notice goes out once, and nothing is taken back. */
export interface ChannelTarget {
  readonly name: string;
  readonly detail: Channel['detail'];
  readonly kinds: Channel['kinds'];
  send(notice: Notice): Promise<Sent>;
}
