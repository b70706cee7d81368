/** A real NATS server for tests, with users made by our own configuration, in a folder of its own. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createUser } from '@nats-io/nkeys';
import { connectNats } from '../../src/fleet/connect-nats.ts';
import { type Membership, newHostId } from '../../src/fleet/membership.ts';
import { renderNatsConfig } from '../../src/fleet/nats-config.ts';

export interface NatsFixture {
  readonly url: string;
  readonly folder: string;
  /** One per name, the founder first. */
  readonly members: readonly Membership[];
  kill(signal: NodeJS.Signals): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function startNats(names: readonly string[]): Promise<NatsFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'reins-nats-'));
  const port = await freePort();
  const url = `nats://127.0.0.1:${port}`;
  const users = names.map((name) => ({ name, host: newHostId(), key: createUser() }));
  const config = join(folder, 'nats.conf');
  writeFileSync(
    config,
    renderNatsConfig({
      fleet: 'test',
      listen: `127.0.0.1:${port}`,
      storeFolder: join(folder, 'jetstream'),
      pidFile: join(folder, 'nats.pid'),
      users: users.map(({ name, host, key }, index) => ({
        ...{ name, host, publicKey: key.getPublicKey(), isFounder: index === 0 },
      })),
    }),
  );
  const members = users.map(({ name, host, key }) => ({
    ...{ fleet: 'test', host_id: host, name, servers: [url], joined_at: new Date().toISOString() },
    login: { type: 'nkey' as const, seed: new TextDecoder().decode(key.getSeed()) },
  }));
  let server: ChildProcess | undefined;
  const fixture: NatsFixture = {
    url,
    folder,
    members,
    async start() {
      server = spawn('nats-server', ['-c', config], { stdio: ['ignore', 'ignore', 'pipe'] });
      let output = '';
      server.stderr?.on('data', (data) => {
        output += data;
      });
      const [first] = members;
      while (first) {
        if (server.exitCode !== null) throw new Error(`nats-server ended: ${output}`);
        const connection = await connectNats(first, { isOnce: true }).catch(() => undefined);
        await connection?.close();
        if (connection) return;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async kill(signal) {
      if (!server || server.exitCode !== null) return;
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
