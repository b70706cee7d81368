/** A history of handmade transcripts, in its own folder, without threads. For tests. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { HistoryProgress } from '../protocol/history.ts';
import { searchQuerySchema } from '../protocol/history.ts';
import { openHistory } from '../store/history/history-database.ts';
import { HistoryReader } from '../store/history/history-reader.ts';
import { HistoryWriter } from '../store/history/history-writer.ts';
import type { Database } from '../store/sqlite.ts';
import { indexTranscripts } from './indexer.ts';
import { type FoundHit, searchHistory } from './search-history.ts';

export const NOW = Date.parse('2026-11-15T12:00:00.000Z');

export interface TestHistory extends Disposable {
  readonly folder: string;
  readonly database: Database;
  readonly writer: HistoryWriter;
  /** The path of a session's transcript. */
  path(sessionId: string, project?: string): string;
  write(path: string, ...rows: readonly object[]): void;
  index(): Promise<HistoryProgress>;
  search(q: string, filter?: object): FoundHit[];
  /** Opens the database again, as after a crash: uncommitted changes are lost. */
  crash(): void;
  /** Can be called repeatedly. */
  reopen(): void;
}

export function startTestHistory(): TestHistory {
  const folder = mkdtempSync(join(tmpdir(), 'reins-history-'));
  const file = join(folder, 'history.db');
  let { database } = openHistory(file);
  let writer = new HistoryWriter(database);
  const reopen = () => {
    database = openHistory(file).database;
    writer = new HistoryWriter(database);
  };
  return {
    folder,
    get database() {
      return database;
    },
    get writer() {
      return writer;
    },
    path: (sessionId, project = 'a') => join(folder, 'projects', project, `${sessionId}.jsonl`),
    write(path, ...rows) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''), { flag: 'a' });
    },
    index: () => indexTranscripts({ configFolder: folder, writer, onProgress: () => {} }),
    search: (q, filter = {}) => [
      ...searchHistory(new HistoryReader(database), searchQuerySchema.parse({ q, ...filter }), NOW).hits,
    ],
    crash() {
      // The next opening does this after a process has died; here the connection would keep its lock.
      if (database.isTransaction) database.exec('ROLLBACK');
      database.close();
      reopen();
    },
    reopen,
    [Symbol.dispose]() {
      database.close();
      rmSync(folder, { recursive: true });
    },
  };
}

let rows = 0;

/** A prompt as Claude Code writes it, plus the given fields. */
export function promptRow(text: string, more: object = {}): object {
  rows += 1;
  return {
    type: 'user',
    uuid: `uuid-${rows}`,
    timestamp: '2026-11-10T10:00:00.000Z',
    cwd: '/work/shop',
    gitBranch: 'main',
    message: { role: 'user', content: text },
    ...more,
  };
}

export function answerRow(content: readonly object[], more: object = {}): object {
  return {
    ...promptRow('', more),
    type: 'assistant',
    message: { id: `msg-${rows}`, role: 'assistant', content },
  };
}

export function callRow(id: string, name: string, input: object): object {
  return answerRow([{ type: 'tool_use', id, name, input }]);
}

export function resultRow(id: string, content: unknown, isError = false): object {
  const result = { type: 'tool_result', tool_use_id: id, content, is_error: isError };
  return { ...promptRow(''), message: { role: 'user', content: [result] } };
}

/** The results, with hits in brackets. */
export function shown({ snippet }: FoundHit): string {
  return snippet.map(({ text, hit }) => (hit ? `[${text}]` : text)).join('');
}
