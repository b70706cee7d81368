/** `reins acp`: serves the hub's sessions to an editor over standard input and output, which carry only the protocol. */
import { Readable } from 'node:stream';
import { ndJsonStream } from '@agentclientprotocol/sdk';
import { createAcpAgent } from '../../acp/acp-agent.ts';
import { DeletedSessions } from '../../acp/deleted-sessions.ts';
import { locateHome } from '../../hub/home/reins-home.ts';
import { REINS_VERSION } from '../../lib/version.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { startingDriverSchema } from '../../protocol/steering.ts';
import type { Client } from '../../sdk/client.ts';
import { leaveSessions } from '../../sdk-node/leave-sessions.ts';
import { ensureHub } from '../steer/ensure-hub.ts';
import { type RunOptions, runChoices } from '../steer/run-choices.ts';
import { untilLeft } from '../until-left.ts';

/** A person may think for a while; the next prompt resumes the session. */
const EDITOR_IDLE_SECONDS = 3600;

/** As commander passes them. */
export type AcpFlags = RunOptions & { readonly driver?: string };

export async function acp({ driver, ...options }: AcpFlags): Promise<number> {
  const chosen = startingDriverSchema.optional().safeParse(driver);
  if (!chosen.success) throw new ReinsError('invalid_request', '--driver must be "stream" or "tmux".');
  const output = takeOutput();
  const input = Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>;
  const started = new Set<string>();
  let client: Client | undefined;
  const leave = async (ids: Iterable<string>) => client && leaveSessions(client, ids);
  const agent = createAcpAgent({
    hub: async () => {
      client = (await ensureHub(process.env, true)).client;
      return client;
    },
    version: REINS_VERSION,
    driver: chosen.data,
    defaults: { end_when_idle_seconds: EDITOR_IDLE_SECONDS, ...runChoices(options) },
    deleted: new DeletedSessions(locateHome(process.env).editorDeletedFile),
    onStart: (sessionId) => started.add(sessionId),
    onClose: (sessionId) => void (started.delete(sessionId) && leave([sessionId])),
  });
  const { closed } = agent.connect(ndJsonStream(output, input));
  await Promise.race([closed.catch(() => {}), untilLeft()]);
  await leave(started);
  return 0;
}

/**
 * Reserves standard output for the protocol: everything else that this process prints goes to standard error. Call it once,
 * before anything is printed. Writes wait until the reader has consumed them.
 */
function takeOutput(): WritableStream<Uint8Array> {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write;
  return new WritableStream({
    write: (chunk) =>
      new Promise<void>((resolve, reject) => {
        write(chunk, (error) => (error ? reject(error) : resolve()));
      }),
  });
}
