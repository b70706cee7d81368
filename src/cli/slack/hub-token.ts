/** The Slack app's own token for the hub, named `slack`: answers are recorded as `NAME via slack`. */
import { ReinsError } from '../../protocol/errors.ts';
import { type Client, createClient } from '../../sdk/client.ts';
import type { HubAddress } from '../../sdk/hub-request.ts';
import { type SlackSecrets, writeSlackSecrets } from './slack-files.ts';

const NAME = 'slack';

/** Creates it if there is none, or if it was revoked. `operator` is the connection of the person who starts the app. */
export async function ensureHubToken(
  operator: { readonly client: Client; readonly address: HubAddress },
  file: string,
  secrets: SlackSecrets,
): Promise<string> {
  const { hub_token } = secrets;
  if (hub_token !== undefined && (await isValid({ ...operator.address, token: hub_token }))) return hub_token;
  const { tokens } = operator.client;
  const isTaken = (await tokens.list()).items.some(({ name }) => name === NAME);
  // Only its hash is known, so it cannot be used any more.
  if (isTaken) await tokens.revoke(NAME);
  const { token } = await tokens.add(NAME, 'operator');
  writeSlackSecrets(file, { ...secrets, hub_token: token });
  return token;
}

async function isValid(address: HubAddress): Promise<boolean> {
  try {
    await createClient(address).me();
    return true;
  } catch (error) {
    if (error instanceof ReinsError && error.code === 'unauthorized') return false;
    throw error;
  }
}
