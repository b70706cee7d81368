import { expect, test } from 'vitest';
import { COMMANDS } from './desktop-command.ts';

const OWN = /^-(e|-app-name=Reins|-)$/;

test.each(COMMANDS)('$program takes no words of a session for an option', ({ args }) => {
  const hostile = '-eproperty x : do shell script "touch /tmp/x"';
  const given = args(hostile, '--help');
  const end = given.indexOf('--');
  const readAsOptions = end === -1 ? given : given.slice(0, end);
  expect(readAsOptions.filter((word) => word.startsWith('-') && !OWN.test(word))).toEqual([]);
  expect(given.at(-2)?.trim()).toBe(hostile);
  expect(given.at(-1)?.trim()).toBe('--help');
});
