/**
 * Derives the conversations of sessions on other machines from their hooks. The source of a session's
 * conversation is chosen once: its transcript, if that can be read now or later; otherwise its hooks. A
 * session that started with hooks stays with them.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HookConversation } from '../../adapters/hook-conversation.ts';
import { type HookPayload, hookPayloadSchema } from '../../claude/hook-payload.ts';
import { REGISTRY_FILE } from '../../claude/registry-file.ts';
import { projectsFolder } from '../../claude/transcript-files.ts';
import type { Draft } from '../../core/draft.ts';
import type { SessionState } from '../../core/session-state.ts';
import type { Clock } from '../../lib/clock.ts';
import type { HubLog } from '../../lib/hub-log.ts';
import type { EventLog } from '../../store/event-log.ts';
import type { LogReader } from '../../store/log-reader.ts';

export interface HookConversationsOptions {
  readonly configFolder: string;
  readonly log: Pick<EventLog, 'append'>;
  readonly reader: Pick<LogReader, 'session' | 'events' | 'positionOfSeq'>;
  readonly output: HubLog;
  readonly now: Clock;
}

/** Sessions whose conversations stay in memory. */
const KEPT = 200;
/** After a restart of the hub, this many of the newest events restore the state. */
const LOOKED_BACK = 500;

export class HookConversations {
  readonly #options: HookConversationsOptions;
  readonly #conversations = new Map<string, HookConversation>();
  readonly #settling = new Map<string, NodeJS.Timeout>();

  constructor(options: HookConversationsOptions) {
    this.#options = options;
  }

  /** Facts about the conversation. Empty if the transcript provides them. */
  read(payload: HookPayload, at: number): Draft[] {
    const { session_id: sessionId } = payload;
    const isStart = payload.hook_event_name === 'SessionStart';
    // Too early to decide: Claude Code may not have listed the session yet.
    if (isStart && !this.#options.reader.session(sessionId)?.told_by_hooks) return [];
    const conversation = this.#conversations.get(sessionId) ?? this.#takeUp(sessionId);
    if (!conversation) return [];
    // Re-inserting moves it to the end: the map's order is the order of use.
    this.#conversations.delete(sessionId);
    this.#conversations.set(sessionId, conversation);
    for (const oldest of this.#conversations.keys()) {
      if (this.#conversations.size <= KEPT) break;
      this.#conversations.delete(oldest);
    }
    const drafts = conversation.read(payload, at);
    this.#settleLater(sessionId, conversation);
    return drafts;
  }

  close(): void {
    for (const settling of this.#settling.values()) clearTimeout(settling);
  }

  #takeUp(sessionId: string): HookConversation | undefined {
    const state = this.#options.reader.session(sessionId);
    if (!state?.told_by_hooks && this.#isReadHere(sessionId, state)) return undefined;
    const conversation = new HookConversation({ isTitled: state?.observed.title !== undefined });
    if (state) this.#remember(conversation, state);
    return conversation;
  }

  /** Claude Code lists a session before its first prompt, and writes its transcript some moments later. */
  #isReadHere(sessionId: string, state: SessionState | undefined): boolean {
    const { configFolder } = this.#options;
    if (state?.observed.transcript_path !== undefined) return true;
    const list = join(configFolder, 'sessions');
    const entries = namesIn(list).filter((name) => REGISTRY_FILE.test(name));
    if (entries.some((name) => readOrEmpty(join(list, name)).includes(sessionId))) return true;
    const projects = projectsFolder(configFolder);
    return namesIn(projects).some((project) => existsSync(join(projects, project, `${sessionId}.jsonl`)));
  }

  /** The log keeps every hook unchanged. Replaying the newest adds no facts but restores the state. */
  #remember(conversation: HookConversation, { session_id: sessionId, seq }: SessionState): void {
    const { reader } = this.#options;
    const after = reader.positionOfSeq(sessionId, Math.max(0, seq - LOOKED_BACK));
    for (const { raw, json } of reader.events({ after, sessionId, limit: LOOKED_BACK })) {
      if (raw === undefined) continue;
      const received = hookPayloadSchema.safeParse(JSON.parse(raw));
      if (received.success) conversation.read(received.data, Date.parse(JSON.parse(json).at));
    }
  }

  #settleLater(sessionId: string, conversation: HookConversation): void {
    const due = conversation.settlesAt;
    if (due === undefined || this.#settling.has(sessionId)) return;
    const settling = setTimeout(
      () => {
        this.#settling.delete(sessionId);
        this.#settle(sessionId, conversation);
        this.#settleLater(sessionId, conversation);
      },
      Math.max(0, due - this.#options.now()),
    );
    this.#settling.set(sessionId, settling.unref());
  }

  #settle(sessionId: string, conversation: HookConversation): void {
    const drafts = conversation.settle(this.#options.now());
    try {
      if (drafts.length > 0) this.#options.log.append([{ sessionId, drafts }]);
    } catch (error) {
      this.#options.output.warn(`Failed to record the calls of ${sessionId} that never ran`, error);
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
