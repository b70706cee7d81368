import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Draft } from '../core/draft.ts';
import { backUp } from './backups.ts';
import { type OpenedLog, openLog } from './open-log.ts';
import { DatabaseSync } from './sqlite.ts';

const SESSION = '11111111-1111-4111-8111-111111111111';
const NOON = Date.parse('2026-01-02T12:00:00.000Z');

let folder: string;
let file: string;
const open: OpenedLog[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reins-log-'));
  file = join(folder, 'reins.db');
});
afterEach(() => {
  for (const opened of open.splice(0)) if (opened.database.isOpen) opened.close();
  rmSync(folder, { recursive: true });
});

function start(): OpenedLog {
  const opened = openLog({ folder, host: 'desk', now: () => NOON });
  open.push(opened);
  return opened;
}

const said = (text: string): Draft => ({
  type: 'assistant_text',
  source: 'transcript',
  at: NOON,
  key: `text:${text}`,
  message_id: text,
  block: 0,
  text,
});

function say({ log }: OpenedLog, ...texts: string[]): void {
  log.append([{ sessionId: SESSION, drafts: texts.map(said) }]);
}

const received = ({ reader }: OpenedLog): string[] =>
  reader.events({ after: 0, limit: 1000 }).map(({ json }) => JSON.parse(json).text);

/** Enough events to fill many pages. */
const many = Array.from({ length: 300 }, (_, index) => `${index} ${'x'.repeat(1000)}`);

describe('a healthy database', () => {
  test('is private, keeps its epoch and its events, and has nothing to report', () => {
    const first = start();
    say(first, 'one');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(first.notices).toEqual([]);
    first.close();
    const second = start();
    expect(received(second)).toEqual(['one']);
    expect(second.log.epoch).toBe(first.log.epoch);
    expect(second.notices).toEqual([]);
  });

  test('is complete even without a proper close', () => {
    const first = start();
    say(first, ...many);
    first.database.close();
    const second = start();
    expect(received(second)).toEqual(many);
    expect(second.notices).toEqual([]);
  });

  test('of a newer Reins is refused and left alone', () => {
    const first = start();
    first.database.exec('PRAGMA user_version = 999');
    first.close();
    expect(start).toThrow(expect.objectContaining({ code: 'database_too_new' }));
    expect(readdirSync(folder)).toContain('reins.db');
  });
});

/** Ways to lose a database. */
const DAMAGES: Readonly<Record<string, () => void>> = {
  'overwritten with other data': () => writeFileSync(file, 'This is not a database. '.repeat(1000)),
  'with a damaged header': () => overwrite(0, 'garbage garbage '),
  'cut in half': () => truncateSync(file, Math.floor(statSync(file).size / 2 / 4096) * 4096),
  'cut within a page': () => truncateSync(file, statSync(file).size - 1000),
  emptied: () => truncateSync(file, 0),
  'with damaged pages': () => damagePages(),
};

function damagePages(): void {
  for (let page = 3; page < statSync(file).size / 4096; page += 2) overwrite(page * 4096, '\xff'.repeat(64));
}

function overwrite(offset: number, text: string): void {
  const bytes = readFileSync(file);
  bytes.write(text, offset, 'latin1');
  writeFileSync(file, bytes);
}

describe.each(Object.entries(DAMAGES))('a database %s', (_name, damage) => {
  test('is set aside and replaced by the newest backup', async () => {
    const first = start();
    say(first, ...many);
    await backUp(file, join(folder, 'backups'), NOON - 60_000);
    say(first, 'after the backup');
    first.close();
    damage();
    const damaged = readFileSync(file);

    const second = start();
    expect(received(second)).toEqual(many);
    expect(second.log.epoch).not.toBe(first.log.epoch);
    const aside = `${file}.corrupt-20260102T120000000Z`;
    expect(readFileSync(aside).equals(damaged)).toBe(true);
    const reported = second.notices.join('\n');
    expect(reported).toContain(aside);
    expect(reported).toContain('reins-20260102T115900000Z.db');
    expect(reported).toContain('2026-01-02T11:59:00.000Z');
    say(second, 'after the backup', 'and on');
    second.close();

    const third = start();
    expect(received(third)).toEqual([...many, 'after the backup', 'and on']);
    expect(third.notices).toEqual([]);
    expect(third.log.epoch).toBe(second.log.epoch);
  });
});

test('detects that a large, properly closed database was truncated', () => {
  const first = start();
  for (let index = 0; index < 34; index++) say(first, `${index} ${'x'.repeat(500_000)}`);
  first.close();
  expect(statSync(file).size).toBeGreaterThan(32 * 1024 * 1024);
  const second = start();
  expect(second.notices).toEqual([]);
  second.close();
  truncateSync(file, statSync(file).size - 4096);
  const third = start();
  expect(third.notices.join('\n')).toContain('was damaged');
});

describe('recovery', () => {
  function damage(): void {
    const first = start();
    say(first, 'one');
    first.close();
    writeFileSync(file, 'garbage');
  }

  test('without a backup starts empty', () => {
    damage();
    const second = start();
    expect(received(second)).toEqual([]);
    expect(second.notices.join('\n')).toContain('starts empty');
  });

  test('skips a backup that is damaged too', async () => {
    const first = start();
    const backups = join(folder, 'backups');
    say(first, 'one');
    await backUp(file, backups, NOON - 2000);
    const { file: newest } = await backUp(file, backups, NOON - 1000);
    writeFileSync(newest, 'garbage');
    first.close();
    writeFileSync(file, 'garbage');
    const second = start();
    expect(received(second)).toEqual(['one']);
    expect(second.notices.join('\n')).toContain(newest);
  });

  test('never applies the write-ahead file of the damaged database to the restored one', async () => {
    const first = start();
    say(first, ...many);
    await backUp(file, join(folder, 'backups'), NOON - 1000);
    first.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    say(first, 'in the write-ahead file');
    const wal = readFileSync(`${file}-wal`);
    first.close();
    damagePages();
    writeFileSync(`${file}-wal`, wal);
    const second = start();
    expect(received(second)).toEqual(many);
    expect(second.database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  });

  test('that was interrupted is finished at the next start', async () => {
    const first = start();
    say(first, 'one');
    const { file: backup } = await backUp(file, join(folder, 'backups'), NOON);
    first.close();
    rmSync(file);
    writeFileSync(`${file}.restoring`, readFileSync(backup));
    const second = start();
    expect(received(second)).toEqual(['one']);
    expect(second.notices).toHaveLength(1);
  });

  test('leaves a deliberately removed log removed, and explains how to restore it', async () => {
    const first = start();
    const { file: backup } = await backUp(file, join(folder, 'backups'), NOON);
    first.close();
    rmSync(file);
    const second = start();
    expect(received(second)).toEqual([]);
    expect(second.notices.join('\n')).toContain(backup);
  });

  test("does not mistake another program's database for its own", () => {
    const other = new DatabaseSync(file);
    other.exec('CREATE TABLE recipes (name TEXT)');
    other.close();
    const opened = start();
    expect(opened.notices.join('\n')).toContain('did not create');
    expect(existsSync(`${file}.corrupt-20260102T120000000Z`)).toBe(true);
  });
});

test('a path that is not a folder gives a clear error', () => {
  const path = join(folder, 'file');
  writeFileSync(path, '');
  expect(() => openLog({ folder: path, host: 'desk' })).toThrow(
    expect.objectContaining({ code: 'home_not_writable', message: expect.stringContaining(path) }),
  );
});
