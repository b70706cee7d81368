/**
 * Writes history: what was found in transcript files, and their read positions, in one transaction. Used by
 * one thread; does not interpret the rows.
 */
import type { Database, Statement } from '../sqlite.ts';
import { AddressSpace } from './address-space.ts';
import { Labels } from './labels.ts';
import type { PackedBlock } from './row-blocks.ts';
import { type CountedMessage, UsageStore } from './usage-store.ts';

/** A transcript file as it was last seen. */
export interface HistoryFile {
  readonly path: string;
  readonly sessionId: string;
  readonly agentId: string | undefined;
  readonly inode: number;
  /** A fingerprint of its start: an inode may be reused for another file. */
  readonly head: string;
  readonly size: number;
  readonly modifiedAt: number;
  /** How far it has been read. */
  readonly readTo: number;
  /** Tool calls without a result so far: their ids and the names of the tools. */
  readonly calls: Readonly<Record<string, string>>;
}

export interface KnownFile extends HistoryFile {
  readonly id: number;
  readonly isGone: boolean;
}

/** The searchable parts of a row. */
export interface Findable {
  readonly at: number;
  readonly text: string;
  readonly parts: string;
  readonly files: string;
  readonly labels: readonly (readonly [kind: string, value: string])[];
}

export class HistoryWriter {
  readonly #database: Database;
  readonly #addresses: AddressSpace;
  readonly #labels: Labels;
  readonly #usage: UsageStore;
  readonly #insertRow: Statement;
  readonly #insertWords: Statement;
  readonly #insertBlock: Statement;
  readonly #findFile: Statement;
  readonly #insertFile: Statement;
  readonly #updateFile: Statement;
  readonly #retire: Statement;
  readonly #noteThere: Statement;
  readonly #setThere: Statement;
  #isOpen = false;

