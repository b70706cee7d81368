/** `reins acp`: serves the hub's sessions to an editor over standard input and output, which carry only the protocol. */
import { Readable } from 'node:stream';
import { ndJsonStream } from '@agentclientprotocol/sdk';
import { createAcpAgent } from '../../acp/acp-agent.ts';
import { REINS_VERSION } from '../../lib/version.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { startingDriverSchema } from '../../protocol/steering.ts';
import { ensureHub } from '../steer/ensure-hub.ts';
import { type RunOptions, runChoices } from '../steer/run-choices.ts';

/** As commander passes them. */
export type AcpFlags = RunOptions & { readonly driver?: string };

export async function acp({ driver, ...options }: AcpFlags): Promise<number> {
  const chosen = startingDriverSchema.optional().safeParse(driver);
  if (!chosen.success) throw new ReinsError('invalid_request', '--driver must be "stream" or "tmux".');
  const output = takeOutput();
  const input = Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>;
  const agent = createAcpAgent({
    hub: async () => (await ensureHub(process.env, true)).client,
    version: REINS_VERSION,
    driver: chosen.data,
    defaults: runChoices(options),
  });
  await agent.connect(ndJsonStream(output, input)).closed.catch(() => {});
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
