import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { COMMANDS, findDesktopCommand } from './desktop-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'reins-desktop-'));
afterAll(() => rmSync(folder, { recursive: true }));

const OWN = /^-(e|-app-name=Reins|-)$/;

test.each(COMMANDS)('$program never reads session text as an option', ({ args }) => {
  const hostile = '-eproperty x : do shell script "touch /tmp/x"';
  const given = args(hostile, '--help');
  const end = given.indexOf('--');
  const readAsOptions = end === -1 ? given : given.slice(0, end);
  expect(readAsOptions.filter((word) => word.startsWith('-') && !OWN.test(word))).toEqual([]);
  expect(given.at(-2)?.trim()).toBe(hostile);
  expect(given.at(-1)?.trim()).toBe('--help');
});

test('has no command if no program is installed', () => {
  expect(findDesktopCommand({ PATH: folder })).toBeUndefined();
});

test.each(COMMANDS)('uses $program if it is installed', ({ program }) => {
  const file = join(folder, program);
  writeFileSync(file, '');
  chmodSync(file, 0o755);
  expect(findDesktopCommand({ PATH: folder })?.program).toBe(program);
  rmSync(file);
});

test('the macOS script gets session text as arguments', () => {
  const [osascript] = COMMANDS;
  expect(osascript?.args('a "title"', 'a body')).toEqual([
    ...['-e', 'on run argv'],
    ...['-e', 'display notification (item 2 of argv) with title (item 1 of argv)'],
    ...['-e', 'end run'],
    ...['a "title"', 'a body'],
  ]);
});
