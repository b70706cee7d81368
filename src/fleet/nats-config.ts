/** Writes the configuration of a NATS server for a fleet: users with their permissions, limits, TLS. */
import type { HostPermissions } from './nats-permissions.ts';

export interface NatsUser {
  /** For people who read the file. */
  readonly comment: string;
  readonly publicKey: string;
  readonly permissions: HostPermissions;
}

export interface NatsServerOptions {
  readonly fleet: string;
  /** `ADDRESS:PORT` to listen on. */
  readonly listen: string;
  readonly storeFolder: string;
  readonly pidFile: string;
  readonly tls?: { readonly certFile: string; readonly keyFile: string } | undefined;
  readonly users: readonly NatsUser[];
}

/** One call may be answered in this many messages, for this long; NATS drops what comes after. */
const RESPONSES = '{ max: 100000, expires: "15m" }';

export function renderNatsConfig(options: NatsServerOptions): string {
  const { fleet, listen, storeFolder, pidFile, tls, users } = options;
  return `# NATS server of the fleet "${fleet}", written by "reins fleet": your changes are overwritten when a host is invited, joins
# or is removed. Start it with "nats-server -c" and this file.
server_name: ${quote(`reins-${fleet}`)}
listen: ${quote(listen)}
pid_file: ${quote(pidFile)}
max_payload: 1MB

jetstream {
  store_dir: ${quote(storeFolder)}
  max_memory_store: 64MB
  max_file_store: 4GB
}

${renderTls(tls)}
authorization {
  users: [
${users.map(renderUser).join('\n')}
  ]
}
`;
}

function renderTls(tls: NatsServerOptions['tls']): string {
  if (!tls)
    return `# There is no TLS: anyone on the network between your machines can read the sessions. Listen only on a private network
# (WireGuard, Tailscale, an SSH tunnel), or run "reins fleet init" again with --tls-cert and --tls-key.
`;
  return `tls {
  cert_file: ${quote(tls.certFile)}
  key_file: ${quote(tls.keyFile)}
}
`;
}

function renderUser({ comment, publicKey, permissions: { publish, subscribe } }: NatsUser): string {
  return `    # ${comment}
    {
      nkey: ${publicKey}
      permissions {
        publish: { allow: [${publish.map(quote).join(', ')}] }
        subscribe: { allow: [${subscribe.map(quote).join(', ')}] }
        allow_responses: ${RESPONSES}
      }
    }`;
}

function quote(text: string): string {
  return JSON.stringify(text);
}
