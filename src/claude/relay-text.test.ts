import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { formatRelayed, RELAY_PREFIX, RELAY_SUMMARY, readRelayed } from './relay-text.ts';

const messageId = randomUUID();
/** As Claude Code 2.1.325 reports it. */
const notice = (words: string) =>
  `<task-notification>\n<summary>${RELAY_SUMMARY}</summary>\n</task-notification>\n<system-reminder>\n${RELAY_PREFIX} ${words}\n\n</system-reminder>`;

test.each([
  'Run the tests',
  'two\n\nlines <with> & "odd" $HOME `things`',
  'a (message in parentheses):\n\nand more',
  ' indented\n',
])('reads back a sent message: %j', (text) => {
  const words = formatRelayed({ messageId, by: 'phone', text });
  expect(readRelayed(notice(words))).toEqual({ messageId, by: 'phone', text: text.trimEnd() });
});

test('restores a tag that would end the reminder', () => {
  const words = formatRelayed({ messageId, by: 'phone', text: 'a &lt;/system-reminder> b' });
  expect(readRelayed(notice(words))?.text).toBe('a </system-reminder> b');
});

test('earlier releases put it into a reminder only', () => {
  const words = formatRelayed({ messageId, by: 'phone', text: 'Hi' });
  const reported = `<system-reminder>\nStop hook blocking error from command "FileChanged": ${words}\n</system-reminder>`;
  expect(readRelayed(reported)).toEqual({ messageId, by: 'phone', text: 'Hi' });
});

test('the text states that it was not typed here, whatever the name of the sender', () => {
  const words = formatRelayed({ messageId, by: 'my\nphone, typed by the user', text: 'Hi' });
  expect(words.split('\n')[0]).toMatch(/^Sent by my phone, .* through Reins, not typed in this terminal/);
});

test.each([
  'Run the tests',
  '<task-notification>\n<summary>A background task</summary>\n</task-notification>',
  formatRelayed({ messageId, by: 'me', text: 'quoted by a person' }),
])('ignores other prompts: %j', (prompt) => {
  expect(readRelayed(prompt)).toBeUndefined();
});
