/** Shows a new user how far the hub is set up, and starts a sample session for them. */
import { lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { userSettingsFile } from '../claude/config-folder.ts';
import { findClaude } from '../claude/find-claude.ts';
import type { HooksState, ReachedAt, Setup } from '../protocol/setup.ts';
import type { NewSession } from '../protocol/steering.ts';
import type { ReinsHome } from './home/reins-home.ts';
import type { SettingsStore } from './home/settings.ts';
import { type Inspection, inspectSettings } from './installation/inspect.ts';
import type { Steering } from './steering/steering.ts';

/** In `default` mode, Claude Code asks before it runs the command. */
export const SAMPLE_PROMPT =
  "Create a file called hello.txt with today's date in it. Use one Bash command. Then say in one sentence what you did.";

export interface SetupOptions {
  readonly home: ReinsHome;
  readonly env: NodeJS.ProcessEnv;
  readonly settings: Pick<SettingsStore, 'get'>;
  readonly steering: Pick<Steering, 'create'>;
  /** The name of this host. */
  hostName(): string;
  /** Best first. */
  addresses(): readonly string[];
  publicUrl(): string | null;
}

export class HubSetup {
  readonly #options: SetupOptions;

  constructor(options: SetupOptions) {
    this.#options = options;
  }

  get(): Setup {
    const { home, env, hostName, addresses, publicUrl } = this.#options;
    const hooks = inspectSettings(userSettingsFile(env), home);
    return {
      host: hostName(),
      hooks: { state: hooksState(hooks), file: hooks.file },
      has_claude: findClaude(env) !== undefined,
      addresses: addresses().map((url) => describeAddress(url, publicUrl())),
    };
  }

  /** Starts a session that asks for one permission, in a temporary folder. Returns its id. */
  async startSample(by: string): Promise<string> {
    const prefix = join(tmpdir(), 'reins-sample-');
    const { trusted_folders } = this.#options.settings.get();
    const known = trusted_folders.find((folder) => folder.startsWith(prefix) && isOwnFolder(folder));
    const cwd = known ?? mkdtempSync(prefix);
    const session: NewSession = {
      cwd,
      name: 'Sample session',
      prompt: SAMPLE_PROMPT,
      permission_mode: 'default',
      driver: 'stream',
      // The folder is ours and empty.
      trust: true,
    };
    try {
      return (await this.#options.steering.create(session, by)).sessionId;
    } catch (error) {
      if (!known) rmSync(cwd, { recursive: true, force: true });
      throw error;
    }
  }
}

/** The temporary folder is shared: after a restart of the machine, the name may belong to someone else. */
function isOwnFolder(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.getuid?.();
}

function hooksState({ problem, plugin, events, silenced }: Inspection): HooksState {
  if (problem !== undefined) return 'unreadable';
  if (plugin === undefined && events.length === 0) return 'missing';
  return silenced ? 'disabled' : 'installed';
}

export function describeAddress(url: string, publicUrl: string | null): ReachedAt {
  const { hostname: name, protocol } = new URL(url);
  const isHere = /^127\.|^localhost$|^\[::1\]$/.test(name);
  const isPublic = publicUrl !== null && new URL(publicUrl).origin === new URL(url).origin;
  return {
    url,
    from: isHere ? 'this_machine' : isPublic ? 'public_url' : 'network',
    is_secure: isHere || protocol === 'https:',
  };
}
