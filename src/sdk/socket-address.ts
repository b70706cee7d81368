/** Where a WebSocket of the hub is, and how a token or a device's key gets in: browsers let a page set no headers on it. */
import type { HubAddress } from './hub-request.ts';

export async function socketUrl({ url }: HubAddress, path: string, signal: AbortSignal): Promise<string> {
  const target = new URL(`/api${path}`, typeof url === 'function' ? await url(signal) : url);
  target.protocol = target.protocol === 'https:' ? 'wss:' : 'ws:';
  return target.href;
}

export function socketProtocols({ token, deviceKey }: Omit<HubAddress, 'url'>): string[] {
  return [
    'reins',
    ...(token ? [`reins.token.${token}`] : []),
    ...(deviceKey ? [`reins.device-key.${deviceKey}`] : []),
  ];
}
