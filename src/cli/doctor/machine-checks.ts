/** What Reins itself needs from the machine: Node, tmux, a writable folder, a port. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chmodSync, constants, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { readHubFile } from '../../hub/home/hub-file.ts';
import { locateHome } from '../../hub/home/reins-home.ts';
import { SettingsStore } from '../../hub/home/settings.ts';
import { databaseSize } from '../../lib/database-size.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../protocol/settings.ts';
import { proveHub } from '../../sdk-node/prove-hub.ts';
import { growthPerDay } from '../../store/backups.ts';
import { sizeOf } from '../terminal/format.ts';
import type { Check } from './check.ts';

const HUB_PATIENCE_MS = 5000;
const NODE_MINIMUM = [20, 19] as const;

export const nodeCheck: Check = {
  name: 'Node.js',
  look() {
    const { node } = process.versions;
    const [major = 0, minor = 0] = node.split('.').map(Number);
    const [needMajor, needMinor] = NODE_MINIMUM;
    if (major > needMajor || (major === needMajor && minor >= needMinor))
      return { verdict: 'ok', message: node };
    return {
      verdict: 'fail',
      message: `${node} is too old`,
      fix: `Install Node.js ${NODE_MINIMUM.join('.')} or newer.`,
    };
  },
};

export const tmuxCheck: Check = {
  name: 'tmux',
  look(env) {
    try {
      const version = execFileSync('tmux', ['-V'], {
        encoding: 'utf8',
        env,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      return { verdict: 'ok', message: describeTmux(version.trim().replace(/^tmux /, '')) };
    } catch {
      return {
        verdict: 'warn',
        message: 'not found; sessions in a terminal of the hub need it',
        fix: 'Install tmux, for example "apt-get install tmux" or "brew install tmux".',
      };
    }
  },
};

/** docs/decisions/0016-watching-without-a-client.md. */
function describeTmux(version: string): string {
  const canCrash = /^[0-2]\.|^3\.[0-6](\D|$)/.test(version);
  return canCrash
    ? `${version}; this version can crash, with all sessions, while a client in control mode ("tmux -C") connects`
    : version;
}

export const homeCheck: Check = {
  name: 'Reins folder',
  look(env) {
    const { folder } = locateHome(env);
    const exists = existsSync(folder);
    try {
      accessSync(exists ? folder : nearestExisting(folder), constants.W_OK | constants.X_OK);
    } catch {
      return {
        verdict: 'fail',
        message: `${folder} is not writable`,
        fix: 'Make it writable, or set REINS_HOME to another folder.',
      };
    }
    if (exists && (statSync(folder).mode & 0o077) !== 0) {
      return {
        verdict: 'warn',
        message: `${folder} can be read by other users`,
        fix: 'Run "reins doctor --fix"; starting the hub also fixes it.',
        repair: () => chmodSync(folder, 0o700),
      };
    }
    return { verdict: 'ok', message: exists ? folder : `${folder}, created at the first start` };
  },
};

export const settingsCheck: Check = {
  name: 'Settings',
  look(env) {
    const { settingsFile: file } = locateHome(env);
    try {
      new SettingsStore(file);
      return { verdict: 'ok', message: existsSync(file) ? file : 'all at their defaults' };
    } catch (error) {
      const { message } = error as Error;
      return {
        verdict: 'fail',
        message: message.replace(/ Fix or delete it\.$/, ''),
        fix: `The hub cannot start with it. Fix or delete ${file}.`,
      };
    }
  },
};

/** From this size on, the doctor suggests a retention period. */
const LARGE_LOG_BYTES = 2e9;

export const logCheck: Check = {
  name: 'Event log',
  look(env) {
    const { logFile, backupsFolder } = locateHome(env);
    const bytes = databaseSize(logFile);
    if (bytes === 0) return { verdict: 'ok', message: 'empty' };
    const growth = growthPerDay(backupsFolder);
    const message = growth ? `${sizeOf(bytes)}, grows by ${sizeOf(growth)} a day` : sizeOf(bytes);
    if (bytes < LARGE_LOG_BYTES) return { verdict: 'ok', message };
    return {
      verdict: 'warn',
      message,
      fix: 'Run "reins prune --days 90 --dry-run" to see what can be removed, or set log_days to remove old sessions daily.',
    };
  },
};

export const portCheck: Check = {
  name: 'Hub and port',
  async look(env) {
    const home = locateHome(env);
    const late = AbortSignal.timeout(HUB_PATIENCE_MS);
    const hub = await proveHub(home, late).catch(() => undefined);
    if (hub) {
      return { verdict: 'ok', message: `the hub runs at ${hub.url} (pid ${hub.pid})` };
    }
    const silent = late.aborted ? readHubFile(home) : undefined;
    if (silent) {
      return {
        verdict: 'warn',
        message: `the hub at ${silent.url} (pid ${silent.pid}) does not respond`,
        fix: `If it hangs, end it with "kill ${silent.pid}" and start it again.`,
      };
    }
    const { host, port } = settingsOf(env);
    if (await isPortFree(port, host)) {
      const free = port === 0 ? 'the next one picks a free port' : `port ${port} is free`;
      return { verdict: 'ok', message: `no hub is running; ${free}` };
    }
    return {
      verdict: 'fail',
      message: `no hub is running, and port ${port} of ${host} is not available`,
      fix: 'End the program that uses it, or choose another one with "reins config set port 0" (any free one).',
    };
  },
};

function nearestExisting(folder: string): string {
  return existsSync(folder) ? folder : nearestExisting(dirname(folder));
}

/** Invalid ones are the finding of another check. */
function settingsOf(env: NodeJS.ProcessEnv): Pick<Settings, 'host' | 'port'> {
  try {
    return new SettingsStore(locateHome(env).settingsFile).get();
  } catch {
    return DEFAULT_SETTINGS;
  }
}

async function isPortFree(port: number, host: string): Promise<boolean> {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
    server.close();
    return true;
  } catch {
    return false;
  }
}
