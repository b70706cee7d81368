/** Asks all other hosts of the fleet the same question in parallel, with a deadline; names those that did not respond. */
import type { Context } from 'hono';
import type { AppEnv } from './app-env.ts';
import type { ServerDeps } from './server-deps.ts';

const DEADLINE_MS = 3000;

export interface Gathered<Answer> {
  readonly answers: readonly { readonly hostId: string; readonly name: string; readonly answer: Answer }[];
  /** The names of hosts that did not respond. */
  readonly missing: readonly string[];
}

/** `queries`: what to ask each host, by its id; hosts that are not in it are not asked. */
export async function gather<Answer>(
  { fleet }: Pick<ServerDeps, 'fleet'>,
  c: Context<AppEnv>,
  path: string,
  queries: ReadonlyMap<string, URLSearchParams>,
): Promise<Gathered<Answer>> {
  const hosts = fleet.list().items.filter(({ host_id, is_self }) => !is_self && queries.has(host_id));
  const missing: string[] = [];
  const asked = hosts.map(async ({ host_id: hostId, name }) => {
    const url = new URL(path, 'http://localhost');
    url.search = String(queries.get(hostId));
    try {
      const request = new Request(url, { signal: AbortSignal.timeout(DEADLINE_MS) });
      const response = await fleet.forward(hostId, request, c.get('identity'));
      if (response.ok) return [{ hostId, name, answer: (await response.json()) as Answer }];
    } catch {
      // The host is named as missing.
    }
    missing.push(name);
    return [];
  });
  return { answers: (await Promise.all(asked)).flat(), missing: missing.sort() };
}
