/** A second terminal with only `curl` and a token: one call and its response. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Interaction } from '../../src/protocol/interactions.ts';
import { waitUntil } from '../../stage/patience.ts';
import type { Stage } from '../../stage/stage.ts';
import type { StageHub } from '../stage-hub.ts';

const run = promisify(execFile);

export function plainCurl(stage: Stage, hub: StageHub) {
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, looked at by tests
  const call = async (method: string, path: string, body?: object): Promise<any> => {
    const args = ['-sS', '-X', method, '-H', `Authorization: Bearer ${hub.token}`, `${hub.url}/api${path}`];
    if (body) args.push('-H', 'Content-Type: application/json', '--data', JSON.stringify(body));
    const { stdout } = await run('curl', args, { env: stage.env });
    return JSON.parse(stdout);
  };
  return {
    call,
    /** The pending requests, once there are this many that can be answered from here. */
    waiting: (count = 1): Promise<Interaction[]> =>
      waitUntil(
        `${count} interactions`,
        async () => {
          const { items } = await call('GET', '/interactions?state=open');
          const ready = (items as Interaction[]).filter(({ routes }) => routes.length > 0);
          return ready.length === count && ready;
        },
        { everyMs: 100 },
      ),
    /** The closed interaction; on a slow machine, its proof arrives after the call has returned. */
    answer: async (interaction: Interaction | undefined, body: object): Promise<Interaction> => {
      let closed: Interaction = await call('POST', `/interactions/${interaction?.id}/answer`, body);
      await waitUntil(
        'proof',
        async () => {
          if (closed.answer?.applied !== 'sent') return true;
          closed = (await call('GET', `/interactions?id=${interaction?.id}`)).items[0];
          return false;
        },
        { everyMs: 100 },
      );
      return closed;
    },
  };
}
