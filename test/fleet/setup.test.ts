/** Setting up a fleet as docs/fleet.md says, by its commands alone: several homes, the built `reins`, a real NATS server. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import { decodeInvitation, encodeInvitation } from '../../src/fleet/invitation.ts';
import type { HostList } from '../../src/protocol/fleet.ts';
import { waitUntil } from '../../stage/patience.ts';
import { type ReinsProcess, type ReinsUser, reinsTest, startReins } from '../reins-process.ts';
import { freePort } from './nats-fixture.ts';

/** The commands in the section "Set up" of the documentation, with the machine on which each runs. */
function documentedSteps(): { host: string; command: string }[] {
  const markdown = readFileSync(resolve(import.meta.dirname, '../../docs/fleet.md'), 'utf8');
  const section = markdown.split(/^## /m).find((text) => text.startsWith('Set up\n')) ?? '';
  return [...section.matchAll(/^```sh\n# on the (\w+)\n([\s\S]*?)^```/gm)].flatMap(
    ([, host = '', lines = '']) =>
      lines
        .trim()
        .split('\n')
        .map((command) => ({ host, command })),
  );
}

/** Machines of one person, in one folder: each has its home. */
class Machines {
  readonly #user: ReinsUser;
  readonly #servers: ChildProcess[] = [];

  constructor(user: ReinsUser) {
    this.#user = user;
  }

  home(host: string): string {
    return join(this.#user.folder, host);
  }

  start(host: string, args: readonly string[], more: Readonly<Record<string, string>> = {}): ReinsProcess {
    return startReins(args, { ...this.#user.env, REINS_HOME: this.home(host), ...more });
  }

  /** The output of a command that must succeed. */
  async run(host: string, ...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.start(host, args).exited;
    if (code !== 0) throw new Error(`reins ${args.join(' ')} failed: ${stdout}${stderr}`);
    return stdout;
  }

  /** The message of a command that must fail. */
  async failure(host: string, args: readonly string[], more = {}): Promise<string> {
    const { code, stderr } = await this.start(host, args, more).exited;
    expect(code).not.toBe(0);
    return stderr;
  }

  async hosts(host: string): Promise<HostList> {
    return JSON.parse(await this.run(host, 'fleet', 'ls', '--json'));
  }

  startNats(config: string): void {
    const server = spawn('nats-server', ['-c', config], { stdio: 'ignore', env: this.#user.env });
    this.#servers.push(server);
  }

  async stopNats(): Promise<void> {
    for (const server of this.#servers) {
      const ended = once(server, 'exit');
      server.kill();
      await ended;
    }
  }
}

const states = ({ items }: HostList) =>
  items.map(({ name, state, max_role }) => [name, state, max_role].join(' ')).sort();

reinsTest(
  'the steps in the documentation make a fleet; hosts join once, leave and are removed',
  async ({ user }) => {
    const machines = new Machines(user);
    const address = `127.0.0.1:${await freePort()}`;
    let invitation = '';
    try {
      for (const { host, command } of documentedSteps()) {
        if (command.startsWith('nats-server -c')) {
          machines.startNats(join(machines.home(host), command.replace('nats-server -c ~/.reins/', '')));
          continue;
        }
        const args = command
          .replace('100.64.0.1', address)
          .replace('INVITATION', invitation)
          .split(' ')
          .slice(1);
        if (args[0] === 'up') await machines.start(host, ['up', '--port', '0']).waitForOutput(/is up at/);
        else if (args[1] === 'status')
          await waitUntil('a connected hub', async () =>
            /^Hub {7}connected$/m.test(await machines.start(host, args).exited.then(({ stdout }) => stdout)),
          );
        else {
          const stdout = await machines.run(host, ...args);
          invitation = /reins-fleet-1:\S+/.exec(stdout)?.[0] ?? invitation;
          if (args[1] === 'ls') expect(stdout).toMatch(/^laptop .* online .*\nworkstation .* online /m);
        }
      }
      await expect(machines.failure('thief', ['fleet', 'join', invitation])).resolves.toMatch(
        /refused the login\. The invitation was used/,
      );

      const limited = JSON.parse(
        await machines.run('workstation', 'fleet', 'invite', 'ci', '--role', 'viewer', '--json'),
      );
      const late = encodeInvitation({
        ...decodeInvitation(limited.invitation),
        expires_at: '2020-01-01T00:00:00Z',
      });
      expect(await machines.failure('ci', ['fleet', 'join', late])).toContain('expired at 2020');
      expect(await machines.failure('ci', ['fleet', 'join', limited.invitation.slice(0, 80)])).toContain(
        'not a whole invitation',
      );
      expect(await machines.run('ci', 'fleet', 'join', limited.invitation)).toContain(
        'may act here as viewer',
      );
      await machines.start('ci', ['up', '--port', '0']).waitForOutput(/is up at/);
      const everyone = ['ci online viewer', 'laptop online operator', 'workstation online operator'];
      await waitUntil(
        'three hosts',
        async () => String(states(await machines.hosts('laptop'))) === String(everyone),
      );
      expect(await machines.failure('laptop', ['fleet', 'invite', 'x'])).toContain(
        'Only the host that founded',
      );

      expect(await machines.run('laptop', 'fleet', 'rotate')).toContain('laptop has a new key');
      expect(await machines.run('workstation', 'fleet', 'remove', 'ci')).toContain(
        'no longer accepts its key',
      );
      expect(await machines.failure('workstation', ['fleet', 'remove', 'ci'])).toContain(
        'There is no host ci',
      );
      // NATS reads its users a moment after the command.
      await waitUntil('ci to be refused', async () => {
        const { code, stdout } = await machines.start('ci', ['fleet', 'status']).exited;
        return code === 1 && stdout.includes('This host was removed');
      });
      await waitUntil('ci to be gone', async () => (await machines.hosts('laptop')).items.length === 2);

      // A removed host joins again under its name.
      const again = JSON.parse(await machines.run('workstation', 'fleet', 'invite', 'ci', '--json'));
      expect(await machines.run('ci', 'fleet', 'join', again.invitation)).toContain('"ci"');
      await waitUntil(
        'three hosts again',
        async () => states(await machines.hosts('laptop')).join() === everyone.join(),
      );
      await machines.run('workstation', 'fleet', 'remove', 'ci');
      await waitUntil('ci to be gone', async () => (await machines.hosts('laptop')).items.length === 2);

      expect(await machines.failure('workstation', ['fleet', 'leave'])).toContain(
        'the fleet ends for laptop',
      );
      expect(await machines.run('laptop', 'fleet', 'leave')).toContain('its key is revoked');
      await waitUntil(
        'laptop to be gone',
        async () => (await machines.hosts('workstation')).items.length === 1,
      );
      expect(await machines.run('workstation', 'fleet', 'leave')).toContain('The fleet has ended');
      expect(await machines.run('workstation', 'fleet', 'leave')).toContain('not in a fleet');
    } finally {
      await machines.stopNats();
    }
  },
);

reinsTest('an existing server with users or with a token is enough', async ({ user }) => {
  const machines = new Machines(user);
  const ports = [await freePort(), await freePort()];
  const logins = ['users: [{user: a, password: one}, {user: b, password: two}]', 'token: "secret"'];
  for (const [index, login] of logins.entries()) {
    const config = join(user.folder, `nats-${index}.conf`);
    writeFileSync(
      config,
      `listen: "127.0.0.1:${ports[index]}"\njetstream { store_dir: "${user.folder}/js-${index}" }\nauthorization { ${login} }\n`,
    );
    machines.startNats(config);
  }
  const [withUsers, withToken] = ports.map((port) => [
    'fleet',
    'join',
    '--server',
    `nats://127.0.0.1:${port}`,
  ]) as [string[], string[]];
  const password = { NATS_PASSWORD: 'one' };
  try {
    const joined = await waitUntil('NATS to start', async () => {
      const { code, stdout } = await machines.start(
        'a',
        [...withUsers, '--user', 'a', '--name', 'a', '--fleet', 'lab'],
        password,
      ).exited;
      return code === 0 && stdout;
    });
    expect(joined).toContain('"a" in the fleet "lab"');
    await machines.start('a', ['up', '--port', '0']).waitForOutput(/is up at/);
    await waitUntil('a to be listed', async () => (await machines.hosts('a')).fleet?.is_connected);
    expect(await machines.failure('b', [...withUsers, '--user', 'b', '--password', 'no'])).toContain(
      'refused the login',
    );
    const asB = [...withUsers, '--user', 'b', '--password', 'two'];
    await waitUntil('the name to be taken', async () => {
      const { code, stderr } = await machines.start('b', [...asB, '--name', 'a']).exited;
      expect(code).not.toBe(0);
      return stderr.includes('already a host a');
    });
    await machines.run('b', ...asB, '--name', 'b');
    expect(states(await machines.hosts('b'))).toEqual(['a online operator']);
    const doctor = JSON.parse(
      await machines.start('b', ['doctor', '--json']).exited.then(({ stdout }) => stdout),
    );
    expect(doctor.checks.find(({ name }: { name: string }) => name === 'Fleet')).toMatchObject({
      ...{ verdict: 'ok', message: expect.stringContaining('its login can act as any other host') },
    });

    expect(await machines.failure('c', [...withToken, '--token', 'wrong'])).toContain('refused the login');
    expect(await machines.run('c', ...withToken, '--token', 'secret', '--name', 'c')).toContain(
      '"c" in the fleet "127.0.0.1"',
    );
    expect(await machines.run('c', 'fleet', 'status')).toContain('No problems found.');
    expect(await machines.run('c', 'fleet', 'leave')).toContain('Revoke it on the server');
  } finally {
    await machines.stopNats();
  }
});
