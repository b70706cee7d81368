/** The tables that count tokens: a step of the history database, see usage-store.ts. */

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
