/**
 * Data about prompts and created sessions that must survive the hub in addition to their events: the content
 * to deliver, and what identifies a repeated call.
 */
import type { ContentBlock, MessageState } from '../protocol/messages.ts';
import type { Database, Statement } from './sqlite.ts';
import { explained } from './sqlite-errors.ts';

export interface KeptMessage {
  readonly sessionId: string;
  readonly fingerprint: string;
  readonly state: MessageState;
}

export class MessageStore {
  readonly #insert: Statement;
  readonly #find: Statement;
  readonly #content: Statement;
  readonly #replace: Statement;
  readonly #finish: Statement;
  readonly #pending: Statement;

  constructor(database: Database) {
    this.#pending = database.prepare("SELECT DISTINCT session_id FROM messages WHERE state = 'queued'");
    this.#insert = database.prepare(
      "INSERT OR REPLACE INTO messages (message_id, session_id, fingerprint, content, state) VALUES (?, ?, ?, ?, 'queued')",
    );
    this.#find = database.prepare(
      'SELECT session_id AS sessionId, fingerprint, state FROM messages WHERE message_id = ?',
    );
    this.#content = database.prepare('SELECT content FROM messages WHERE message_id = ?');
    this.#replace = database.prepare('UPDATE messages SET content = ? WHERE message_id = ?');
    this.#finish = database.prepare('UPDATE messages SET content = NULL, state = ? WHERE message_id = ?');
  }

  /** Called before its event is logged: a message in the log always has its content. */
  keep(messageId: string, sessionId: string, fingerprint: string, content: readonly ContentBlock[]): void {
    explained(() => this.#insert.run(messageId, sessionId, fingerprint, JSON.stringify(content)));
  }

  find(messageId: string): KeptMessage | undefined {
    return this.#find.get(messageId) as KeptMessage | undefined;
  }

  /** Empty after the message's end. */
  contentOf(messageId: string): ContentBlock[] {
    const row = this.#content.get(messageId) as { content: string | null } | undefined;
    return row?.content ? JSON.parse(row.content) : [];
  }

  /** Sessions with messages that have not ended. */
  sessionsWithPending(): string[] {
    return (this.#pending.all() as { session_id: string }[]).map(({ session_id }) => session_id);
  }

  replaceContent(messageId: string, content: readonly ContentBlock[]): void {
    explained(() => this.#replace.run(JSON.stringify(content), messageId));
  }

  /** Images are no longer needed. */
  finish(messageId: string, state: MessageState): void {
    explained(() => this.#finish.run(state, messageId));
  }
}

export class CreationStore {
  readonly #insert: Statement;
  readonly #find: Statement;
  readonly #remove: Statement;

  constructor(database: Database) {
    this.#insert = database.prepare(
      'INSERT OR REPLACE INTO creations (session_id, fingerprint) VALUES (?, ?)',
    );
    this.#find = database.prepare('SELECT fingerprint FROM creations WHERE session_id = ?');
    this.#remove = database.prepare('DELETE FROM creations WHERE session_id = ?');
  }

  keep(sessionId: string, fingerprint: string): void {
    explained(() => this.#insert.run(sessionId, fingerprint));
  }

  fingerprintOf(sessionId: string): string | undefined {
    return (this.#find.get(sessionId) as { fingerprint: string } | undefined)?.fingerprint;
  }

  forget(sessionId: string): void {
    explained(() => this.#remove.run(sessionId));
  }
}
