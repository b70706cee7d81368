/** The two service managers behind one interface: systemd for users on Linux, launchd on macOS. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { type Platform, platform } from '../../lib/platform.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { launchdLabel, launchdPlist } from './launchd-plist.ts';
import { type RunProgram, runProgram } from './run-program.ts';
import type { ServiceSpec } from './service-spec.ts';
import { systemdUnit } from './systemd-unit.ts';

export interface ServiceState {
  readonly file: string;
  readonly isInstalled: boolean;
  readonly isActive: boolean;
  /** Whether it runs while the person is logged out; undefined if the manager does not say. */
  readonly lingers?: boolean;
}

export interface ServiceManager {
  /** Throws `driver_unavailable` if the manager does not respond, for example in a container. */
  check(): Promise<void>;
  /** Writes the file and starts the service, or restarts it. Throws `internal` with the manager's words. */
  install(spec: ServiceSpec): Promise<void>;
  /** Stops the service and deletes the file. Idempotent. */
  remove(name: string): Promise<void>;
  state(name: string): Promise<ServiceState>;
}

export interface ManagerOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly run?: RunProgram;
  readonly userHome?: string;
}

export function serviceManager(options: ManagerOptions, { services }: Platform = platform): ServiceManager {
  return services === 'launchd' ? launchd(options) : systemd(options);
}

function systemd({ env, run = runProgram, userHome = homedir() }: ManagerOptions): ServiceManager {
  const folder = join(env['XDG_CONFIG_HOME'] || join(userHome, '.config'), 'systemd', 'user');
  const fileOf = (name: string) => join(folder, `${name}.service`);
  const systemctl = (...args: string[]) => run('systemctl', ['--user', ...args]);
  return {
    async check() {
      const { code } = await systemctl('show-environment');
      if (code !== 0) throw unavailable('systemd does not run for your user here');
    },
    async install(spec) {
      write(fileOf(spec.name), systemdUnit(spec));
      await must(systemctl('daemon-reload'));
      await must(systemctl('enable', `${spec.name}.service`));
      await must(systemctl('restart', `${spec.name}.service`));
    },
    async remove(name) {
      await systemctl('disable', '--now', `${name}.service`);
      rmSync(fileOf(name), { force: true });
      await systemctl('daemon-reload');
    },
    async state(name) {
      const [active, lingers] = await Promise.all([
        systemctl('is-active', `${name}.service`),
        run('loginctl', ['show-user', userInfo().username, '--property=Linger', '--value']),
      ]);
      return {
        file: fileOf(name),
        isInstalled: existsSync(fileOf(name)),
        isActive: active.stdout.trim() === 'active',
        ...(lingers.code === 0 && { lingers: lingers.stdout.trim() === 'yes' }),
      };
    },
  };
}

function launchd({ run = runProgram, userHome = homedir() }: ManagerOptions): ServiceManager {
  const domain = `gui/${userInfo().uid}`;
  const fileOf = (name: string) => join(userHome, 'Library', 'LaunchAgents', `${launchdLabel(name)}.plist`);
  const target = (name: string) => `${domain}/${launchdLabel(name)}`;
  return {
    async check() {
      const { code } = await run('launchctl', ['print', domain]);
      if (code !== 0) throw unavailable('launchd has no session for your user here, for example over SSH');
    },
    async install(spec) {
      write(fileOf(spec.name), launchdPlist(spec));
      // A loaded agent keeps its old definition. This fails if it is not loaded.
      await run('launchctl', ['bootout', target(spec.name)]);
      await must(run('launchctl', ['bootstrap', domain, fileOf(spec.name)]));
    },
    async remove(name) {
      await run('launchctl', ['bootout', target(name)]);
      rmSync(fileOf(name), { force: true });
    },
    async state(name) {
      const { code, stdout } = await run('launchctl', ['print', target(name)]);
      return {
        file: fileOf(name),
        isInstalled: existsSync(fileOf(name)),
        isActive: code === 0 && /^\s*state = running$/m.test(stdout),
      };
    },
  };
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

async function must(running: ReturnType<RunProgram>): Promise<void> {
  const { code, stdout, stderr } = await running;
  if (code === 0) return;
  throw new ReinsError('internal', `The service could not be started: ${(stderr || stdout).trim()}`);
}

function unavailable(why: string): ReinsError {
  return new ReinsError(
    'driver_unavailable',
    `${why[0]?.toUpperCase()}${why.slice(1)}, so there is nothing to install a service into. Use "reins up --detach", and start that at boot with what this machine has.`,
  );
}
