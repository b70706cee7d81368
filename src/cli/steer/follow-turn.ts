/** Shows a session like `reins watch`, until the turn of a prompt is over. */
import { waitUntil } from '../../lib/wait-until.ts';
import type { Client } from '../../sdk/client.ts';
import { showSession } from '../commands/watch.ts';
import { EXIT } from '../exit-codes.ts';
import { type Awaited, awaitTurn } from './await-turn.ts';

/** How long to wait for events of a turn that is over. */
const LAST_TEXT_MS = 20_000;

/** Returns the exit code: a turn that did not complete has failed. */
export async function followTurn(
  client: Client,
  awaited: Awaited,
  { json, signal }: { readonly json?: boolean | undefined; readonly signal: AbortSignal },
): Promise<number> {
  const over = new AbortController();
  let shown = 0;
  const showing = showSession(client, awaited.sessionId, {
    json,
    signal: AbortSignal.any([signal, over.signal]),
    since: awaited.since,
    onShown: (seq) => {
      shown = seq;
    },
  });
  let end = 0;
  const result = await awaitTurn(client, awaited, signal, ({ seq }) => {
    end = seq;
  });
  if (result) {
    // The displayed stream may be slightly behind.
    await waitUntil('all to be shown', () => shown >= end || signal.aborted, {
      timeoutMs: LAST_TEXT_MS,
    }).catch(() => {});
  }
  over.abort();
  await showing;
  return result?.outcome === 'completed' ? EXIT.done : EXIT.failed;
}
