import { expect, test } from 'vitest';
import { createProgram } from '../program.ts';
import { completeWords, type FetchCompletions } from './complete-words.ts';

const fetchCompletions: FetchCompletions = async (what) => [{ value: `a-${what}`, about: 'known' }];
const offered = async (line: string) =>
  (
    await completeWords(
      createProgram(() => {}),
      line.split(' '),
      fetchCompletions,
    )
  ).map(({ value }) => value);

test('completes commands and subcommands', async () => {
  expect(await offered('')).toEqual(expect.arrayContaining(['up', 'ls', 'inbox', 'completion']));
  expect(await offered('')).not.toContain('complete');
  expect(await offered('que')).toEqual(['queue']);
  expect(await offered('token ')).toEqual(expect.arrayContaining(['add', 'list', 'revoke']));
});

test('completes options of the current command, with descriptions', async () => {
  expect(await offered('ls --st')).toEqual(['--status']);
  expect(await offered('token add --ro')).toEqual(['--role']);
  const [first] = await completeWords(
    createProgram(() => {}),
    ['ls', '--jso'],
    fetchCompletions,
  );
  expect(first).toEqual({ value: '--json', about: 'print JSON' });
});

test('completes values of options', async () => {
  expect(await offered('ls --status w')).toEqual(['working', 'waiting']);
  expect(await offered('ls -s i')).toEqual(['idle']);
  expect(await offered('new --driver ')).toEqual(['stream', 'tmux']);
  expect(await offered('export x --format h')).toEqual(['html']);
  expect(await offered('search x --role a')).toEqual(['assistant']);
  expect(await offered('completion z')).toEqual(['zsh']);
});

test('completes names that only a hub knows', async () => {
  expect(await offered('attach ')).toEqual(['a-session']);
  expect(await offered('answer ')).toEqual(['a-interaction']);
  expect(await offered('devices revoke ')).toEqual(['a-device']);
  expect(await offered('new --resume ')).toEqual(['a-session']);
});

test('omits names with characters that a line cannot contain', async () => {
  const named: FetchCompletions = async () =>
    ['phone', 'a\nb', 'c\td', '\u001b[2J'].map((value) => ({ value, about: '' }));
  const found = await completeWords(
    createProgram(() => {}),
    ['devices', 'revoke', ''],
    named,
  );
  expect(found.map(({ value }) => value)).toEqual(['phone']);
});

test('completes nothing where free text or files are expected', async () => {
  expect(await offered('send a-session hel')).toEqual([]);
  expect(await offered('policy set ')).toEqual([]);
  expect(await offered('export x --output ')).toEqual([]);
  expect(await offered('nonsense ')).toEqual([]);
});
