/** Devices: browsers that are paired with the hub, each with its own name, role, cookie and key. */
import { z } from 'zod';
import { roleSchema } from './access.ts';
import { momentSchema, sessionIdSchema } from './primitives.ts';

/** A device watches, answers or steers; it never posts hooks. */
export const deviceRoleSchema = roleSchema.exclude(['ingest']);
export type DeviceRole = z.infer<typeof deviceRoleSchema>;

export const deviceNameSchema = z.string().trim().min(1).max(64);

/** A paired device. */
export const deviceSchema = z.object({
  id: z.string(),
  name: z.string(),
  role: deviceRoleSchema,
  paired_at: momentSchema,
  /** To within a minute. */
  last_seen_at: momentSchema.optional(),
  /** Of a link that shares one session: that session, and when access ends. */
  session_id: sessionIdSchema.optional(),
  expires_at: momentSchema.optional(),
  /** The link was not opened yet. */
  is_unused: z.literal(true).optional(),
});
export type Device = z.infer<typeof deviceSchema>;

/** `GET /api/devices` */
export const deviceListSchema = z.object({ items: z.array(deviceSchema) });
export type DeviceList = z.infer<typeof deviceListSchema>;

/** `POST /api/pairings`: an invitation for one device. */
export const newPairingSchema = z.strictObject({
  role: deviceRoleSchema.default('approver'),
  /** Used unless the device sends its own. */
  name: deviceNameSchema.optional(),
});
export type NewPairing = z.infer<typeof newPairingSchema>;
export type NewPairingInput = z.input<typeof newPairingSchema>;

/** An invitation for one device. */
export const pairingSchema = z.object({
  /** The id that the device will have. */
  device_id: z.string(),
  /** Shown once. It grants access to the first device that presents it. */
  code: z.string(),
  role: deviceRoleSchema,
  expires_at: momentSchema,
  /** Links that open the page with this code, best first. */
  links: z.array(z.string()),
});
export type Pairing = z.infer<typeof pairingSchema>;

/** `POST /api/sessions/:id/share` */
export const newShareSchema = z.strictObject({
  /** How long the link works and its viewer has access: at most a week. */
  hours: z.number().min(0.1).max(168).default(24),
  /** How devices and events name it. */
  name: deviceNameSchema.optional(),
});
export type NewShare = z.infer<typeof newShareSchema>;
export type NewShareInput = z.input<typeof newShareSchema>;

/** A link to one session, for someone without other access. */
export const shareSchema = z.object({
  /** The id of its device, to revoke it by. */
  device_id: z.string(),
  name: z.string(),
  expires_at: momentSchema,
  /** Best first. Each gives access to the first browser that opens it; the secret is in the fragment. */
  links: z.array(z.string()),
});
export type Share = z.infer<typeof shareSchema>;

/** `POST /api/pair`: sent by the device itself. */
export const pairSchema = z.strictObject({ code: z.string().max(100), name: deviceNameSchema.optional() });
export type Pair = z.infer<typeof pairSchema>;

/**
 * What the device gets in addition to its cookie. `key` goes with every request, and is returned only here.
 */
export const pairedDeviceSchema = deviceSchema.extend({ key: z.string() });
export type PairedDevice = z.infer<typeof pairedDeviceSchema>;

/** The two secrets of a device. */
export interface DeviceSecrets {
  readonly cookie: string;
  readonly key: string;
}

/** `PATCH /api/devices/:id` */
export const devicePatchSchema = z.strictObject({
  name: deviceNameSchema.optional(),
  role: deviceRoleSchema.optional(),
});
export type DevicePatch = z.infer<typeof devicePatchSchema>;

/** `GET /api/me`: the caller's identity. */
export const meSchema = z.object({
  name: z.string(),
  role: roleSchema,
  /** Set if the caller is a paired device. */
  device_id: z.string().optional(),
  /** Set if the caller has a link to one session, and nothing else: that session, and when access ends. */
  session_id: sessionIdSchema.optional(),
  expires_at: momentSchema.optional(),
});
export type Me = z.infer<typeof meSchema>;
