/** Converts the hub's errors to errors of the protocol: the hub's message, and its code for programs. */
import { RequestError } from '@agentclientprotocol/sdk';
import { untrustedFolder, untrustedText } from '../core/wording/trust-text.ts';
import { ERROR_STATUS, ReinsError } from '../protocol/errors.ts';

const INVALID_PARAMS = -32602;
const INTERNAL = -32603;
const AUTH_REQUIRED = -32000;

/** Runs one call. Its errors reach the editor as readable text. */
export async function answering<T>(sessionId: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toRequestError(error, sessionId);
  }
}

export function toRequestError(error: unknown, sessionId?: string): unknown {
  if (!(error instanceof ReinsError)) return error;
  const { code, message, details } = error;
  if (code === 'session_not_found' && sessionId !== undefined) return RequestError.sessionNotFound(sessionId);
  const folder = untrustedFolder(error);
  const words =
    folder === undefined
      ? message
      : `${untrustedText(folder)} If you trust it, run "reins new --trust" or "claude" in a terminal there once, then try again.`;
  return new RequestError(rpcCode(error), words, { code, ...(details && { details }) });
}

function rpcCode({ code }: ReinsError): number {
  if (code === 'unauthorized') return AUTH_REQUIRED;
  const status: number = ERROR_STATUS[code];
  return status === 400 || status === 413 || status === 422 ? INVALID_PARAMS : INTERNAL;
}
