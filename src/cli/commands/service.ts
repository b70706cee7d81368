/** `reins service`: runs the hub as a service of the user, which starts at login and restarts after a crash. */
import { locateHome, prepareHome, type ReinsHome } from '../../hub/home/reins-home.ts';
import { REINS_VERSION } from '../../lib/version.ts';
import { waitUntil } from '../../lib/wait-until.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { HubFile } from '../../protocol/hub.ts';
import { proveHub } from '../../sdk-node/prove-hub.ts';
import { EXIT } from '../exit-codes.ts';
import { refuseDemo } from '../install/refuse-demo.ts';
import { printJson } from '../print.ts';
import { followFile, tailOf } from '../service/log-tail.ts';
import { type ServiceState, serviceManager } from '../service/service-manager.ts';
import { serviceName, serviceSpec } from '../service/service-spec.ts';
import { stopSignal } from '../stop-signal.ts';
import { upLogFile } from '../up-log.ts';
import { down } from './down.ts';

const ANSWER_MS = 5000;
const PATIENCE_MS = 60_000;

export async function installService(): Promise<number> {
  const home = locateHome(process.env);
  refuseDemo(home, 'the service');
  const spec = serviceSpec(home, process.env);
  const manager = serviceManager({ env: process.env });
  await manager.check();
  prepareHome(home);
  const before = await manager.state(spec.name);
  // A hub in the background holds the home; its sessions continue under the service.
  if (!before.isActive && (await findHub(home))) await down();
  await manager.install(spec);
  const hub = await waitUntil('the hub', () => findHub(home), { timeoutMs: PATIENCE_MS }).catch(() => {
    throw new ReinsError(
      'internal',
      'The service was started, but its hub does not respond. See "reins service logs".',
    );
  });
  console.log(`Reins ${hub.version} runs as the service ${spec.name}, at ${hub.url}. Sessions continued.`);
  console.log(`Its definition is ${before.file}, its output ${spec.logFile}.`);
  console.log('It starts when you log in. After an upgrade, run "reins service install" again.');
  for (const line of aboutLingering(await manager.state(spec.name))) console.log(line);
  return EXIT.done;
}

export async function removeService(): Promise<number> {
  const name = serviceName(locateHome(process.env));
  const manager = serviceManager({ env: process.env });
  const { isInstalled, file } = await manager.state(name);
  if (isInstalled) await manager.remove(name);
  console.log(
    isInstalled
      ? `The service ${name} is stopped, and ${file} is deleted. Sessions continue.`
      : `The service ${name} is not installed.`,
  );
  return EXIT.done;
}

export async function showService({ json }: { readonly json?: boolean }): Promise<number> {
  const home = locateHome(process.env);
  const name = serviceName(home);
  const [state, hub] = await Promise.all([serviceManager({ env: process.env }).state(name), findHub(home)]);
  if (json) {
    const { file, isInstalled: installed, isActive: active, lingers } = state;
    printJson({ name, file, installed, active, ...(lingers !== undefined && { lingers }), hub: hub ?? null });
  } else for (const line of describeService(name, state, hub)) console.log(line);
  return state.isActive ? EXIT.done : EXIT.hubNotRunning;
}

export function describeService(name: string, state: ServiceState, hub: HubFile | undefined): string[] {
  const where = hub ? ` at ${hub.url} (pid ${hub.pid}, version ${hub.version})` : '';
  if (!state.isInstalled) {
    return [
      `The service ${name} is not installed.${hub ? ` A hub runs${where}.` : ''} "reins service install" installs it.`,
    ];
  }
  if (!state.isActive) {
    return [
      `The service ${name} is installed in ${state.file}, but not running.`,
      hub ? `Another hub of the same folder runs${where}.` : '"reins service logs" shows why.',
      '"reins service install" starts it again.',
    ];
  }
  return [
    `The service ${name} is running${where}.`,
    ...(hub && hub.version !== REINS_VERSION
      ? [
          `Version ${REINS_VERSION} is installed. "reins service install" restarts the hub with it; sessions continue.`,
        ]
      : []),
    ...aboutLingering(state),
  ];
}

function aboutLingering({ lingers }: ServiceState): string[] {
  return lingers === false
    ? [
        'It stops when you log out. To start it at boot and keep it running, run: loginctl enable-linger',
        '(Without lingering, systemd also ends sessions that run in the background.)',
      ]
    : [];
}

export interface LogsFlags {
  readonly lines: number;
  readonly follow?: boolean;
}

export async function serviceLogs({ lines, follow }: LogsFlags): Promise<number> {
  const file = upLogFile(locateHome(process.env));
  const { text, end } = tailOf(file, lines);
  if (text === '' && !follow) console.error(`reins: there is no output yet in ${file}.`);
  process.stdout.write(text);
  if (follow) await followFile(file, end, (more) => process.stdout.write(more), stopSignal());
  return EXIT.done;
}

async function findHub(home: ReinsHome): Promise<HubFile | undefined> {
  return proveHub(home, AbortSignal.timeout(ANSWER_MS)).catch(() => undefined);
}
