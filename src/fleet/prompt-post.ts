/**
 * Prompts for hosts that are offline: kept by NATS until the host is back, delivered once, and removed again by the host
 * that sent them. Each prompt has its own subject, where only the newest message counts: an empty one removes it. A
 * prompt that its host refuses goes back to the sender in the same way, with the reason.
 */
import { AckPolicy, type ConsumerMessages, type JsMsg } from '@nats-io/jetstream';
import { type NatsConnection, nanos } from '@nats-io/transport-node';
import { z } from 'zod';
import type { HubLog } from '../lib/hub-log.ts';
import { roleSchema } from '../protocol/access.ts';
import { ReinsError } from '../protocol/errors.ts';
import { jetstreamOf } from './jetstream-of.ts';
import { PROMPT_STREAM, promptSubject } from './subjects.ts';

const RETRY_MS = 2000;
const ACK_MS = 60_000;
/** NATS accepts one megabyte, headers included. */
const MOST_BYTES = 900_000;

const promptSchema = z.object({
  session_id: z.string(),
  /** The body of the call, with the id of the message. */
  body: z.record(z.string(), z.unknown()),
  by: z.object({ id: z.string(), name: z.string(), role: roleSchema }),
  expires_at: z.string(),
});
export type PostedPrompt = z.infer<typeof promptSchema>;

const returnSchema = z.object({ refused: z.object({ code: z.string(), message: z.string() }) });
/** Why a host does not accept a prompt. */
export type Refusal = z.infer<typeof returnSchema>['refused'];

export interface PromptPostOptions {
  readonly nats: NatsConnection;
  readonly host: string;
  readonly deliver: (prompt: PostedPrompt, caller: string) => Promise<'done' | 'try again' | Refusal>;
  /** A prompt that was sent from here came back. */
  readonly onRefused: (owner: string, messageId: string, refusal: Refusal) => void;
  readonly output: HubLog;
}

export class PromptPost {
  readonly #options: PromptPostOptions;
  #isClosed = false;
  #messages: ConsumerMessages | undefined;
  readonly #done: Promise<void>;

  constructor(options: PromptPostOptions) {
    this.#options = options;
    this.#done = this.#run();
  }

  /** Resolves when NATS has stored it. Throws `too_large`. */
  async send(owner: string, messageId: string, prompt: PostedPrompt): Promise<void> {
    const json = JSON.stringify(prompt);
    if (Buffer.byteLength(json) > MOST_BYTES)
      throw new ReinsError(
        'too_large',
        'This prompt is too large to wait for its host. Send it when the host is back.',
      );
    await this.#publish(owner, messageId, json);
  }

  /** Without effect if it was delivered. */
  async remove(owner: string, messageId: string): Promise<void> {
    await this.#publish(owner, messageId, '');
  }

  /** After a reconnection the stream may be another one. */
  restart(): void {
    this.#messages?.stop();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#messages?.stop();
    await this.#done;
  }

  async #publish(owner: string, messageId: string, text: string): Promise<void> {
    const { nats, host } = this.#options;
    try {
      await jetstreamOf(nats).publish(promptSubject(owner, host, messageId), text);
    } catch {
      throw new ReinsError('host_offline', 'Cannot reach the fleet: NATS does not respond.', {
        host: owner,
      });
    }
  }

  async #run(): Promise<void> {
    while (!this.#isClosed) {
      try {
        await this.#consume();
      } catch (error) {
        if (this.#isClosed) return;
        this.#options.output.warn('Failed to read fleet prompts; trying again', error);
      }
      if (!this.#isClosed) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  async #consume(): Promise<void> {
    const { nats, host } = this.#options;
    const client = jetstreamOf(nats);
    await (await client.jetstreamManager()).consumers.add(PROMPT_STREAM, {
      durable_name: host,
      filter_subject: promptSubject(host, '*', '*'),
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(ACK_MS),
    });
    const consumer = await client.consumers.get(PROMPT_STREAM, host);
    const messages = await consumer.consume({ max_messages: 1 });
    this.#messages = messages;
    if (this.#isClosed) messages.stop();
    for await (const message of messages) await this.#take(message);
  }

  async #take(message: JsMsg): Promise<void> {
    const { output } = this.#options;
    const [, , , caller = '', messageId = ''] = message.subject.split('.');
    try {
      if (await this.#settle(parseJson(message.string()), caller, messageId)) return message.ack();
    } catch (error) {
      output.warn('Failed to deliver a fleet prompt; trying again', error);
    }
    message.nak(RETRY_MS);
  }

  /** False if it should be retried. */
  async #settle(json: unknown, caller: string, messageId: string): Promise<boolean> {
    const { deliver, onRefused } = this.#options;
    const returned = returnSchema.safeParse(json);
    if (returned.success) onRefused(caller, messageId, returned.data.refused);
    const prompt = promptSchema.safeParse(json);
    if (!prompt.success || Date.parse(prompt.data.expires_at) <= Date.now()) return true;
    const outcome = await deliver(prompt.data, caller);
    if (typeof outcome === 'object')
      await this.#publish(caller, messageId, JSON.stringify({ refused: outcome }));
    return outcome !== 'try again';
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
