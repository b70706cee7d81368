import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test as plain } from 'vitest';
import {
  findTranscript,
  listSessions,
  listTranscripts,
  lookAt,
  safeTranscriptPath,
} from './transcript-files.ts';

const id = (digit: string) => `${digit.repeat(8)}-1111-4111-8111-111111111111`;

interface Place {
  readonly config: string;
  readonly project: string;
  write(path: string, text?: string): string;
}

const test = plain.extend<{ place: Place }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants it
  place: async ({}, use) => {
    const config = realpathSync(mkdtempSync(join(tmpdir(), 'reins-files-')));
    const project = join(config, 'projects', 'shop');
    mkdirSync(project, { recursive: true });
    const write = (path: string, text = '{}\n') => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      return path;
    };
    await use({ config, project, write });
    rmSync(config, { recursive: true });
  },
});

test('lists sessions and their subagents, and nothing else', ({ place: { config, project, write } }) => {
  const own = write(join(project, `${id('1')}.jsonl`));
  const agent = write(join(project, id('1'), 'subagents', 'agent-x.jsonl'));
  const old = write(join(project, 'agent-old.jsonl'), `{"sessionId":"${id('1')}"}\n`);
  write(join(project, 'notes.jsonl'));
  write(join(project, id('1'), 'tool-results', 'agent-y.jsonl'));
  mkdirSync(join(project, `${id('3')}.jsonl`));
  const paths = [...listTranscripts(config)].map(({ path, agentId }) => [path, agentId]);
  expect(paths.sort()).toEqual([
    [own, undefined],
    [agent, 'x'],
  ]);
  const all = [...listTranscripts(config, () => undefined)];
  expect(all.find(({ path }) => path === old)).toMatchObject({ sessionId: id('1'), agentId: 'old' });
  expect([...listSessions(project)].map(({ path }) => path)).toEqual([own]);
  expect(findTranscript(config, id('1'))).toBe(own);
  expect(findTranscript(config, '../shop')).toBeUndefined();
});

test('follows links inside the folder, and none that lead out of it', ({ place }) => {
  const { config, project, write } = place;
  const own = write(join(project, `${id('1')}.jsonl`));
  const inside = join(project, `${id('2')}.jsonl`);
  const outside = join(project, `${id('3')}.jsonl`);
  symlinkSync(own, inside);
  symlinkSync(write(join(config, 'secret.jsonl')), outside);
  symlinkSync(outside, join(project, `${id('4')}.jsonl`));
  symlinkSync('nowhere', join(project, `${id('5')}.jsonl`));
  const found = [...listTranscripts(config)].map(({ path, isLink }) => [path, isLink ?? false]);
  expect(found.sort()).toEqual([
    [own, false],
    [inside, true],
  ]);
  expect(safeTranscriptPath(config, id('2'), inside)).toBe(inside);
  expect(safeTranscriptPath(config, id('3'), outside)).toBeUndefined();
});

test('paths are the real ones if the folder is behind a link', ({ place: { config, project, write } }) => {
  const own = write(join(project, `${id('1')}.jsonl`));
  const link = join(config, 'link');
  symlinkSync(config, link);
  expect([...listTranscripts(link)].map(({ path }) => path)).toEqual([own]);
  expect(safeTranscriptPath(link, id('1'), own.replace(config, link))).toBe(own);
});

test('a transcript that is gone is not found', ({ place: { project, write } }) => {
  const path = write(join(project, `${id('1')}.jsonl`), 'four');
  expect(lookAt(path, id('1'))).toMatchObject({ sessionId: id('1'), size: 4 });
  rmSync(path);
  expect(lookAt(path, id('1'))).toBeUndefined();
});
