/** What `config.json` holds and `GET /api/settings` shows. */
import { z } from 'zod';
import { driverSchema } from './session.ts';

export const settingsSchema = z.strictObject({
  /** The address the hub listens on; takes effect when it starts. */
  host: z.string().min(1),
  /** 0 picks a free one; takes effect when the hub starts. */
  port: z.int().min(0).max(65_535),
  /** Names, beside those of loopback, under which browsers and programs may reach the hub. */
  allowed_hosts: z.array(z.string().min(1)),
  /** How the hub runs Claude Code when nobody says otherwise. */
  default_driver: driverSchema.exclude(['external']),
});
export type Settings = z.infer<typeof settingsSchema>;

export const DEFAULT_SETTINGS: Settings = {
  host: '127.0.0.1',
  port: 4820,
  allowed_hosts: [],
  default_driver: 'stream',
};

/** The file itself: only what differs from the defaults. */
export const settingsFileSchema = settingsSchema.partial();
export type SettingsFile = z.infer<typeof settingsFileSchema>;

const { host, port, allowed_hosts, default_driver } = settingsSchema.shape;

/** `PATCH /api/settings`; null puts a setting back to its default. */
export const settingsPatchSchema = z.strictObject({
  host: host.nullable().optional(),
  port: port.nullable().optional(),
  allowed_hosts: allowed_hosts.nullable().optional(),
  default_driver: default_driver.nullable().optional(),
});
export type SettingsPatch = z.infer<typeof settingsPatchSchema>;
