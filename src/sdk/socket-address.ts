/** The address of a hub's WebSocket, including the token or device key: browsers cannot set headers on it. */
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
