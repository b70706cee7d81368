/**
 * The permission rules in force for a session: from Claude Code if it lists them, otherwise from its files.
 */
import { projectOf, readSettingsRules } from '../../claude/settings-rules.ts';
import { answeredRules } from '../../core/answered-rules.ts';
import { reliable } from '../../core/observe.ts';
import { liveRuns } from '../../core/present-session.ts';
import type { SessionState } from '../../core/session-state.ts';
import { processes } from '../../lib/processes.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { PermissionRule, PermissionRuleList } from '../../protocol/permission-rules.ts';
import type { LogReader } from '../../store/log-reader.ts';

export interface PermissionRulesOptions {
  readonly reader: Pick<LogReader, 'session' | 'interactions'>;
  /** This machine: files on other machines cannot be read. */
  readonly host: string;
  readonly configFolder: string;
  /** Claude Code's own list. Undefined if the run does not report it. */
  readonly list: (sessionId: string) => Promise<readonly PermissionRule[] | undefined>;
}

/** Throws `session_not_found`. */
export class PermissionRules {
  readonly #options: PermissionRulesOptions;

  constructor(options: PermissionRulesOptions) {
    this.#options = options;
  }

  async of(sessionId: string): Promise<PermissionRuleList> {
    const { reader, host, list } = this.#options;
    const state = reader.session(sessionId);
    if (!state) throw new ReinsError('session_not_found', `There is no session ${sessionId}.`);
    // An older Claude Code refuses, and one that is ending does not answer: use the files.
    const listed = await list(sessionId).catch(() => undefined);
    if (listed) return { items: [...listed], known_from: 'claude' };
    const answered = this.#answered(state);
    if (state.host !== host) return { items: answered, known_from: 'answers' };
    return { items: [...(await this.#inFiles(state)), ...answered], known_from: 'files' };
  }

  #inFiles(state: SessionState): Promise<PermissionRule[]> {
    const [run] = liveRuns(state);
    const cwd = reliable(state.observed.cwd);
    return readSettingsRules({
      configFolder: this.#options.configFolder,
      project: cwd && projectOf(cwd, state.observed.transcript_path?.value),
      args: run ? processes.commandLine(run.pid) : [],
    });
  }

  /** None without a process: only the process remembers them. */
  #answered(state: SessionState): PermissionRule[] {
    const starts = liveRuns(state).map(({ started_at }) => Date.parse(started_at));
    if (starts.length === 0) return [];
    return answeredRules(
      this.#options.reader.interactions('answered', state.session_id),
      Math.min(...starts),
    );
  }
}
