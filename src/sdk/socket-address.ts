/** Where a WebSocket of the hub is, and how a token gets in: browsers let a page set no headers on it. */
import type { HubAddress } from './hub-request.ts';

export function socketUrl({ url }: HubAddress, path: string): string {
  const target = new URL(`/api${path}`, typeof url === 'function' ? url() : url);
  target.protocol = target.protocol === 'https:' ? 'wss:' : 'ws:';
  return target.href;
}

export function socketProtocols({ token }: HubAddress): string[] {
  return token ? ['reins', `reins.token.${token}`] : ['reins'];
}
