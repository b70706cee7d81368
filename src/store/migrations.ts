/** The database's schema, in numbered steps. A released step is never changed. */

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

  -- The log. position is the global order; json is the event as it travels; raw is what a hook sent; key is the fact's
  -- identity within its session.
  CREATE TABLE events (
    position INTEGER PRIMARY KEY,
    type TEXT NOT NULL,
    key TEXT,
    json TEXT NOT NULL,
    raw TEXT
  );

  -- Which events are whose: a session's events that follow each other in the log are one stretch. seq is that of the first;
  -- facts holds what is needed to know their facts again, see known-facts.ts.
  CREATE TABLE stretches (
    session INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    facts BLOB NOT NULL,
    PRIMARY KEY (session, first)
  ) WITHOUT ROWID;

  -- Events that a more trusted source has reported again, identically.
  CREATE TABLE confirmations (
    session INTEGER NOT NULL,
    position INTEGER NOT NULL,
    hash INTEGER NOT NULL,
    trust INTEGER NOT NULL,
    PRIMARY KEY (session, position)
  ) WITHOUT ROWID;

  -- The conversation, item by item: where each stands, and which events make it.
  CREATE TABLE items (
    session INTEGER NOT NULL,
    agent TEXT NOT NULL,
    place REAL NOT NULL,
    hash INTEGER NOT NULL,
    item TEXT NOT NULL,
    events TEXT NOT NULL,
    PRIMARY KEY (session, agent, place, hash)
  ) WITHOUT ROWID;

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
    offset INTEGER NOT NULL,
    head TEXT NOT NULL
  ) WITHOUT ROWID;

  -- Prompts sent through the hub. content is what to deliver, until it has been; fingerprint knows a retry from a clash.
  CREATE TABLE messages (
    message_id TEXT PRIMARY KEY,
    session_id TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    content TEXT,
    state TEXT NOT NULL
  ) WITHOUT ROWID;

  -- Sessions created with an id that the caller chose.
  CREATE TABLE creations (
    session_id TEXT PRIMARY KEY,
    fingerprint TEXT NOT NULL
  ) WITHOUT ROWID;

  CREATE TABLE tokens (
    name TEXT PRIMARY KEY,
    role TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL
  ) WITHOUT ROWID;

  -- Browsers that were paired, each with its own token in a cookie.
  CREATE TABLE devices (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    role TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    paired_at TEXT NOT NULL,
    last_seen_at TEXT
  ) WITHOUT ROWID;

  -- Where the notifications of a device go, and which key of the hub its browser knows.
  CREATE TABLE push_subscriptions (
    device_id TEXT PRIMARY KEY,
    subscription TEXT NOT NULL,
    key TEXT NOT NULL
  ) WITHOUT ROWID;

  CREATE TABLE notify_preferences (device_id TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;

  -- Recent deliveries of notifications.
  CREATE TABLE deliveries (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, json TEXT NOT NULL);
  `,
  `
  -- Decisions among all events, by time and by what they were about: the record of who decided what.
  CREATE INDEX decisions ON events (json_extract(json, '$.at'), position)
    WHERE type IN ('interaction_closed', 'interaction_settled', 'interaction_reopened');
  CREATE INDEX decisions_by_interaction ON events (json_extract(json, '$.interaction_id'), position)
    WHERE type IN ('interaction_closed', 'interaction_settled', 'interaction_reopened');
  CREATE INDEX interactions_by_session ON interactions (session);
  `,
  `
  -- What a reader of the file needs to continue where it stopped.
  ALTER TABLE checkpoints ADD COLUMN state TEXT;
  `,
  `
  -- Sessions that were removed for their age, and the number of their newest event.
  CREATE TABLE removed (session_id TEXT PRIMARY KEY, seq INTEGER NOT NULL) WITHOUT ROWID;
  `,
  `
  -- What people sort sessions by. labels: each between line breaks.
  ALTER TABLE sessions ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE sessions ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE sessions ADD COLUMN labels TEXT NOT NULL DEFAULT '';
  CREATE INDEX pinned_sessions ON sessions (last_activity_at DESC, id DESC) WHERE pinned = 1;
  `,
  `
  -- Notifications that are being delivered: the next hub continues with them.
  CREATE TABLE outbox (id TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
  `,
];
