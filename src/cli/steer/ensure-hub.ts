/** A hub to talk to: the one that runs, or, for a person who waits, one that is started for the purpose. */
import { ReinsError } from '../../protocol/errors.ts';
import { type Connection, findHub } from '../../sdk-node/find-hub.ts';
import { launchHub } from '../launch-hub.ts';

/**
 * Throws `hub_not_running` where a hub must not be started: in a script, or when REINS_URL names one. `isPersonThere` is
 * known where there is no terminal to tell it by, as behind an editor.
 */
export async function ensureHub(
  env: NodeJS.ProcessEnv,
  isPersonThere: boolean = process.stdin.isTTY,
): Promise<Connection> {
  const running = await find(env).catch((error: unknown) => {
    const isMissing = error instanceof ReinsError && error.code === 'hub_not_running';
    if (!isMissing || env['REINS_URL'] || !isPersonThere) throw error;
    return undefined;
  });
  if (running) return running;
  const launched = await launchHub(['up'], env);
  if (launched.hub) {
    console.error(
      `reins: no hub was running, so one was started at ${launched.hub.url}. "reins down" stops it.`,
    );
    return findHub(env);
  }
  // Another command may have started one in the same moment.
  return find(env).catch(() => {
    throw new ReinsError('hub_not_running', `The hub does not start. It says: "${launched.output.trim()}"`);
  });
}

async function find(env: NodeJS.ProcessEnv): Promise<Connection> {
  const connection = findHub(env);
  await connection.client.health();
  return connection;
}
