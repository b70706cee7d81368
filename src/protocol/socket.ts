/** Frames of the WebSocket `/api/ws`. */
import { z } from 'zod';
import type { Role } from './access.ts';
import { anyAnswerSchema } from './answers.ts';
import { errorSchema } from './api.ts';
import { interactionSchema } from './interactions.ts';
import { textDeltaSchema } from './live.ts';
import { messageAnswerSchema, newMessageSchema } from './messages.ts';
import { sessionAddressSchema } from './primitives.ts';

/** Chosen by the client; replies and events contain it. */
const id = z.union([z.string().max(100), z.number()]);
export type FrameId = z.infer<typeof id>;
/** In a fleet: the name or id of the host, needed if several know the session. */
const host = z.string().max(100).optional();

/** A frame that the client sends. */
export const clientFrameSchema = z.discriminatedUnion('type', [
  /** Events of one session, or of all; `last_event_id` and `since` as in the SSE stream. */
  z.strictObject({
    id,
    type: z.literal('subscribe'),
    session_id: sessionAddressSchema.optional(),
    host,
    last_event_id: z.string().optional(),
    since: z.union([z.int().nonnegative(), z.string()]).optional(),
    /** Text while it is being written; by default only in subscriptions to one session. */
    live: z.boolean().optional(),
    /** Only events of these types; all if left out. */
    types: z.array(z.string().max(100)).max(200).optional(),
  }),
  /** `subscription` is the id of the subscribe frame. */
  z.strictObject({ id, type: z.literal('unsubscribe'), subscription: id }),
  z.strictObject({ id, type: z.literal('ping') }),
  /** As `POST /api/sessions/:id/message`. */
  z.strictObject({
    ...{ id, type: z.literal('message'), session_id: sessionAddressSchema, host },
    ...newMessageSchema.shape,
  }),
  z.strictObject({ id, type: z.literal('interrupt'), session_id: sessionAddressSchema, host }),
  /**
   * As `POST /api/interactions/:id/answer`; `idempotency_key` makes a repeated frame harmless, even over
   * another socket.
   */
  z.strictObject({
    id,
    type: z.literal('answer'),
    interaction_id: z.string(),
    host,
    answer: anyAnswerSchema,
    idempotency_key: z.string().max(200).optional(),
  }),
  /**
   * Whether a person is looking at this device; ends with the socket. Meanwhile the device gets no
   * notifications. Blocking requests wait only while there is such a device that may answer.
   */
  z.strictObject({ id, type: z.literal('presence'), foreground: z.boolean() }),
]);
export type ClientFrame = z.infer<typeof clientFrameSchema>;

/** The least role that may send each frame. */
export const FRAME_ROLES: Readonly<Record<ClientFrame['type'], Role>> = {
  subscribe: 'viewer',
  unsubscribe: 'viewer',
  ping: 'viewer',
  message: 'operator',
  interrupt: 'operator',
  answer: 'approver',
  presence: 'viewer',
};

/** Out: the reply to one frame, then the events of each subscription, each with the id to resume from. */
export const serverFrameSchema = z.union([
  /**
   * `last_event_id` answers a subscription, the fields of a message's state answer a message, the closed interaction
   * answers an answer.
   */
  z.object({
    re: id.nullable(),
    ok: z.literal(true),
    last_event_id: z.string().optional(),
    ...messageAnswerSchema.partial().shape,
    interaction: interactionSchema.optional(),
  }),
  z.object({ re: id.nullable(), error: errorSchema.shape.error }),
  z.object({
    type: z.literal('event'),
    subscription: id,
    id: z.string(),
    event: z.record(z.string(), z.unknown()),
  }),
  /** The session was stopped, and everything has been sent. */
  z.object({ type: z.literal('end'), subscription: id }),
  /** Hosts of the fleet came, went or changed: `GET /api/hosts` has the new list. */
  z.object({ type: z.literal('hosts_changed') }),
  z.object({ type: z.literal('live'), subscription: id, delta: textDeltaSchema }),
  z.object({ type: z.literal('reset'), subscription: id, reason: z.string() }),
  z.object({
    type: z.literal('snapshot'),
    subscription: id,
    id: z.string(),
    snapshot: z.record(z.string(), z.unknown()),
  }),
]);
export type ServerFrame = z.infer<typeof serverFrameSchema>;
