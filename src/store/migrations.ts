/** The database's shape, one numbered step after another. A released step is never changed. */

export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

  -- One row per session: its state as reduced from its events, and what lists sort and filter by.
  CREATE TABLE sessions (
    id INTEGER PRIMARY KEY,
    session_id TEXT NOT NULL UNIQUE,
    status TEXT NOT NULL,
    cwd TEXT NOT NULL,
    title TEXT NOT NULL,
    last_activity_at INTEGER NOT NULL,
    state TEXT NOT NULL
  );
  CREATE INDEX sessions_by_activity ON sessions (last_activity_at DESC, id DESC);

  -- The log. position is the global order; json is the event as it travels; raw is what a hook sent.
  -- key is the fact's identity within its session, fact the hash of it, trust that of the source which told it.
  CREATE TABLE events (
    position INTEGER PRIMARY KEY,
    session INTEGER NOT NULL,
    fact INTEGER,
    trust INTEGER NOT NULL,
    type TEXT NOT NULL,
    key TEXT,
    json TEXT NOT NULL,
    raw TEXT
  );
  -- In the order of writing, so that each session grows at one place; with all it takes to know a session's facts.
  CREATE INDEX events_by_session ON events (session, position, fact, trust);

  -- Events that a more trusted source has told again in the same words.
  CREATE TABLE confirmations (position INTEGER PRIMARY KEY, trust INTEGER NOT NULL);

  -- The conversation, item by item: the event that began it, where it stands, and which other events make it.
  CREATE TABLE items (
    first INTEGER PRIMARY KEY,
    session INTEGER NOT NULL,
    hash INTEGER NOT NULL,
    agent TEXT NOT NULL,
    item TEXT NOT NULL,
    place REAL NOT NULL,
    others TEXT NOT NULL
  );
  CREATE INDEX items_by_place ON items (session, agent, place, hash);

  CREATE TABLE interactions (
    id TEXT PRIMARY KEY,
    session INTEGER NOT NULL,
    state TEXT NOT NULL,
    opened_at TEXT NOT NULL,
    json TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX interactions_by_state ON interactions (state, opened_at);

  -- How far each transcript file has been read into the log.
  CREATE TABLE checkpoints (
    path TEXT PRIMARY KEY,
    session_id TEXT NOT NULL,
    inode INTEGER NOT NULL,
    offset INTEGER NOT NULL
  ) WITHOUT ROWID;

  CREATE TABLE tokens (
    name TEXT PRIMARY KEY,
    role TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL
  ) WITHOUT ROWID;
  `,
];
