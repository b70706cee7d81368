/** The shape of the history database, one numbered step after another. A released step is never changed. */

import { USAGE_TABLES } from './usage-tables.ts';

/** Row ids of `blocks`, `rows` and `words` are addresses: see decision 9. */
export const HISTORY_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

  -- Every transcript file there is or was. read_to is how far it has been read, calls are those still without a result.
  -- A file that another one has replaced under the same path is no longer current.
  CREATE TABLE files (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL,
    session_id TEXT NOT NULL,
    agent_id TEXT,
    inode INTEGER NOT NULL,
    head TEXT NOT NULL,
    size INTEGER NOT NULL,
    read_to INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    calls TEXT NOT NULL,
    is_current INTEGER NOT NULL,
    is_gone INTEGER NOT NULL
  );
  CREATE UNIQUE INDEX files_by_path ON files (path) WHERE is_current = 1;
  CREATE INDEX files_by_session ON files (session_id);

  -- Which addresses belong to which stretch of which file.
  CREATE TABLE extents (
    first INTEGER PRIMARY KEY,
    length INTEGER NOT NULL,
    file INTEGER NOT NULL,
    offset INTEGER NOT NULL
  );
  CREATE INDEX extents_by_file ON extents (file, offset);

  -- The rows themselves, compressed, many to a block; the id is the address of the first.
  CREATE TABLE blocks (id INTEGER PRIMARY KEY, bytes INTEGER NOT NULL, data BLOB NOT NULL);

  -- When each row that can be found was written.
  CREATE TABLE rows (address INTEGER PRIMARY KEY, at INTEGER NOT NULL);

  -- What searches can be narrowed by: a project, a branch, a tool, a role, an error.
  CREATE TABLE labels (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, value TEXT NOT NULL, UNIQUE (kind, value));

  CREATE VIRTUAL TABLE words USING fts5(
    text, parts, files, labels, content = '', contentless_delete = 1, tokenize = 'unicode61'
  );
  `,
  USAGE_TABLES,
];
