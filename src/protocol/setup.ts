/** How far a hub is set up: its hooks, its Claude Code, and where devices reach it. */
import { z } from 'zod';

/** `disabled`: installed, but the file also disables all hooks. `unreadable`: Claude Code ignores the file. */
export const hooksStateSchema = z.enum(['installed', 'missing', 'disabled', 'unreadable']);
export type HooksState = z.infer<typeof hooksStateSchema>;

/** An address at which devices reach the hub. */
export const reachedAtSchema = z.object({
  url: z.string(),
  /** `this_machine`: loopback. `network`: an address of the machine. `public_url`: the setting of that name. */
  from: z.enum(['this_machine', 'network', 'public_url']),
  /** Browsers install the page and allow notifications only over HTTPS, or on this machine. */
  is_secure: z.boolean(),
});
export type ReachedAt = z.infer<typeof reachedAtSchema>;

/** `GET /api/setup` */
export const setupSchema = z.object({
  /** The name of the machine. */
  host: z.string(),
  /** Claude Code's hooks, and the settings file they belong in. */
  hooks: z.object({
    state: hooksStateSchema,
    /** The settings file. */
    file: z.string(),
  }),
  /** Whether the hub finds a Claude Code to start sessions with. */
  has_claude: z.boolean(),
  /** Best first. */
  addresses: z.array(reachedAtSchema),
});
export type Setup = z.infer<typeof setupSchema>;
