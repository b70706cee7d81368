/** `reins slack`: runs the Slack app until it is stopped. The hub runs the same command if the setting `slack` is set. */
import { locateHome } from '../../hub/home/reins-home.ts';
import { consoleLog } from '../../lib/hub-log.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { findHub } from '../../sdk-node/find-hub.ts';
import { runSlackApp } from '../../slack/slack-app.ts';
import { acquireHomeLock } from '../../store/home-lock.ts';
import { ensureHubToken } from '../slack/hub-token.ts';
import { readSlackSecrets, slackFiles } from '../slack/slack-files.ts';
import { stopSignal } from '../stop-signal.ts';

export interface SlackFlags {
  /** Ends with the hub that started it: when its end of our standard input closes. */
  readonly untilInputEnds?: boolean;
}

export async function slack({ untilInputEnds }: SlackFlags): Promise<number> {
  const files = slackFiles(locateHome(process.env));
  const secrets = readSlackSecrets(files.secrets);
  if (!secrets)
    throw new ReinsError('settings_invalid', 'Slack is not set up. Run "reins slack setup" first.');
  const lock = acquireHomeLock(files.lock);
  if (!lock) {
    throw new ReinsError(
      'hub_already_running',
      'The Slack app is already running for this home, perhaps started by the hub ("reins config get slack").',
    );
  }
  const stopped = new AbortController();
  stopSignal().addEventListener('abort', () => stopped.abort(), { once: true });
  if (untilInputEnds)
    process.stdin
      .on('end', () => stopped.abort())
      .on('error', () => stopped.abort())
      .resume();
  try {
    const operator = findHub(process.env);
    const token = await ensureHubToken(operator, files.secrets, secrets);
    await runSlackApp({
      address: { ...operator.address, token },
      tokens: { app: secrets.app_token, bot: secrets.bot_token },
      journalFile: files.journal,
      apiUrl: process.env['REINS_SLACK_API'],
      output: consoleLog,
      signal: stopped.signal,
    });
  } finally {
    lock.release();
  }
  // Slack's library keeps timers for a connection that is closing.
  setImmediate(() => process.exit());
  return 0;
}
