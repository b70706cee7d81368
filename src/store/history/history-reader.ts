/** Reads history: which rows match, where a row is, the rows themselves. Used by threads that only read. */
import type { Line } from '../../lib/line-splitter.ts';
import { Prepared } from '../prepared.ts';
import type { Database } from '../sqlite.ts';
import { labelToken } from './labels.ts';
import { unpackBlock } from './row-blocks.ts';
import { type Beginning, WordList } from './word-list.ts';

/**
 * Number of unpacked blocks in memory: hits of one session are often close together, and the same ones return
 * with the next letter typed.
 */
const KEPT_BLOCKS = 40;
const BLOCKS_AT_ONCE = 8;

export interface MatchQuery {
  /** An expression of the full-text index. */
  readonly match: string;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** At most this many, newest files first. */
  readonly limit: number;
}

export interface Match {
  readonly address: number;
  /** Relevance; larger is better. */
  readonly relevance: number;
  readonly at: number;
}

export interface Place {
  readonly sessionId: string;
  readonly agentId: string | undefined;
  /** Where the row starts in its file. */
  readonly offset: number;
}

export interface KeptFile {
  readonly id: number;
  readonly path: string;
  readonly agentId: string | undefined;
  /** How far it has been read. */
  readonly readTo: number;
}

export class HistoryReader {
  readonly #sql: Prepared;
  readonly #words: WordList;
  readonly #blocks = new Map<number, Map<number, string>>();

  constructor(database: Database) {
    this.#sql = new Prepared(database);
    this.#words = new WordList(database);
  }

  /**
   * Newest files first. Relevance is computed only if all matching rows are in the answer: it needs the count
   * of every word in all of history, and means little for words that are nearly everywhere.
   */
  match({ match, since = MIN_TIME, until = MAX_TIME, limit }: MatchQuery): Match[] {
    const rows = this.#sql.all(
      `SELECT words.rowid AS address, 1.0 AS relevance, at ${MATCHING}`,
      match,
      since,
      until,
      limit,
    );
    if (rows.length === limit) return rows as unknown as Match[];
    const rank = '-bm25(words, 1.0, 0.6, 0.8, 0.0)';
    const ranked = this.#sql.all(
      `SELECT words.rowid AS address, ${rank} AS relevance, at ${MATCHING}`,
      match,
      since,
      until,
      limit,
    );
    return ranked as unknown as Match[];
  }

  locate(address: number): Place | undefined {
    const row = this.#sql.get(
      `SELECT session_id AS sessionId, agent_id AS agentId, ?1 - first + offset AS offset
       FROM (SELECT * FROM extents WHERE first <= ?1 ORDER BY first DESC LIMIT 1) AS extent
       JOIN files ON files.id = extent.file`,
      address,
    );
    return row && withAgent(row as unknown as Place);
  }

  /** The row at an address, as it was written. Undefined if it is not stored. */
  line(address: number, offset: number): string | undefined {
    const found = this.#sql.get('SELECT id FROM blocks WHERE id <= ? ORDER BY id DESC LIMIT 1', address);
    return found && this.#block(Number(found['id'])).get(offset);
  }

  /** The files of a session, the main one first; of replaced ones, the newest. */
  files(sessionId: string): KeptFile[] {
    const rows = this.#sql.all(
      'SELECT id, path, agent_id AS agentId, read_to AS readTo FROM files WHERE session_id = ? AND is_current = 1 ORDER BY agent_id IS NOT NULL, id',
      sessionId,
    );
    return rows.map((row) => withAgent(row as unknown as KeptFile));
  }

  /** Rows of a file after an offset, in order: a few blocks of them, none at its end. */
  lines(file: number, after: number): Line[] {
    const blocks = this.#sql.all(
      `SELECT data FROM extents JOIN blocks ON blocks.id >= first AND blocks.id < first + length
       WHERE file = ? AND offset + blocks.id - first > ? ORDER BY offset + blocks.id - first LIMIT ?`,
      file,
      after,
      BLOCKS_AT_ONCE,
    );
    return blocks.flatMap(({ data }) =>
      [...unpackBlock(data as Uint8Array)].map(([start, text]) => ({
        start,
        end: start + text.length,
        text,
      })),
    );
  }

  /** Words that start with some letters: see word-list.ts. */
  wordsBeginningWith(beginning: string, atMost: number): Beginning {
    return this.#words.beginningWith(beginning, atMost);
  }

  /** The index words of the labels of a kind whose value is wanted. */
  labelTokens(kind: string, isWanted: (value: string) => boolean): string[] {
    const labels = this.#sql.all('SELECT id, value FROM labels WHERE kind = ?', kind);
    return labels.filter(({ value }) => isWanted(String(value))).map(({ id }) => labelToken(Number(id)));
  }

  #block(id: number): Map<number, string> {
    const kept = this.#blocks.get(id);
    if (kept) {
      this.#blocks.delete(id);
      this.#blocks.set(id, kept);
      return kept;
    }
    const row = this.#sql.get('SELECT data FROM blocks WHERE id = ?', id);
    const lines = unpackBlock(row?.['data'] as Uint8Array);
    this.#blocks.set(id, lines);
    const [oldest] = this.#blocks.keys();
    if (this.#blocks.size > KEPT_BLOCKS && oldest !== undefined) this.#blocks.delete(oldest);
    return lines;
  }
}

/** The database has null for files that do not belong to a subagent. */
function withAgent<Row extends { readonly agentId: string | undefined }>(row: Row): Row {
  return { ...row, agentId: row.agentId ?? undefined };
}

const MATCHING = `
  FROM words CROSS JOIN rows ON rows.address = words.rowid
  WHERE words MATCH ? AND at >= ? AND at < ? ORDER BY words.rowid LIMIT ?`;

const MIN_TIME = -8.64e15;
const MAX_TIME = 8.64e15;
