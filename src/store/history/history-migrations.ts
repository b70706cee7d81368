/** The schema of the history database, in numbered steps. A released step is never changed. */

/** The tables that count tokens: see usage-store.ts. */
export const USAGE_TABLES = `
  -- Sessions, folders, models and lists of tools, by number.
  CREATE TABLE usage_names (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);

  -- What the messages of a day (20260131) add up to that have all the rest in common.
  CREATE TABLE usage_sums (
    id INTEGER PRIMARY KEY,
    day INTEGER NOT NULL,
    session INTEGER NOT NULL,
    project INTEGER NOT NULL,
    model INTEGER NOT NULL,
    tools INTEGER NOT NULL,
    flags INTEGER NOT NULL,
    messages INTEGER NOT NULL DEFAULT 0,
    input INTEGER NOT NULL DEFAULT 0,
    output INTEGER NOT NULL DEFAULT 0,
    cache_read INTEGER NOT NULL DEFAULT 0,
    cache_write_5m INTEGER NOT NULL DEFAULT 0,
    cache_write_1h INTEGER NOT NULL DEFAULT 0,
    web_searches INTEGER NOT NULL DEFAULT 0,
    UNIQUE (day, session, project, model, tools, flags)
  );

  -- Every message that was counted, by a hash of its id: in which sum, and with how much (the counts, commas between).
  CREATE TABLE usage_messages (hash INTEGER PRIMARY KEY, sum INTEGER NOT NULL, counts TEXT NOT NULL);
`;

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
