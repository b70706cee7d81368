/**
 * Brings a thread up to date, each message once. A message is noted in the journal before it is posted; one
 * whose fate is unknown, after a crash or a lost response, is searched for in Slack by its metadata first.
 */
import { listOf, recordOf, textOf } from '../../lib/json-values.ts';
import { sha256 } from '../../lib/sha256.ts';
import { type SlackApi, SlackRefusal } from '../api/slack-api.ts';
import { cutTo, LIMITS } from '../blocks/limits.ts';
import { escapeMrkdwn } from '../blocks/mrkdwn.ts';
import { type Journal, ROOT } from '../journal.ts';
import type { ThreadMessage } from './thread-messages.ts';
import { shareIn, uploadFile } from './upload-file.ts';

const EVENT_TYPE = 'reins_message';
/** The message cannot be changed any more: someone deleted it, or the workspace does not allow edits. */
const FROZEN: ReadonlySet<string> = new Set([
  'message_not_found',
  'cant_update_message',
  'edit_window_closed',
  'msg_too_long',
]);
/** Nothing can be posted there until a person changes something. */
const NO_PLACE: ReadonlySet<string> = new Set([
  'channel_not_found',
  'not_in_channel',
  'is_archived',
  'thread_not_found',
  'restricted_action',
  'invalid_auth',
  'token_revoked',
  'account_inactive',
  'missing_scope',
]);
const PAGE = 200;

export interface PosterOptions {
  readonly api: SlackApi;
  readonly journal: Journal;
  readonly warn: (message: string) => void;
}

export class Poster {
  readonly #options: PosterOptions;

  constructor(options: PosterOptions) {
    this.#options = options;
  }

  /** In order. Throws if Slack cannot be reached, or nothing can be posted there; finished messages stay. */
  async sync(sessionId: string, messages: readonly ThreadMessage[]): Promise<void> {
    for (const message of messages) await this.#syncOne(sessionId, message);
  }

  async #syncOne(sessionId: string, message: ThreadMessage): Promise<void> {
    const { journal, warn } = this.#options;
    const print = printOf(message);
    const known = journal.message(sessionId, message.key);
    if (known?.ts !== undefined) {
      if (known.print === print || message.isFixed || message.file || known.print === OWN) return;
      await this.#update(sessionId, message, known.ts);
      return;
    }
    try {
      const ts =
        (known && (await this.#find(sessionId, message.key, known.file))) ??
        (await this.#post(sessionId, message));
      journal.note(sessionId, message.key, { ts, print });
    } catch (error) {
      if (!(error instanceof SlackRefusal) || NO_PLACE.has(error.code)) throw error;
      // Slack will refuse it every time: the rest of the thread must not wait for it.
      warn(error.message);
      journal.note(sessionId, message.key, { ts: '', print: OWN });
    }
  }

  async #post(sessionId: string, message: ThreadMessage): Promise<string> {
    const { api, journal } = this.#options;
    const { key, text, blocks, file, isBroadcast } = message;
    const place = this.#place(sessionId, key);
    if (file) {
      const onStart = (id: string) => journal.note(sessionId, key, { print: '', file: id });
      return uploadFile(api, { ...file, ...place, comment: commentOf(text), onStart });
    }
    journal.note(sessionId, key, { print: '' });
    const answer = await api.call('chat.postMessage', {
      ...place,
      text,
      ...(blocks && { blocks }),
      ...(isBroadcast && place.thread_ts !== undefined && { reply_broadcast: true }),
      metadata: metadataOf(sessionId, key),
      unfurl_links: false,
      unfurl_media: false,
    });
    return textOf(answer['ts']);
  }

  async #update(sessionId: string, message: ThreadMessage, ts: string): Promise<void> {
    const { api, journal } = this.#options;
    const { key, text, blocks } = message;
    const { channel } = this.#place(sessionId, key);
    const metadata = metadataOf(sessionId, key);
    try {
      if (ts !== '')
        await api.call('chat.update', { channel, ts, text, ...(blocks && { blocks }), metadata });
    } catch (error) {
      if (!(error instanceof SlackRefusal && FROZEN.has(error.code))) throw error;
    }
    journal.note(sessionId, key, { ts, print: printOf(message) });
  }

  /** The message, if Slack has it. */
  async #find(sessionId: string, key: string, file: string | undefined): Promise<string | undefined> {
    const { api } = this.#options;
    const { channel, thread_ts } = this.#place(sessionId, key);
    if (file !== undefined) return this.#findFile(file, channel);
    const wanted = metadataOf(sessionId, key).event_payload.key;
    for (let cursor = ''; ; ) {
      const answer = await api.call(
        thread_ts === undefined ? 'conversations.history' : 'conversations.replies',
        {
          channel,
          ...(thread_ts !== undefined && { ts: thread_ts }),
          include_all_metadata: true,
          limit: PAGE,
          ...(cursor !== '' && { cursor }),
        },
      );
      for (const candidate of listOf(answer['messages']).map(recordOf)) {
        const { event_type, event_payload } = recordOf(candidate['metadata']);
        if (event_type === EVENT_TYPE && recordOf(event_payload)['key'] === wanted)
          return textOf(candidate['ts']);
      }
      cursor = textOf(recordOf(answer['response_metadata'])['next_cursor']);
      // The newest page of a channel is enough: the message was posted moments ago.
      if (cursor === '' || thread_ts === undefined) return undefined;
    }
  }

  async #findFile(file: string, channel: string): Promise<string | undefined> {
    const { api } = this.#options;
    const found = await api.call('files.info', { file }).catch((error: unknown) => {
      if (error instanceof SlackRefusal) return undefined;
      throw error;
    });
    return shareIn(recordOf(found)['file'], channel);
  }

  #place(sessionId: string, key: string): { readonly channel: string; readonly thread_ts?: string } {
    const { journal } = this.#options;
    const channel = journal.thread(sessionId)?.channel ?? '';
    const root = journal.message(sessionId, ROOT)?.ts;
    return { channel, ...(key !== ROOT && root !== undefined && { thread_ts: root }) };
  }
}

/** The print of a message that is not ours to change: a person wrote it, or Slack refused it. */
export const OWN = 'own';

/** A file has only its first line in the thread. */
function commentOf(text: string): string {
  return escapeMrkdwn(cutTo(text.split('\n', 1)[0] ?? '', LIMITS.button));
}

function printOf({ text, blocks, file }: ThreadMessage): string {
  return sha256(JSON.stringify([text, blocks, file?.text])).slice(0, 16);
}

function metadataOf(sessionId: string, key: string) {
  return { event_type: EVENT_TYPE, event_payload: { key: sha256(`${sessionId} ${key}`).slice(0, 32) } };
}
