/**
 * A stage: the scripted Messages API, its own home, and the real Claude Code to play on it.
 *
 *     await withStage(async (stage) => {
 *       stage.play(scene('hello', [say('Good morning.')]));
 *       const claude = stage.headless();
 *       claude.send('hello');
 *       await claude.nextResult();
 *     });
 */
import { pinnedClaudeBinary } from './claude-binary.ts';
import { prepareClaudeHome } from './claude-home.ts';
import { type HeadlessClaude, type HeadlessOptions, startHeadlessClaude } from './headless-claude.ts';
import { type MessagesApi, type RecordedRequest, startMessagesApi } from './messages-api.ts';
import type { Scene } from './screenplay.ts';
import { createStageFolder, removeStageFolder } from './stage-folder.ts';
import { startTerminalClaude, type TerminalClaude, type TerminalOptions } from './terminal-claude.ts';
import { readSubagentTranscripts, readTranscript, type TranscriptRow } from './transcript.ts';

export interface PlayerOptions {
  readonly args?: readonly string[];
  readonly cwd?: string;
  /** Added to the clean environment. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface Stage {
  readonly folder: string;
  readonly configDir: string;
  /** A trusted project folder, the default cwd. */
  readonly project: string;
  /** The clean environment in which Claude Code plays on this stage. */
  readonly env: Readonly<Record<string, string>>;
  readonly claudeBinary: string;
  readonly api: MessagesApi;
  /** The conversation requests so far, without side calls: the model's input. */
  readonly requests: readonly RecordedRequest[];
  play(...scenes: Scene[]): void;
  makeProject(name: string): string;
  headless(options?: PlayerOptions & Pick<HeadlessOptions, 'onMessage'>): HeadlessClaude;
  terminal(
    options?: PlayerOptions & Pick<TerminalOptions, 'columns' | 'rows' | 'isPlain'>,
  ): Promise<TerminalClaude>;
  transcript(sessionId: string): TranscriptRow[];
  subagentTranscripts(sessionId: string): TranscriptRow[];
  /** Ends every process of the stage and removes its folder. */
  close(): Promise<void>;
}

export interface StageOptions {
  readonly port?: number;
  /** A Claude Code other than the pinned one. */
  readonly claudeBinary?: string | undefined;
}

export async function openStage({ port = 0, claudeBinary }: StageOptions = {}): Promise<Stage> {
  const binary = claudeBinary ?? pinnedClaudeBinary();
  const api = await startMessagesApi({ port });
  const folder = createStageFolder();
  const { configDir, env, makeProject } = prepareClaudeHome(folder, api.url);
  const project = makeProject('project');
  const player = ({ args = [], cwd = project, env: added = {} }: PlayerOptions) => ({
    binary,
    folder,
    cwd,
    args,
    env: { ...env, ...added },
  });

  return {
    folder,
    configDir,
    project,
    env,
    claudeBinary: binary,
    api,
    get requests() {
      return api.requests.filter((request) => !request.isSideCall);
    },
    play: api.play,
    makeProject,
    headless: ({ onMessage, ...options } = {}) =>
      startHeadlessClaude({ ...player(options), ...(onMessage && { onMessage }) }),
    terminal: ({ columns = 120, rows = 40, isPlain = false, ...options } = {}) =>
      startTerminalClaude({ ...player(options), columns, rows, isPlain }),
    transcript: (sessionId) => readTranscript(configDir, sessionId),
    subagentTranscripts: (sessionId) => readSubagentTranscripts(configDir, sessionId),
    async close() {
      await api.close();
      await removeStageFolder(folder);
    },
  };
}

/** Opens a stage, runs `act` on it, and cleans up in any case. */
export async function withStage<T>(act: (stage: Stage) => Promise<T>): Promise<T> {
  const stage = await openStage();
  try {
    return await act(stage);
  } finally {
    await stage.close();
  }
}
