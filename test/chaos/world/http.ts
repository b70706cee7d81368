/** HTTP calls to the hub over a connection that may break at any moment. */

export interface Target {
  readonly url: string;
  readonly token: string;
  /** How long to wait for a response. */
  readonly patienceMs?: number;
}

export interface Response {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: responses of many shapes
  readonly body: any;
}

/** Faults break and pause connections, so a call is repeated after this time. */
const GIVE_UP_MS = 10_000;

/** Throws if the connection breaks or nothing comes back. */
export async function callHub(
  { url, token, patienceMs = GIVE_UP_MS }: Target,
  method: string,
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(patienceMs),
  });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : undefined };
}

/** The message of a failed call including its cause, which fetch hides. */
export function describeFailure(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
