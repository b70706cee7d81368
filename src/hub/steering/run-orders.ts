/**
 * Turns a caller's request into an order for a driver: folder, binary, environment, hooks. Rejects bad
 * requests early, with a clear reason.
 */
import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { findClaude, readClaudeVersion } from '../../claude/find-claude.ts';
import { addHooks, readGivenSettings, splitSettings } from '../../claude/given-settings.ts';
import { type HookTarget, hookSet } from '../../claude/hook-set.ts';
import { RunEnvironment } from '../../claude/run-environment.ts';
import type { RunChoices } from '../../core/new-session/run-options.ts';
import type { RunOrder } from '../../drivers/driver.ts';
import { ReinsError } from '../../protocol/errors.ts';

export interface OrderOptions {
  /** The hub's own environment. */
  readonly env: NodeJS.ProcessEnv;
  readonly hooks: HookTarget;
  /** Whether runs report every hook event by default. */
  readonly allHooks: () => boolean;
}

export interface Beginning {
  readonly sessionId: string;
  readonly how: RunOrder['how'];
  readonly cwd: string;
}

export class RunOrders {
  readonly #options: OrderOptions;
  readonly #environment: RunEnvironment;
  readonly #versions = new Map<string, Promise<string | undefined>>();

  constructor(options: OrderOptions) {
    this.#options = options;
    this.#environment = new RunEnvironment(options.env);
  }

  /** Throws `cwd_invalid`, `invalid_request` or `claude_not_found`. */
  async write({ sessionId, how, cwd }: Beginning, choices: RunChoices): Promise<RunOrder> {
    requireFolder(cwd);
    const { rest: claudeArgs, given } = splitSettings(choices.claude_args ?? []);
    const settings = given === undefined ? {} : requireSettings(given, cwd);
    const { env: hubEnv, hooks, allHooks } = this.#options;
    const allEvents = choices.all_hooks ?? allHooks();
    const env = await this.#environment.read();
    const claude = findClaude({ ...env, REINS_CLAUDE: hubEnv['REINS_CLAUDE'] })?.path;
    if (!claude) throw claudeNotFound(hubEnv);
    const claudeVersion = await this.#versionOf(claude);
    return {
      sessionId,
      how,
      cwd,
      claude,
      env: { ...env, ...choices.env },
      settings: addHooks(settings, hookSet(hooks, { claudeVersion, allEvents })),
      choices,
      claudeArgs,
    };
  }

  /** Asking takes a fifth of a second: done once per binary. Without an answer, nothing is left out. */
  #versionOf(claude: string): Promise<string | undefined> {
    const { mtimeMs } = statSync(claude);
    const key = `${claude}:${mtimeMs}`;
    let version = this.#versions.get(key);
    if (!version) {
      version = readClaudeVersion(claude).catch(() => undefined);
      this.#versions.set(key, version);
    }
    return version;
  }
}

/** Throws `cwd_invalid`. */
export function requireFolder(cwd: string): void {
  const refuse = (why: string) =>
    new ReinsError('cwd_invalid', `Claude Code cannot start in "${cwd}": ${why}.`, { cwd });
  if (!isAbsolute(cwd)) throw refuse('it is not an absolute path');
  const stats = statSync(cwd, { throwIfNoEntry: false });
  if (!stats) throw refuse('there is no such folder');
  if (!stats.isDirectory()) throw refuse('it is not a folder');
}

function requireSettings(given: string, cwd: string): Record<string, unknown> {
  try {
    return readGivenSettings(given, cwd);
  } catch (error) {
    throw new ReinsError(
      'invalid_request',
      `The settings given to Claude Code are invalid: ${(error as Error).message}.`,
    );
  }
}

function claudeNotFound(env: NodeJS.ProcessEnv): ReinsError {
  const chosen = env['REINS_CLAUDE'];
  const why = chosen
    ? `REINS_CLAUDE names ${chosen}, which cannot be run`
    : "claude is not on the hub's PATH";
  return new ReinsError(
    'claude_not_found',
    `${why}. Install Claude Code, or set REINS_CLAUDE to its binary, and restart the hub.`,
  );
}
