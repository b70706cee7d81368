/** Prompts that people and programs send to a session through the hub, from the queue to their end. */
import { z } from 'zod';
import { checkedLater, countSchema, jsonObjectSchema, momentSchema, sessionIdSchema } from './primitives.ts';

export const messageIdSchema = z.uuid({
  error: 'must be a UUID, for example 9c2e7d40-61b3-4f8a-8d15-3e6a0b9f7c21',
});

/**
 * `queue`: a separate turn, in order, once Claude is idle. `steer`: delivered immediately; Claude may fold it
 * into the running turn. `now`: interrupts first.
 */
export const messageWhenSchema = z.enum(['queue', 'steer', 'now']);
export type MessageWhen = z.infer<typeof messageWhenSchema>;

/** `delivered`: sent to Claude Code. `accepted`: confirmed by it. */
export const messageStateSchema = z.enum(['queued', 'delivered', 'accepted', 'failed', 'removed']);
export type MessageState = z.infer<typeof messageStateSchema>;

/** The content that the Messages API accepts in a prompt. */
export const contentBlockSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({
    type: z.literal('image'),
    source: z.discriminatedUnion('type', [
      z.strictObject({
        type: z.literal('base64'),
        media_type: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
        /** The image, as base64. */
        data: z.base64(),
      }),
      z.strictObject({ type: z.literal('url'), url: z.url() }),
    ]),
  }),
  z.strictObject({ type: z.literal('document'), source: jsonObjectSchema, title: z.string().optional() }),
]);
export type ContentBlock = z.infer<typeof contentBlockSchema>;

/** `POST /api/sessions/:id/message`: `text`, or `content` for more than text. */
export const newMessageSchema = z.strictObject({
  /** The prompt, if it is only text. */
  text: z.string().min(1).optional(),
  /** The prompt as blocks of the Messages API: text, images, documents. */
  content: z.array(checkedLater(contentBlockSchema)).min(1).optional(),
  /** Chosen by the client, it makes a retry harmless. */
  message_id: messageIdSchema.optional(),
  /** `queue`: a separate turn, in order. `steer`: immediately. `now`: interrupts first. */
  when: messageWhenSchema.default('queue'),
  /** In a fleet: if the host of the session is offline, NATS keeps the prompt for a day and delivers it when the host is back. */
  deliver_when_back: z.boolean().optional(),
});
export type NewMessage = z.infer<typeof newMessageSchema>;
export type NewMessageInput = z.input<typeof newMessageSchema>;

/** A message as shown: images are counted, not included. */
export const messageSchema = z.object({
  message_id: messageIdSchema,
  state: messageStateSchema,
  when: messageWhenSchema,
  /** The text of the prompt. */
  text: z.string(),
  images: countSchema,
  /** The sender. */
  by: z.string(),
  queued_at: momentSchema,
  delivered_at: momentSchema.optional(),
  ended_at: momentSchema.optional(),
  /** When its turn ended, or it was clear that it gets none for now. */
  finished_at: momentSchema.optional(),
  /** Why it cannot be delivered yet, such as `dialog`, `trust_dialog`, `login`, `relay_off`, `relay_not_waiting`. */
  blocked_by: z.string().optional(),
  /** Why it failed, for programs and for people. */
  error: z.object({ code: z.string(), message: z.string() }).optional(),
  /** Orders the queue. */
  place: z.number(),
});
export type Message = z.infer<typeof messageSchema>;

/** The answer to a new message. */
export const messageAnswerSchema = z.object({
  message_id: messageIdSchema,
  session_id: sessionIdSchema,
  state: messageStateSchema,
  blocked_by: z.string().optional(),
  /** The model receives it as a relayed message, which is neither typed by the user nor their consent. */
  relayed: z.literal(true).optional(),
});
export type MessageAnswer = z.infer<typeof messageAnswerSchema>;

/** `GET /api/sessions/:id/queue`: prompts that are not accepted yet, in order. */
export const queueSchema = z.object({ items: z.array(messageSchema) });
export type Queue = z.infer<typeof queueSchema>;

/** `PATCH /api/sessions/:id/queue/:message_id` */
export const messagePatchSchema = z.strictObject({
  text: z.string().min(1).optional(),
  /** Moves it right before that message; null moves it to the end. */
  before: messageIdSchema.nullable().optional(),
  when: messageWhenSchema.optional(),
});
export type MessagePatch = z.infer<typeof messagePatchSchema>;
