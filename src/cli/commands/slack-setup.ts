/** `reins slack setup`: prints the app manifest, and asks for the two tokens. */
import { WebClient } from '@slack/web-api';
import { locateHome, prepareHome } from '../../hub/home/reins-home.ts';
import { textOf } from '../../lib/json-values.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { MANIFEST } from '../../slack/manifest.ts';
import { printLine } from '../print.ts';
import { askSecret } from '../slack/ask-secret.ts';
import { readSlackSecrets, slackFiles, tokenProblem, writeSlackSecrets } from '../slack/slack-files.ts';

export async function slackSetup({ manifest }: { readonly manifest?: boolean }): Promise<number> {
  await printLine(JSON.stringify(MANIFEST, null, 2));
  if (manifest) return 0;
  const home = locateHome(process.env);
  prepareHome(home);
  const { secrets: file } = slackFiles(home);
  const print = (text: string) => console.error(text);
  print(`
1. Open https://api.slack.com/apps, choose "Create New App", "From a manifest" and your workspace, and paste the
   manifest above as JSON.
2. Under "Basic Information", "App-Level Tokens", generate a token with the scope connections:write (xapp-…).
3. Under "Install App", install it in the workspace and copy the "Bot User OAuth Token" (xoxb-…).
`);
  const app_token = await ask('app_token', 'App-level token (xapp-…): ', 'SLACK_APP_TOKEN');
  const bot_token = await ask('bot_token', 'Bot token (xoxb-…): ', 'SLACK_BOT_TOKEN');
  const { team, user } = await check(app_token, bot_token);
  const hub_token = readSlackSecrets(file)?.hub_token;
  writeSlackSecrets(file, { app_token, bot_token, ...(hub_token && { hub_token }) });
  print(`
Slack accepts both tokens: the app is ${user} in ${team}. They are in ${file}, readable only by you.

4. Invite the app to a channel: /invite @${user}
5. Choose which sessions go to which channel, and what each person may do. The id of a channel is at the end of its
   link ("Copy link"); the id of a person is in their profile ("Copy member ID"):
   reins config set slack '{"threads": [{"to": "C0123456789"}], "roles": {"U0123456789": "operator"}}'
The hub then runs the app. To run it in this terminal instead: reins slack`);
  return 0;
}

/** From the environment, or typed without an echo. */
async function ask(kind: 'app_token' | 'bot_token', question: string, variable: string): Promise<string> {
  const token = process.env[variable]?.trim() ?? (await askSecret(question));
  if (token === undefined)
    throw new ReinsError(
      'invalid_request',
      `No token was entered. Run this in a terminal, or set ${variable}.`,
    );
  const problem = tokenProblem(kind, token);
  if (problem) throw new ReinsError('invalid_request', `This is not the right token: it ${problem}.`);
  return token;
}

async function check(app: string, bot: string): Promise<{ readonly team: string; readonly user: string }> {
  const slackApiUrl = process.env['REINS_SLACK_API'];
  const client = (token: string) =>
    new WebClient(token, { ...(slackApiUrl && { slackApiUrl }), retryConfig: { retries: 1 } });
  try {
    const { team, user } = await client(bot).auth.test();
    await client(app).apps.connections.open({});
    return { team: textOf(team), user: textOf(user) };
  } catch (error) {
    throw new ReinsError('invalid_request', `Slack did not accept the tokens: ${(error as Error).message}.`);
  }
}
