/** Ways to make the hub reachable for a phone, best first; programs that are installed come before others. */

export interface Way {
  readonly name: string;
  /** The program that it needs, if any. */
  readonly program?: string;
  readonly command: string;
}

function waysToReach(port: number): readonly Way[] {
  return [
    {
      name: 'Tailscale, for your own devices',
      program: 'tailscale',
      command: `tailscale serve --bg ${port}`,
    },
    {
      name: 'Caddy, for your own domain',
      program: 'caddy',
      command: `caddy reverse-proxy --from hub.example --to 127.0.0.1:${port}`,
    },
    {
      name: 'Cloudflare Tunnel, with Cloudflare Access in front',
      program: 'cloudflared',
      command: `cloudflared tunnel --url http://127.0.0.1:${port}`,
    },
    { name: 'Your own certificate', command: 'reins up --host 0.0.0.0 --cert cert.pem --key key.pem' },
    { name: 'Plain HTTP, without notifications', command: 'reins up --host 0.0.0.0' },
  ];
}

export function describeWays(port: number, isInstalled: (program: string) => boolean): string[] {
  const ways = waysToReach(port).map((way) => ({
    ...way,
    isReady: way.program !== undefined && isInstalled(way.program),
  }));
  const sorted = [...ways.filter(({ isReady }) => isReady), ...ways.filter(({ isReady }) => !isReady)];
  return sorted.flatMap(({ name, command, isReady }) => [
    `  ${name}${isReady ? ' (installed)' : ''}`,
    `    ${command}`,
  ]);
}
