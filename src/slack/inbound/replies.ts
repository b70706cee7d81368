/** Replies to one person: only they see it. */

import { maskSecrets } from '../../core/masking/mask-secrets.ts';
import type { SlackApi } from '../api/slack-api.ts';
import { cutTo, LIMITS } from '../blocks/limits.ts';
import { escapeMrkdwn } from '../blocks/mrkdwn.ts';

export type ReplyPlace =
  | {
      readonly in: 'thread';
      readonly user: string;
      readonly channel: string;
      readonly thread?: string | undefined;
    }
  /** The address that Slack provides for replies to a slash command. */
  | { readonly in: 'command'; readonly url: string }
  | { readonly in: 'home'; readonly user: string };

export interface RepliesOptions {
  readonly api: SlackApi;
  readonly showOnHome: (user: string, note: string) => Promise<void>;
}

export class Replies {
  readonly #options: RepliesOptions;

  constructor(options: RepliesOptions) {
    this.#options = options;
  }

  async send(place: ReplyPlace, words: string): Promise<void> {
    const { api, showOnHome } = this.#options;
    const text = cutTo(escapeMrkdwn(maskSecrets(words)), LIMITS.fallback);
    switch (place.in) {
      case 'thread': {
        const { user, channel, thread } = place;
        await api.call('chat.postEphemeral', { user, channel, text, ...(thread && { thread_ts: thread }) });
        return;
      }
      case 'command':
        await fetch(place.url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ response_type: 'ephemeral', text }),
        });
        return;
      case 'home':
        await showOnHome(place.user, words);
    }
  }
}
