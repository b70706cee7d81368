/** A real NATS server for tests, configured by our own founding of a fleet, in a folder of its own. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createUser } from '@nats-io/nkeys';
import type { NatsConnection } from '@nats-io/transport-node';
import { admitHost, inviteHost } from '../../src/fleet/admission.ts';
import { connectNats } from '../../src/fleet/connect-nats.ts';
import { type FleetFiles, fleetFilesIn } from '../../src/fleet/fleet-files.ts';
import { foundFleet } from '../../src/fleet/founding.ts';
import { decodeInvitation } from '../../src/fleet/invitation.ts';
import type { Membership } from '../../src/fleet/membership.ts';
import { waitUntil } from '../../stage/patience.ts';

export interface NatsFixture {
  readonly url: string;
  /** The founder's files. */
  readonly files: FleetFiles;
  readonly founder: Membership;
  /** Adds a host as if it had joined. */
  admit(name: string): Membership;
  /** A folder for another host. */
  newHome(): string;
  kill(signal: NodeJS.Signals): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** `home` is the founder's. */
export async function startNats(home?: string): Promise<NatsFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'reins-fleet-'));
  const files = fleetFilesIn(home ?? join(folder, 'founder'));
  const address = `127.0.0.1:${await freePort()}`;
  const url = `nats://${address}`;
  const now = new Date().toISOString();
  const founder = foundFleet(files, { fleet: 'test', name: 'home', listen: address, url, now });
  let server: ChildProcess | undefined;
  let homes = 0;
  const fixture: NatsFixture = {
    url,
    files,
    founder,
    admit(name) {
      const { host, invitation } = inviteHost(files, { name, now });
      const key = createUser();
      admitHost(files, host.id, key.getPublicKey(), now);
      const { fleet, host_id, servers, founder: founderId } = decodeInvitation(invitation);
      const login = { type: 'nkey', seed: new TextDecoder().decode(key.getSeed()) } as const;
      return { fleet, host_id, name, servers, founder: founderId, joined_at: now, login };
    },
    newHome: () => join(folder, `host-${++homes}`),
    async start() {
      server = spawn('nats-server', ['-c', files.natsFile], { stdio: ['ignore', 'ignore', 'pipe'] });
      let output = '';
      server.stderr?.on('data', (data) => {
        output += data;
      });
      for (;;) {
        if (server.exitCode !== null) throw new Error(`nats-server ended: ${output}`);
        const connection = await connectNats(founder, { isOnce: true }).catch(() => undefined);
        await connection?.close();
        if (connection) return;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async kill(signal) {
      if (!server || server.exitCode !== null || server.signalCode !== null) return;
      const ended = once(server, 'exit');
      server.kill(signal);
      if (signal !== 'SIGSTOP' && signal !== 'SIGCONT') await ended;
    },
    async stop() {
      await fixture.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await fixture.start();
  return fixture;
}

/** A server that has just read its users again may refuse a new one, or leave it waiting, for a moment. */
export function connectSoon(member: Membership): Promise<NatsConnection> {
  return waitUntil(`NATS to accept ${member.name}`, () => connectNats(member).catch(() => undefined));
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
