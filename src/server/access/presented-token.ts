/** Finds the token, or the key of a device, that a request carries. Never looks at the query string: those end up in logs and histories. */

/** Browsers cannot set headers on a WebSocket, but they can offer a subprotocol of this form. */
export const TOKEN_PROTOCOL = 'reins.token.';
export const DEVICE_KEY_PROTOCOL = 'reins.device-key.';
export const DEVICE_KEY_HEADER = 'x-reins-device-key';
/** The subprotocol to offer beside it, so that the answer need not repeat the token. */
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

/** A person who opens a page by its address is asked for a password by the browser; the token is that. */
export function tokenAsPassword(header: Header): string | undefined {
  const encoded = /^basic +(\S+)$/i.exec(header('authorization')?.trim() ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const pair = Buffer.from(encoded, 'base64').toString();
  return pair.slice(pair.indexOf(':') + 1);
}
