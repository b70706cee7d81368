/** The content of `config.json` and `GET /api/settings`. */
import { z } from 'zod';
import { autoContinueSchema } from './autonomy.ts';
import { channelSchema } from './notify.ts';
import { driverSchema } from './session.ts';
import { templatesSchema } from './templates.ts';

/** The hooks themselves time out a little later. */
export const MAX_HOLD_SECONDS = 600;

export const settingsSchema = z.strictObject({
  /** The address the hub listens on; takes effect when it starts. */
  host: z.string().min(1),
  /** 0 picks a free one; takes effect when the hub starts. */
  port: z.int().min(0).max(65_535),
  /** Names, in addition to loopback, at which browsers and programs may reach the hub. */
  allowed_hosts: z.array(z.string().min(1)),
  /** The address at which other devices reach the hub, for example that of a proxy; its name is allowed. */
  public_url: z.url({ protocol: /^https?$/ }).nullable(),
  /** PEM files: with both, the hub also listens with HTTPS on `host`, and with HTTP only on loopback. */
  tls_cert: z.string().min(1).nullable(),
  tls_key: z.string().min(1).nullable(),
  /** The port of HTTPS; 0 picks a free one. */
  https_port: z.int().min(0).max(65_535),
  /** How the hub runs Claude Code by default. */
  default_driver: driverSchema.exclude(['external']),
  /**
   * Whether runs that the hub starts report every hook event, including those of tool calls, unless a call
   * overrides it.
   */
  all_hooks: z.boolean(),
  /**
   * How headless runs that the hub starts are continued after their turn limit, unless a call overrides it.
   */
  auto_continue: autoContinueSchema.nullable(),
  /** Named defaults for new sessions, offered by the page, the terminal UI and `reins new --template`. */
  templates: templatesSchema,
  /** What happens to the hub's sessions when it is stopped: they continue, or are stopped first. */
  on_shutdown: z.enum(['keep', 'stop']),
  /**
   * Folders and repositories that a person has trusted through Reins, in addition to those trusted in Claude
   * Code.
   */
  trusted_folders: z.array(z.string().startsWith('/', 'must be an absolute path')),
  /**
   * For how many seconds a blocking request (of a background subagent, of an unattended run, of an MCP
   * server) may wait for a person whose device is in the foreground; 0 for never.
   */
  hold_seconds: z.int().min(0).max(MAX_HOLD_SECONDS),
  /** After how many days the copy of a deleted transcript is removed too; 0 for never. */
  history_days: z.int().min(0),
  /** After how many days without activity an ended session is removed from the event log; 0 for never. */
  log_days: z.int().min(0),
  /** Ways to notify a person in addition to notifications on devices. */
  notify: z.array(channelSchema).max(20),
  /** Contact for push services: a mailto: or https: address. */
  push_contact: z.string().regex(/^(?:mailto:|https:\/\/)\S+$/, 'must start with mailto: or https://'),
  /** Whether push services may be inside this network, and without TLS. */
  push_private_addresses: z.boolean(),
});
export type Settings = z.infer<typeof settingsSchema>;

export const DEFAULT_SETTINGS: Settings = {
  host: '127.0.0.1',
  port: 4820,
  allowed_hosts: [],
  public_url: null,
  tls_cert: null,
  tls_key: null,
  https_port: 4843,
  default_driver: 'stream',
  all_hooks: false,
  auto_continue: null,
  templates: {},
  on_shutdown: 'keep',
  trusted_folders: [],
  hold_seconds: 60,
  history_days: 0,
  log_days: 0,
  notify: [],
  push_contact: 'mailto:reins@example.com',
  push_private_addresses: false,
};

/** The file itself: only what differs from the defaults. */
export const settingsFileSchema = settingsSchema.partial();
export type SettingsFile = z.infer<typeof settingsFileSchema>;

type Shape = typeof settingsSchema.shape;
type PatchShape = { [Name in keyof Shape]: z.ZodOptional<z.ZodNullable<Shape[Name]>> };

/** `PATCH /api/settings`; null resets a setting to its default. */
export const settingsPatchSchema = z.strictObject(
  Object.fromEntries(
    Object.entries(settingsSchema.shape).map(([name, schema]) => [
      name,
      (schema instanceof z.ZodNullable ? schema : schema.nullable()).optional(),
    ]),
  ) as object as PatchShape,
);
export type SettingsPatch = z.infer<typeof settingsPatchSchema>;
export type SettingsPatchInput = z.input<typeof settingsPatchSchema>;
