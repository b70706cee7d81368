/** The files of the Slack app in `$REINS_HOME`, readable only by their owner: tokens, state and lock. */
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { ReinsHome } from '../../hub/home/reins-home.ts';
import { isMissing } from '../../lib/is-missing.ts';
import { writeFileAtomically } from '../../lib/write-file-atomically.ts';
import { describeIssues } from '../../protocol/describe-issues.ts';
import { ReinsError } from '../../protocol/errors.ts';

const secretsSchema = z.strictObject({
  app_token: z.string().regex(/^xapp-\S+$/, 'must start with xapp-'),
  bot_token: z.string().regex(/^xoxb-\S+$/, 'must start with xoxb-'),
  /** The app's own token for the hub. */
  hub_token: z.string().optional(),
});
export type SlackSecrets = z.infer<typeof secretsSchema>;

export function slackFiles({ folder }: Pick<ReinsHome, 'folder'>) {
  return {
    secrets: join(folder, 'slack.json'),
    journal: join(folder, 'slack-journal.jsonl'),
    lock: join(folder, 'slack.lock'),
  };
}

/** Undefined if there are none yet. Throws `settings_invalid`; the message never contains a token. */
export function readSlackSecrets(file: string): SlackSecrets | undefined {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
    chmodSync(file, 0o600);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw invalid(file, 'it is not JSON.');
  }
  const parsed = secretsSchema.safeParse(json);
  if (!parsed.success) throw invalid(file, describeIssues(parsed.error.issues));
  return parsed.data;
}

export function writeSlackSecrets(file: string, secrets: SlackSecrets): void {
  writeFileAtomically(file, `${JSON.stringify(secretsSchema.parse(secrets), null, 2)}\n`, 0o600);
}

/** What is wrong with a token that a person typed; undefined if it may be one. */
export function tokenProblem(kind: 'app_token' | 'bot_token', token: string): string | undefined {
  const parsed = secretsSchema.shape[kind].safeParse(token);
  return parsed.success ? undefined : parsed.error.issues[0]?.message;
}

function invalid(file: string, why: string): ReinsError {
  return new ReinsError('settings_invalid', `${file} cannot be used: ${why} Run "reins slack setup" again.`, {
    file,
  });
}
