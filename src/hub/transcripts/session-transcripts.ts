/** The transcript of one session and those of its subagents, as they appear. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { subagentsFolder } from '../../claude/transcript-paths.ts';
import type { Draft } from '../../core/draft.ts';
import type { Clock } from '../../lib/clock.ts';
import { OneAtATime } from '../../lib/one-at-a-time.ts';
import type { EventLog } from '../../store/event-log.ts';
import type { LogReader } from '../../store/log-reader.ts';
import { TranscriptFile } from './transcript-file.ts';

const AGENT_FILE = /^agent-(.+)\.jsonl$/;

export interface SessionTranscriptsOptions {
  readonly sessionId: string;
  readonly path: string;
  readonly log: Pick<EventLog, 'append'>;
  readonly reader: Pick<LogReader, 'checkpoint' | 'session'>;
  readonly now: Clock;
}

export class SessionTranscripts {
  readonly path: string;
  readonly subagentsFolder: string;
  readonly #options: SessionTranscriptsOptions;
  readonly #main: TranscriptFile;
  readonly #agents = new Map<string, TranscriptFile>();
  /** The description of each subagent as told last, to tell only changes. */
  readonly #described = new Map<string, string>();
  readonly #reading = new OneAtATime(() => this.#readNew());

  constructor(options: SessionTranscriptsOptions) {
    this.#options = options;
    this.path = options.path;
    this.subagentsFolder = subagentsFolder(options.path);
    this.#main = new TranscriptFile(options);
  }

  /** Reads everything new in all files of the session. */
  catchUp(): Promise<void> {
    return this.#reading.run();
  }

  get isReading(): boolean {
    return this.#reading.isBusy;
  }

  /** Resolves once all is in the log, or what is newest in a long conversation; the rest is read meanwhile. */
  catchUpWithTail(): Promise<void> {
    const whole = this.catchUp();
    return this.#main.isRead ? whole : Promise.race([whole, this.#main.tail]);
  }

  /** While the main conversation is being read: where the part begins that is in the log without gaps. */
  get toldFrom(): number | undefined {
    return this.#main.toldFrom;
  }

  async #readNew(): Promise<void> {
    await this.#main.catchUp();
    // Links are not followed: they may lead anywhere.
    const entries = await readdir(this.subagentsFolder, { withFileTypes: true }).catch(() => []);
    const files = new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
    for (const name of files) {
      const [, agentId] = AGENT_FILE.exec(name) ?? [];
      if (!agentId) continue;
      await this.#agentFile(agentId, name).catchUp();
      if (files.has(metaFileOf(agentId))) await this.#describe(agentId);
    }
  }

  #agentFile(agentId: string, name: string): TranscriptFile {
    let file = this.#agents.get(agentId);
    if (!file) {
      file = new TranscriptFile({ ...this.#options, path: join(this.subagentsFolder, name), agentId });
      this.#agents.set(agentId, file);
    }
    return file;
  }

  /** What the subagent is for stands in a small file beside its transcript. */
  async #describe(agentId: string): Promise<void> {
    const file = join(this.subagentsFolder, metaFileOf(agentId));
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text === '' || this.#described.get(agentId) === text) return;
    const facts = describeAgent(agentId, text, this.#options.now());
    if (!facts) return;
    this.#options.log.append([{ sessionId: this.#options.sessionId, drafts: facts }]);
    this.#described.set(agentId, text);
  }
}

function metaFileOf(agentId: string): string {
  return `agent-${agentId}.meta.json`;
}

function describeAgent(agentId: string, text: string, at: number): Draft[] | undefined {
  try {
    const { agentType, description, toolUseId, finished } = JSON.parse(text) as Record<string, unknown>;
    const common = { source: 'transcript' as const, at, subagent_id: agentId };
    const described: Draft = {
      ...common,
      type: 'agent_described',
      key: `agent-described:${agentId}`,
      agent_type: String(agentType ?? ''),
      ...(typeof description === 'string' && { description }),
      ...(typeof toolUseId === 'string' && { tool_use_id: toolUseId }),
    };
    const isFinished = finished === true;
    return isFinished
      ? [described, { ...common, type: 'agent_finished', key: `agent-end:${agentId}` }]
      : [described];
  } catch {
    return undefined;
  }
}
