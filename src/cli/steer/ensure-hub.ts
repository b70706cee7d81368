/** Finds the running hub, or starts one for a person who waits. */
import { ReinsError } from '../../protocol/errors.ts';
import { type Connection, findHub } from '../../sdk-node/find-hub.ts';
import { launchHub } from '../launch-hub.ts';

/**
 * Throws `hub_not_running` if a hub must not be started: in a script, or if REINS_URL names one.
 * `isPersonThere` is given if there is no terminal to detect it, as behind an editor.
 */
export async function ensureHub(
  env: NodeJS.ProcessEnv,
  isPersonThere: boolean = process.stdin.isTTY,
): Promise<Connection & { readonly isNew?: true }> {
  const running = await find(env).catch((error: unknown) => {
    const isMissing = error instanceof ReinsError && error.code === 'hub_not_running';
    if (!isMissing || env['REINS_URL'] || !isPersonThere) throw error;
    return undefined;
  });
  if (running) return running;
  const launched = await launchHub(['up'], env);
  if (launched.hub) {
    console.error(
      `reins: started a hub at ${launched.hub.url}, because none was running. "reins down" stops it.`,
    );
    return { ...findHub(env), isNew: true };
  }
  // Another command may have started one at the same moment.
  return find(env).catch(() => {
    throw new ReinsError('hub_not_running', `The hub could not be started: "${launched.output.trim()}"`);
  });
}

async function find(env: NodeJS.ProcessEnv): Promise<Connection> {
  const connection = findHub(env);
  await connection.client.health();
  return connection;
}
