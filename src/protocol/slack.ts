/** The setting `slack`: where the threads of sessions are, and which Slack users may do what. */
import { z } from 'zod';
import { deviceRoleSchema } from './devices.ts';

const threadPlaceSchema = z.strictObject({
  /** Only sessions in this folder or below it. */
  folder: z.string().startsWith('/', 'must be an absolute path').optional(),
  /** Only sessions of this host. */
  host: z.string().min(1).optional(),
  /** A channel, or a person for direct messages. */
  to: z.string().regex(/^[CGUW][A-Z0-9]{2,}$/, 'must be the id of a channel (C…, G…) or of a user (U…, W…)'),
});
/** Where the Slack app starts threads. */
export type ThreadPlace = z.infer<typeof threadPlaceSchema>;

export const slackSettingsSchema = z.strictObject({
  /** The first entry that fits a session decides. A session that none fits has no thread. */
  threads: z.array(threadPlaceSchema).max(100),
  /** By the id of a user or a user group. Nobody else may do anything. */
  roles: z.record(
    z.string().regex(/^[UWS][A-Z0-9]{2,}$/, 'must be the id of a user (U…, W…) or of a user group (S…)'),
    deviceRoleSchema,
  ),
});
/** The settings of the Slack app. */
export type SlackSettings = z.infer<typeof slackSettingsSchema>;
