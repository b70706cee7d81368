/** Transcripts that grow, disappear, are truncated or cannot be read, and a hub that dies in between. */
import {
  appendFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { listTranscripts } from '../claude/transcript-files.ts';
import { FileIntake } from './file-intake.ts';
import {
  callRow,
  promptRow,
  resultRow,
  shown,
  startTestHistory,
  type TestHistory,
} from './history-fixture.ts';
import { indexTranscripts } from './indexer.ts';
import { type FileJob, readPieces } from './read-pieces.ts';

const ID = '11111111-1111-4111-8111-111111111111';
const OTHER = '22222222-2222-4222-8222-222222222222';

const found = (history: TestHistory, q = 'zebra') => history.search(q).map(shown).sort();
const rowsIn = ({ database }: TestHistory) =>
  (database.prepare('SELECT count(*) AS count FROM rows').get() as { count: number }).count;

const jobOf = (history: TestHistory, path: string): FileJob => {
  const [found] = listTranscripts(history.folder);
  if (!found) throw new Error('There is no transcript.');
  return { found, known: history.writer.file(path) };
};

test('reads only what is new after an append, and only complete lines', async () => {
  using history = startTestHistory();
  const path = history.path(ID);
  history.write(path, promptRow('zebra one'));
  await history.index();
  const line = Buffer.from(`${JSON.stringify(promptRow('zebra two é😀'))}\n`);
  appendFileSync(path, line.subarray(0, line.length - 20));
  await history.index();
  expect(found(history)).toEqual(['[zebra] one']);
  appendFileSync(path, line.subarray(line.length - 20));
  await history.index();
  expect(found(history)).toEqual(['[zebra] one', '[zebra] two é😀']);
  await history.index();
  expect(rowsIn(history)).toBe(2);
});

test('after a crash at any point, commits stay and the rest is read again, nothing twice', async () => {
  using history = startTestHistory();
  const path = history.path(ID);
  const padding = 'x'.repeat(200_000);
  for (let index = 0; index < 20; index++) history.write(path, promptRow(`zebra n${index} ${padding}`));
  // A chunk is a megabyte: reading is aborted after each of the first three, before and after its commit.
  for (const isCommitted of [true, false, true]) {
    const job = jobOf(history, path);
    const [piece] = readPieces(job);
    new FileIntake(history.writer, job).take(piece as NonNullable<typeof piece>);
    if (isCommitted) history.writer.commit();
    history.crash();
  }
  const before = rowsIn(history);
  expect(before).toBeGreaterThan(5);
  expect(before).toBeLessThan(20);
  await history.index();
  expect(rowsIn(history)).toBe(20);
  expect(history.search('zebra', { limit: 100 })).toHaveLength(20);
});

test('knows the tool of a result even if its call was read before a crash', async () => {
  using history = startTestHistory();
  const path = history.path(ID);
  history.write(path, callRow('t1', 'Grep', { pattern: 'zebra' }));
  await history.index();
  history.crash();
  history.write(path, resultRow('t1', 'zebra found'));
  await history.index();
  expect(history.search('zebra', { tool: 'Grep' })).toHaveLength(2);
});

test('a missing file stays in history, and may come back', async () => {
  using history = startTestHistory();
  const path = history.path(ID);
  history.write(path, promptRow('zebra one'));
  await history.index();
  renameSync(path, `${path}.away`);
  await history.index();
  expect(found(history)).toEqual(['[zebra] one']);
  expect(history.writer.totals()).toMatchObject({ files: 0, filesGone: 1 });
  renameSync(`${path}.away`, path);
  await history.index();
  expect(history.writer.totals()).toMatchObject({ files: 1, filesGone: 0 });
  expect(rowsIn(history)).toBe(1);
});

test('reads a truncated or replaced file again; its old content stays, and nothing appears twice', async () => {
  using history = startTestHistory();
  const path = history.path(ID);
  const [one, two, three, four] = ['one', 'two', 'three', 'four'].map((name) => promptRow(`zebra ${name}`));
  history.write(path, one as object, two as object);
  await history.index();
  truncateSync(path, 10);
  await history.index();
  rmSync(path);
  history.write(path, one as object, three as object);
  await history.index();
  expect(found(history)).toEqual(['[zebra] one', '[zebra] three', '[zebra] two']);
  history.write(`${path}.new`, one as object, four as object, three as object);
  renameSync(`${path}.new`, path);
  await history.index();
  expect(found(history)).toEqual(['[zebra] four', '[zebra] one', '[zebra] three', '[zebra] two']);
});

test('a file that is removed, cut or grows while it is read', async () => {
  using history = startTestHistory();
  const path = history.path(ID);
  history.write(path, promptRow('zebra one'), promptRow('zebra two'));
  const { found: stale } = jobOf(history, path);
  const read = (found: typeof stale) => {
    const job = { found, known: history.writer.file(path) };
    const intake = new FileIntake(history.writer, job);
    for (const piece of readPieces(job)) intake.take(piece);
  };
  // It is shorter than when it was listed, then longer.
  const [line = ''] = [`${JSON.stringify(promptRow('zebra three'))}\n`];
  writeFileSync(path, line);
  read(stale);
  history.writer.commit();
  history.write(path, promptRow('zebra four'));
  read({ ...stale, size: line.length + 5 });
  history.writer.commit();
  await history.index();
  expect(found(history)).toEqual(['[zebra] four', '[zebra] three']);
  rmSync(path);
  expect(() => read(stale)).toThrow('ENOENT');
  await history.index();
  expect(found(history)).toHaveLength(2);
});

test('does not follow links, and ignores a folder in the place of a file', async () => {
  using history = startTestHistory();
  const path = history.path(ID);
  history.write(path, promptRow('zebra one'));
  const projects = join(history.folder, 'projects');
  symlinkSync(projects, join(projects, 'loop'));
  symlinkSync(dirname(path), join(dirname(path), OTHER));
  symlinkSync(path, join(dirname(path), `${OTHER}.jsonl`));
  mkdirSync(join(dirname(path), '33333333-3333-4333-8333-333333333333.jsonl'));
  const progress = await history.index();
  expect(progress).toMatchObject({ files: 1, files_read: 1, unreadable: 0 });
});

test('still knows files that an earlier version stored by a path with links', async () => {
  using history = startTestHistory();
  const path = history.path(ID);
  history.write(path, promptRow('zebra one'));
  await history.index();
  const projects = join(history.folder, 'projects');
  const away = join(history.folder, 'away');
  renameSync(projects, away);
  symlinkSync(away, projects);
  await history.index();
  expect(history.writer.totals()).toMatchObject({ files: 1, filesGone: 0 });
  const real = path.replace(projects, away);
  expect(history.writer.file(real)).toBeDefined();
  // The hub reports changes by the real path.
  const { folder: configFolder, writer } = history;
  await indexTranscripts({ configFolder, transcripts: [real], writer, onProgress: () => {} });
  expect(history.writer.totals()).toMatchObject({ files: 1, filesGone: 0 });
  expect(rowsIn(history)).toBe(1);
});

test('reads the same session in two folders twice and shows it once', async () => {
  using history = startTestHistory();
  const row = promptRow('zebra one');
  history.write(history.path(ID, 'a'), row);
  history.write(history.path(ID, 'b'), row, promptRow('zebra two'));
  await history.index();
  expect(found(history)).toEqual(['[zebra] one', '[zebra] two']);
});

test('finds subagents in their own conversation', async () => {
  using history = startTestHistory();
  history.write(history.path(ID), promptRow('a horse'));
  history.write(join(dirname(history.path(ID)), ID, 'subagents', 'agent-abc.jsonl'), promptRow('zebra one'));
  await history.index();
  expect(history.search('zebra')).toMatchObject([{ session_id: ID, agent_id: 'abc' }]);
});

test('finds subagents that Claude Code 2.0 wrote next to their session in it, and others in none', async () => {
  using history = startTestHistory();
  const beside = (name: string) => join(dirname(history.path(ID)), name);
  history.write(beside('agent-0a1b.jsonl'), promptRow('zebra one', { sessionId: ID, isSidechain: true }));
  history.write(beside('agent-none.jsonl'), promptRow('zebra of nobody'));
  history.write(beside('notes.jsonl'), promptRow('zebra in notes', { sessionId: ID }));
  await history.index();
  expect(history.search('zebra')).toMatchObject([{ session_id: ID, agent_id: '0a1b' }]);
  expect(history.writer.totals()).toMatchObject({ files: 1, filesGone: 0 });
  history.write(beside('agent-0a1b.jsonl'), promptRow('zebra two', { sessionId: ID, isSidechain: true }));
  await history.index();
  expect(found(history)).toEqual(['[zebra] one', '[zebra] two']);
});

test('reads rows of older and newer versions, and lines that are not rows', async () => {
  using history = startTestHistory();
  const path = history.path(ID);
  // Claude Code 2.0 wrote summaries first, and several blocks in one row.
  history.write(
    path,
    { type: 'summary', summary: 'zebra of old', leafUuid: 'x' },
    { type: 'user', uuid: 'u', message: { role: 'user', content: [{ type: 'text', text: 'zebra block' }] } },
    { type: 'zebra-row', about: 'something new' },
    {
      type: 'assistant',
      message: {
        content: [
          { type: 'zebra_block', data: 1 },
          { type: 'text', text: 'zebra new' },
        ],
      },
    },
    { type: 'user', timestamp: 'no time', message: { content: 'zebra without a time' } },
    { type: 'user', message: null },
    { type: 7 },
    [],
  );
  appendFileSync(path, 'no json\n\n{"type":\nnull\n');
  history.write(path, promptRow('zebra last'));
  await history.index();
  expect(found(history)).toEqual([
    '[zebra] block',
    '[zebra] last',
    '[zebra] new',
    '[zebra] of old',
    '[zebra] without a time',
  ]);
});

test('rows of an unknown form do not block others', async () => {
  using history = startTestHistory();
  const path = history.path(ID);
  const message = { id: 'm', model: 'm', usage: { output_tokens: 1 }, content: [] };
  history.write(path, { type: 'assistant', cwd: { odd: 1 }, message });
  const [open, close] = ['[', ']'].map((bracket) => bracket.repeat(100_000));
  appendFileSync(
    path,
    `{"type":"user","message":{"content":[{"type":"tool_result","content":${open}${close}}]}}\n`,
  );
  history.write(path, promptRow('zebra'));
  await history.index();
  expect(found(history)).toEqual(['[zebra]']);
});

test('moves a damaged database aside and creates a new one', async () => {
  using history = startTestHistory();
  history.write(history.path(ID), promptRow('zebra one'));
  await history.index();
  history.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  history.database.close();
  writeFileSync(join(history.folder, 'history.db'), 'this is not a database but some text in its place');
  history.reopen();
  await history.index();
  expect(found(history)).toEqual(['[zebra] one']);
});

test('removes the copy of a deleted transcript on request, and nothing else', async () => {
  using history = startTestHistory();
  const [old, young, here] = ['1', '2', '3'].map((digit) => `${digit.repeat(8)}-1111-4111-8111-111111111111`);
  const long = Date.parse('2026-01-01') / 1000;
  for (const id of [old, young, here] as string[]) {
    history.write(
      history.path(id),
      promptRow(`zebra ${id[0]}`),
      promptRow(`more ${'of it '.repeat(20_000)}`),
    );
    if (id !== young) utimesSync(history.path(id), long, long);
  }
  await history.index();
  for (const id of [old, young] as string[]) rmSync(history.path(id));
  await history.index();
  expect(history.writer.removeGone(Date.parse('2026-06-01'))).toBe(1);
  history.writer.commit();
  expect(found(history)).toEqual(['[zebra] 2', '[zebra] 3']);
  const count = (table: string) => history.database.prepare(`SELECT count(*) AS count FROM ${table}`).get();
  expect([count('rows'), count('files'), count('extents')]).toEqual([
    { count: 4 },
    { count: 2 },
    { count: 2 },
  ]);
  expect(history.writer.totals()).toMatchObject({ files: 1, filesGone: 1 });
});