  constructor(database: Database) {
    this.#database = database;
    this.#addresses = new AddressSpace(database);
    this.#labels = new Labels(database);
    this.#usage = new UsageStore(database);
    this.#insertRow = database.prepare('INSERT INTO rows (address, at) VALUES (?, ?)');
    this.#insertWords = database.prepare(
      'INSERT INTO words (rowid, text, parts, files, labels) VALUES (?, ?, ?, ?, ?)',
    );
    this.#insertBlock = database.prepare('INSERT INTO blocks (id, bytes, data) VALUES (?, ?, ?)');
    this.#findFile =
      database.prepare(`SELECT id, path, session_id AS sessionId, agent_id AS agentId, inode, head, size, read_to AS readTo,
         modified_at AS modifiedAt, calls, is_gone AS isGone
       FROM files WHERE path = ? AND is_current = 1`);
    this.#insertFile = database.prepare(
      `INSERT INTO files (path, session_id, agent_id, inode, head, size, read_to, modified_at, calls, is_current, is_gone)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 1, 0)`,
    );
    this.#updateFile = database.prepare(
      'UPDATE files SET head = ?, size = ?, read_to = ?, modified_at = ?, calls = ?, is_gone = 0 WHERE id = ?',
    );
    this.#retire = database.prepare('UPDATE files SET is_current = 0 WHERE id = ?');
    // On disk if there are many; temporary.
    database.exec('CREATE TEMP TABLE there (id INTEGER PRIMARY KEY)');
    this.#noteThere = database.prepare('INSERT OR IGNORE INTO temp.there (id) VALUES (?)');
    this.#setThere = database.prepare('UPDATE files SET is_gone = 0 WHERE id = ?');
  }

  /** The file at a path, if it is known. */
  file(path: string): KnownFile | undefined {
    const row = this.#findFile.get(path) as unknown as FileRow | undefined;
    return row && toKnownFile(row);
  }

  /** How much of the files on disk has been checked and read, and how many files are gone. */
  totals(): { files: number; bytes: number; bytesRead: number; filesGone: number } {
    const row = this.#database
      .prepare(
        `SELECT count(*) FILTER (WHERE is_gone = 0) AS files, count(*) FILTER (WHERE is_gone = 1) AS gone,
           ifnull(sum(size) FILTER (WHERE is_gone = 0), 0) AS bytes, ifnull(sum(read_to) FILTER (WHERE is_gone = 0), 0) AS read
         FROM files WHERE is_current = 1`,
      )
      .get() as { files: number; gone: number; bytes: number; read: number };
    return { files: row.files, bytes: row.bytes, bytesRead: row.read, filesGone: row.gone };
  }

  /** Sessions whose own transcript existed once and is gone. */
  goneSessions(): string[] {
    const rows = this.#database
      .prepare(
        `SELECT session_id FROM files WHERE is_current = 1 AND agent_id IS NULL GROUP BY session_id HAVING min(is_gone) = 1`,
      )
      .all() as { session_id: string }[];
    return rows.map(({ session_id }) => session_id);
  }

  /** Adds a new, unread file. Returns its number. */
  addFile(file: HistoryFile): number {
    this.#begin();
    const { path, sessionId, agentId = null, inode, head, size, readTo, modifiedAt, calls } = file;
    const { lastInsertRowid } = this.#insertFile.run(
      path,
      sessionId,
      agentId,
      inode,
      head,
      size,
      readTo,
      Math.round(modifiedAt),
      JSON.stringify(calls),
    );
    return Number(lastInsertRowid);
  }

  /** Stores the read position of a file, together with what was found up to there. */
  saveFile(id: number, { head, size, readTo, modifiedAt, calls }: HistoryFile): void {
    this.#begin();
    this.#updateFile.run(head, size, readTo, Math.round(modifiedAt), JSON.stringify(calls), id);
  }

  /** Another file is at its path now. What was read of it stays. */
  retireFile(id: number): void {
    this.#begin();
    this.#retire.run(id);
  }

  /** Files of a folder get another path, unless other files already have it. */
  moveFiles(from: string, to: string): void {
    if (from === to) return;
    this.#begin();
    this.#database
      .prepare(`UPDATE OR IGNORE files SET path = ? || substr(path, ?) WHERE path >= ? AND path < ?`)
      .run(to, from.length + 1, `${from}/`, `${from}0`);
  }

  /** Call before all files on disk are noted. */
  forgetThere(): void {
    this.#database.exec('DELETE FROM temp.there');
  }

  /** Notes that a known file is on disk. */
  noteThere({ id, isGone }: KnownFile): void {
    this.#noteThere.run(id);
    if (!isGone) return;
    this.#begin();
    this.#setThere.run(id);
  }

  /** Call after all files on disk have been noted: the others are gone. */
  markOthersGone(): void {
    this.#begin();
    this.#database.exec(
      'UPDATE files SET is_gone = 1 WHERE is_current = 1 AND is_gone = 0 AND id NOT IN (SELECT id FROM temp.there)',
    );
  }

  /** Removes the copies of missing files that were last written before a moment. Returns their number. */
  removeGone(before: number): number {
    this.#begin();
    const files = this.#database
      .prepare('SELECT id FROM files WHERE is_gone = 1 AND modified_at < ?')
      .all(Math.round(before)) as { id: number }[];
    const remove = this.#database.prepare('DELETE FROM words WHERE rowid = ?');
    for (const { id } of files) {
      for (const { address } of this.#database.prepare(`SELECT address ${ROWS_OF_FILE}`).all(id)) {
        remove.run(address as number);
      }
      this.#database.prepare(`DELETE FROM rows WHERE address IN (SELECT address ${ROWS_OF_FILE})`).run(id);
      this.#database
        .prepare(
          `DELETE FROM blocks WHERE id IN (SELECT blocks.id FROM extents
             JOIN blocks ON blocks.id >= first AND blocks.id < first + length WHERE file = ?)`,
        )
        .run(id);
      this.#database.prepare('DELETE FROM extents WHERE file = ?').run(id);
      this.#database.prepare('DELETE FROM files WHERE id = ?').run(id);
    }
    this.commit();
    return files.length;
  }

  /**
   * Addresses for a stretch of a file; `first` is that of its first byte. Newer stretches get smaller ones.
   */
  addExtent(file: number, offset: number, length: number, modifiedAt: number): number {
    this.#begin();
    return this.#addresses.allocate(file, offset, length, modifiedAt);
  }

  addRow(address: number, { at, text, parts, files, labels }: Findable): void {
    this.#begin();
    this.#insertRow.run(address, at);
    this.#insertWords.run(address, text, parts, files, this.#labels.tokens(labels));
  }

  /** Each message counts once, however often it is reported. */
  countUsage(message: CountedMessage): void {
    this.#begin();
    this.#usage.note(message);
  }

  addBlock(address: number, { bytes, data }: PackedBlock): void {
    this.#begin();
    this.#insertBlock.run(address, bytes, data);
  }

  /** Makes everything since the last commit durable. */
  commit(): void {
    if (!this.#isOpen) return;
    this.#usage.flush();
    this.#database.exec('COMMIT');
    this.#isOpen = false;
  }

  /** Moves commits into the file itself; readers may prevent it, harmlessly. */
  settle(): void {
    this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  /** Forgets everything since the last commit. */
  rollBack(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#labels.forget();
    this.#usage.forget();
    try {
      this.#database.exec('ROLLBACK');
    } catch {
      // SQLite has already rolled back, as it does when the disk is full.
    }
  }

  #begin(): void {
    if (this.#isOpen) return;
    this.#database.exec('BEGIN IMMEDIATE');
    this.#isOpen = true;
  }
}

const ROWS_OF_FILE = 'FROM extents JOIN rows ON address >= first AND address < first + length WHERE file = ?';

type FileRow = Omit<KnownFile, 'agentId' | 'calls' | 'isGone'> & {
  readonly agentId: string | null;
  readonly calls: string;
  readonly isGone: number;
};

function toKnownFile(row: FileRow): KnownFile {
  return {
    ...row,
    agentId: row.agentId ?? undefined,
    calls: JSON.parse(row.calls),
    isGone: row.isGone === 1,
  };
}
