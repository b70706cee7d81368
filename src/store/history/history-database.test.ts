import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '../database.ts';
import { openHistory, openHistoryToRead } from './history-database.ts';
import { HISTORY_MIGRATIONS } from './history-migrations.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reins-history-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('readers get the database once all its tables exist', () => {
  const file = join(folder, 'history.db');
  expect(openHistoryToRead(file)).toBeUndefined();
  for (let made = 0; made < HISTORY_MIGRATIONS.length; made++) {
    closeDatabase(openDatabase(file, { migrations: HISTORY_MIGRATIONS.slice(0, made) }));
    expect(openHistoryToRead(file)).toBeUndefined();
  }
  closeDatabase(openHistory(file).database);
  const reading = openHistoryToRead(file);
  expect(reading?.prepare('SELECT count(*) AS rows FROM usage_sums').get()).toEqual({ rows: 0 });
  reading?.close();
});
