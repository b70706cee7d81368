/** The migration from every earlier version: the result must be like a new database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { closeDatabase, openDatabase, readEpoch } from './database.ts';
import { MIGRATIONS } from './migrations.ts';
import type { Database } from './sqlite.ts';

/** A step that no version has, for tests. */
const FUTURE = [...MIGRATIONS, 'CREATE TABLE future (id INTEGER PRIMARY KEY)'];

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reins-migrations-'));
  file = join(folder, 'reins.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

function shapeOf(database: Database): unknown[] {
  return database
    .prepare("SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite%' ORDER BY name")
    .all();
}

function versionOf(database: Database): unknown {
  return database.prepare('PRAGMA user_version').get();
}

/** A database after this many steps, with a row in it. */
function makeVersion(version: number): string {
  const database = openDatabase(file, { migrations: MIGRATIONS.slice(0, version) });
  database.exec("INSERT INTO meta (name, value) VALUES ('kept', 'yes')");
  const epoch = readEpoch(database);
  closeDatabase(database);
  return epoch;
}

describe.each(MIGRATIONS.map((_, index) => index + 1))('from version %i', (version) => {
  test('has the schema of a new database, and keeps its rows and its epoch', () => {
    const epoch = makeVersion(version);
    const fresh = openDatabase(join(folder, 'fresh.db'));
    const migrated = openDatabase(file);
    expect(shapeOf(migrated)).toEqual(shapeOf(fresh));
    expect(versionOf(migrated)).toEqual({ user_version: MIGRATIONS.length });
    expect(migrated.prepare("SELECT value FROM meta WHERE name = 'kept'").get()).toEqual({ value: 'yes' });
    expect(readEpoch(migrated)).toBe(epoch);
    for (const database of [fresh, migrated]) closeDatabase(database);
  });

  test('is backed up before it changes, and only then', () => {
    makeVersion(version);
    const seen: unknown[] = [];
    const beforeMigration = (database: Database) => seen.push(versionOf(database));
    closeDatabase(openDatabase(file, { migrations: FUTURE, beforeMigration }));
    closeDatabase(openDatabase(file, { migrations: FUTURE, beforeMigration }));
    expect(seen).toEqual([{ user_version: version }]);
  });
});

test('a failing step leaves the previous version', () => {
  closeDatabase(openDatabase(file));
  const broken = [...FUTURE, 'CREATE TABLE half (id INTEGER); CREATE TABLE half (id INTEGER)'];
  expect(() => openDatabase(file, { migrations: broken })).toThrow(/already exists/);
  const database = openDatabase(file, { migrations: FUTURE });
  expect(versionOf(database)).toEqual({ user_version: FUTURE.length });
  expect(shapeOf(database)).not.toContainEqual(expect.objectContaining({ name: 'half' }));
  closeDatabase(database);
});

test('a failing backup ends the migration before it starts', () => {
  closeDatabase(openDatabase(file));
  const beforeMigration = () => {
    throw new Error('no room');
  };
  expect(() => openDatabase(file, { migrations: FUTURE, beforeMigration })).toThrow('no room');
  const database = openDatabase(file);
  expect(versionOf(database)).toEqual({ user_version: MIGRATIONS.length });
  closeDatabase(database);
});
