/** The content of `config.json` and `GET /api/settings`. */
import { z } from 'zod';
import { autoContinueSchema } from './autonomy.ts';
import { channelSchema } from './notify.ts';
import { driverSchema } from './session.ts';
import { slackSettingsSchema } from './slack.ts';
import { templatesSchema } from './templates.ts';

/** What other hosts of a fleet may do here, and what they see of this host. */
export const fleetSettingsSchema = z.strictObject({
  /** The most powerful role that a person on another host can have here. */
  max_role: z.enum(['viewer', 'approver', 'operator']),
  /** Which sessions other hosts see: all, none, or those in these folders. */
  share: z.union([
    z.enum(['all', 'none']),
    z.strictObject({ folders: z.array(z.string().startsWith('/', 'must be an absolute path')).min(1) }),
  ]),
});

const originSchema = z
  .url({ protocol: /^https?$/ })
  .refine((text) => URL.canParse(text) && new URL(text).origin === text && !text.includes('*'), {
    error: 'must be an origin such as https://app.example or http://localhost:5173, without a path',
  });

/** The hooks themselves time out a little later. */
export const MAX_HOLD_SECONDS = 600;

/** All settings, including defaults. */
export const settingsSchema = z.strictObject({
  /** The address to listen on. Takes effect at the next start. */
  host: z.string().min(1),
  /** The port to listen on; 0 picks a free one. Takes effect at the next start. */
  port: z.int().min(0).max(65_535),
  /** Host names, besides localhost, under which browsers and programs may reach the hub. */
  allowed_hosts: z.array(z.string().min(1)),
  /**
   * Origins of other web pages that may call the API from a browser, with a token: `["https://app.example"]`. Each must
   * match exactly.
   */
  allowed_origins: z.array(originSchema),
  /** The address at which other devices reach the hub, for the links of `reins pair`. Its name is allowed. */
  public_url: z.url({ protocol: /^https?$/ }).nullable(),
  /**
   * A certificate (PEM file). With `tls_key`, the hub serves HTTPS on `host`, and HTTP only on loopback. Takes effect at the
   * next start.
   */
  tls_cert: z.string().min(1).nullable(),
  /** The key of the certificate (PEM file). Takes effect at the next start. */
  tls_key: z.string().min(1).nullable(),
  /** The port for HTTPS; 0 picks a free one. Takes effect at the next start. */
  https_port: z.int().min(0).max(65_535),
  /** How sessions run by default: `stream` (headless) or `tmux` (in a terminal). */
  default_driver: driverSchema.exclude(['external']),
  /** Whether sessions that the hub starts report every hook event, including tool calls, by default. */
  all_hooks: z.boolean(),
  /**
   * How headless sessions that the hub starts continue after their turn limit, by default:
   * `{"limit": 5, "command": "…"}`.
   */
  auto_continue: autoContinueSchema.nullable(),
  /** Named defaults for new sessions, such as `{"careful": {"model": "opus", "permission_mode": "plan"}}`. */
  templates: templatesSchema,
  /**
   * What happens to sessions that the hub has started when it is stopped (`reins down`, SIGTERM, Ctrl-C): `keep` lets them
   * continue, `stop` stops them first.
   */
  on_shutdown: z.enum(['keep', 'stop']),
  /**
   * Folders and repositories that you have trusted through Reins, besides those you have trusted in Claude Code.
   */
  trusted_folders: z.array(z.string().startsWith('/', 'must be an absolute path')),
  /**
   * How many seconds a request that blocks Claude (from a background subagent, an unattended run or an MCP server) waits
   * for a person whose device is in the foreground, up to 600; 0 for never.
   */
  hold_seconds: z.int().min(0).max(MAX_HOLD_SECONDS),
  /** Days after which the copy of a deleted transcript is removed; 0 keeps everything. */
  history_days: z.int().min(0),
  /** Days without activity after which an ended session is removed from the event log; 0 keeps everything. */
  log_days: z.int().min(0),
  /** Webhooks, ntfy and commands that notify you, besides notifications on devices. */
  notify: z.array(channelSchema).max(20),
  /** The contact for push services: a `mailto:` or `https:` address. */
  push_contact: z.string().regex(/^(?:mailto:|https:\/\/)\S+$/, 'must start with mailto: or https://'),
  /** Whether push services may be inside this network, and without TLS. */
  push_private_addresses: z.boolean(),
  /**
   * In a fleet: what people on other hosts may do here at most (`viewer`, `approver` or `operator`), and which sessions they see:
   * `"all"`, `"none"` or `{"folders": ["/home/me/work"]}`.
   */
  fleet: fleetSettingsSchema,
  /** Which sessions appear in Slack, and who may do what there: `{"threads": […], "roles": {…}}`. With it, the hub runs the Slack app. */
  slack: slackSettingsSchema.nullable(),
});
export type Settings = z.infer<typeof settingsSchema>;

export const DEFAULT_SETTINGS: Settings = {
  host: '127.0.0.1',
  port: 4820,
  allowed_hosts: [],
  allowed_origins: [],
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
  fleet: { max_role: 'operator', share: 'all' },
  slack: null,
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
