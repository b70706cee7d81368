/** Notifications: their reasons, their targets, and their deliveries. */
import { z } from 'zod';
import { momentSchema, sessionIdSchema } from './primitives.ts';

export const noticeKindSchema = z.enum([
  'needs_answer',
  'idle',
  'finished',
  'failed',
  'login_expired',
  'budget_reached',
]);
/** A reason to notify a person. */
export type NoticeKind = z.infer<typeof noticeKindSchema>;

/** Kinds for channels only: the notifications of devices are updated instead. */
const CHANNEL_KINDS = [...noticeKindSchema.options, 'answered', 'withdrawn'] as const;
const channelKindSchema = z.enum(CHANNEL_KINDS);
/** What a channel of the setting `notify` can report. */
export type ChannelKind = z.infer<typeof channelKindSchema>;

/** A reason to notify a person. */
export const noticeSchema = z.object({
  /** The same if a notice is sent again, for example after a restart of the hub. */
  id: z.string(),
  kind: z.enum([...CHANNEL_KINDS, 'test']),
  /** Absent in a test. */
  session_id: sessionIdSchema.optional(),
  host: z.string(),
  at: momentSchema,
  /** The title of the session. */
  title: z.string(),
  /** One line about it; may quote the session. */
  detail: z.string(),
  /** The request. */
  interaction_id: z.string().optional(),
  /** Claude's last words, in `finished`. */
  text: z.string().optional(),
  /** The page of the session or request. */
  link: z.string().optional(),
});
export type Notice = z.infer<typeof noticeSchema>;

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 22:30');

/** The notifications that a device wants. */
export const preferencesSchema = z.strictObject({
  kinds: z.partialRecord(noticeKindSchema, z.boolean()).optional(),
  /** Silent between these times of the hub's clock; requests notify then only with `asks_too`. */
  quiet: z.strictObject({ from: clock, to: clock, asks_too: z.boolean().optional() }).nullable().optional(),
  /** By session: `mute` for no notifications, `follow` for all. */
  sessions: z.record(sessionIdSchema, z.enum(['mute', 'follow'])).optional(),
});
export type Preferences = z.infer<typeof preferencesSchema>;

/** `POST /api/push/subscriptions`: a browser's own push subscription. */
export const pushSubscriptionSchema = z.object({
  endpoint: z.url().max(2000),
  keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(100) }),
});
export type PushSubscription = z.infer<typeof pushSubscriptionSchema>;

/** The state of a notification: each is one step further, except `failed`. */
export const deliveryStateSchema = z.enum(['sending', 'accepted', 'shown', 'clicked', 'failed']);
export type DeliveryState = z.infer<typeof deliveryStateSchema>;

/** `answered`: the request is no longer pending. */
export const deliveryKindSchema = z.enum([...CHANNEL_KINDS, 'test']);
export type DeliveryKind = z.infer<typeof deliveryKindSchema>;

/** A notification and its state. */
export const deliverySchema = z.object({
  id: z.string(),
  /** The name of a device, or of a target in the settings: `webhook hub.example`. */
  target: z.string(),
  device_id: z.string().optional(),
  kind: deliveryKindSchema,
  session_id: sessionIdSchema.optional(),
  at: momentSchema,
  state: deliveryStateSchema,
  /** Why it failed, or what is being retried. */
  reason: z.string().optional(),
});
export type Delivery = z.infer<typeof deliverySchema>;

/** `GET /api/push/deliveries` */
export const deliveryListSchema = z.object({ items: z.array(deliverySchema) });
export type DeliveryList = z.infer<typeof deliveryListSchema>;

/** `POST /api/push/receipts`: reported by the browser. */
export const receiptSchema = z.strictObject({ id: z.string(), state: z.enum(['shown', 'clicked']) });
export type Receipt = z.infer<typeof receiptSchema>;

/** `GET /api/push`: what a device needs to subscribe. */
export const pushStateSchema = z.object({
  /** The key to subscribe with. If it differs from the key of the browser's subscription, subscribe again. */
  public_key: z.string(),
  /** Whether the calling device is subscribed. */
  subscribed: z.boolean(),
  preferences: preferencesSchema,
});
export type PushState = z.infer<typeof pushStateSchema>;

const detail = z.enum(['short', 'full']).default('short');
/** The kinds to send; by default, the same as for devices. */
const kinds = z.array(channelKindSchema).optional();
const OWN_HEADERS = /^(content-type|content-length|host|connection|transfer-encoding|x-reins-.*)$/i;
const headers = z
  .record(
    z
      .string()
      .regex(/^[\w-]{1,100}$/, 'must be the name of a header')
      .refine((name) => !OWN_HEADERS.test(name), 'is set by the hub'),
    z.string().regex(/^[\x20-\x7e]{0,2000}$/, 'must be printable ASCII text'),
  )
  .optional();
const url = z.url({ protocol: /^https?$/ });

/**
 * Channels for people without push, in the setting `notify`. They contain only kind and session, unless
 * `detail` is `full`.
 */
export const channelSchema = z.discriminatedUnion('type', [
  /** POSTs the notice as JSON. */
  z.strictObject({
    type: z.literal('webhook'),
    url,
    detail,
    kinds,
    /** Added to each request, for example for a login. */
    headers,
    /** Signs each request: `X-Reins-Signature`. */
    secret: z.string().min(16).max(200).optional(),
  }),
  /** POSTs a line of text with a title, as accepted by ntfy and similar services. */
  z.strictObject({
    ...{ type: z.literal('ntfy'), url, detail, kinds },
    /** Added to each request, for example for a login. */
    headers,
  }),
  /** Runs a program with the notice as JSON on its standard input. */
  z.strictObject({
    type: z.literal('command'),
    command: z.array(z.string()).min(1),
    detail,
    kinds,
    /** Added to its environment, which contains only what desktop programs need. */
    env: z.record(z.string().regex(/^\w+$/), z.string()).optional(),
  }),
]);
export type Channel = z.infer<typeof channelSchema>;
