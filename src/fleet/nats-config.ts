/** Writes the configuration of a NATS server for a fleet: users with their permissions, limits, TLS. */
import { permissionsOf } from './nats-permissions.ts';

export interface NatsUser {
  /** The host that logs in with this key. */
  readonly host: string;
  readonly name: string;
  readonly publicKey: string;
  readonly isFounder: boolean;
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
  return `# NATS server of the fleet "${fleet}", written by "reins fleet". Changes are overwritten when hosts are invited or removed.
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
    return `# Without TLS, everyone on the network between your machines can read the sessions. Listen on a private network
# (WireGuard, Tailscale, SSH tunnel) only, or run "reins fleet init" with --tls-cert and --tls-key.
`;
  return `tls {
  cert_file: ${quote(tls.certFile)}
  key_file: ${quote(tls.keyFile)}
}
`;
}

function renderUser({ host, name, publicKey, isFounder }: NatsUser): string {
  const { publish, subscribe } = permissionsOf(host, { isFounder });
  return `    # ${name}
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
