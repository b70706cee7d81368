/**
 * Finds the token, or the key of a device, in a request. Never reads the query string, which ends up in logs
 * and histories.
 */

/** Browsers cannot set headers on a WebSocket, but they can offer a subprotocol of this form. */
export const TOKEN_PROTOCOL = 'reins.token.';
export const DEVICE_KEY_PROTOCOL = 'reins.device-key.';
export const DEVICE_KEY_HEADER = 'x-reins-device-key';
/** The subprotocol to offer next to it, so that the reply need not repeat the token. */
export const SOCKET_PROTOCOL = 'reins';

type Header = (name: string) => string | undefined;

export function presentedToken(header: Header): string | undefined {
  const authorization = header('authorization');
  if (authorization !== undefined) return /^bearer +(\S+)$/i.exec(authorization.trim())?.[1];
  return offeredAs(TOKEN_PROTOCOL, header);
}

export function presentedDeviceKey(header: Header): string | undefined {
  return header(DEVICE_KEY_HEADER) ?? offeredAs(DEVICE_KEY_PROTOCOL, header);
}

function offeredAs(beginning: string, header: Header): string | undefined {
  if (header('upgrade')?.toLowerCase() !== 'websocket') return undefined;
  const offered = (header('sec-websocket-protocol') ?? '').split(',').map((name) => name.trim());
  return offered.find((name) => name.startsWith(beginning))?.slice(beginning.length);
}

/** The browser asks a person who opens a page by its address for a password, which is the token. */
export function tokenAsPassword(header: Header): string | undefined {
  const encoded = /^basic +(\S+)$/i.exec(header('authorization')?.trim() ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const pair = Buffer.from(encoded, 'base64').toString();
  return pair.slice(pair.indexOf(':') + 1);
}
