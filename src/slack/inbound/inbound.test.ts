import { expect, test } from 'vitest';
import { checkView } from '../../../test/slack/check-blocks.ts';
import type { Session } from '../../protocol/session.ts';
import { homeBlocks } from '../home-tab.ts';
import { anInteraction } from '../slack-fixture.ts';
import { readPrompt, readSlackText } from './read-text.ts';
import { readSharedFiles } from './shared-files.ts';
import { readSlashCommand } from './slash-commands.ts';

test.each([
  ['a &lt; b &amp;&amp; c', 'a < b && c'],
  ['see <https://a.example/x?a=1&amp;b=2>', 'see https://a.example/x?a=1&b=2'],
  ['<https://a.example|a.example>', 'https://a.example'],
  ['<https://a.example|the docs>', 'the docs (https://a.example)'],
  ['<mailto:a@b.example|a@b.example>', 'a@b.example'],
  ['<@U123> in <#C1|general> <!here>', '@U123 in #general !here'],
  ['&amp;lt;', '&lt;'],
])('reads %j as typed', (delivered, typed) => {
  expect(readSlackText(delivered)).toBe(typed);
});

test('a prompt that starts with ! steers', () => {
  expect(readPrompt(' do it ')).toEqual({ text: 'do it', when: 'queue' });
  expect(readPrompt('! stop &amp; think')).toEqual({ text: 'stop & think', when: 'steer' });
});

test.each([
  ['new /code/api fix the  tests', { verb: 'new', folder: '/code/api', prompt: 'fix the  tests' }],
  ['new fix it', { verb: 'new', folder: undefined, prompt: 'fix it' }],
  ['new laptop:/code/api fix it', { verb: 'new', host: 'laptop', folder: '/code/api', prompt: 'fix it' }],
  ['new /code/api', { verb: 'help' }],
  ['ls', { verb: 'ls' }],
  ['stop 1a2b', { verb: 'stop', session: '1a2b' }],
  ['stop', { verb: 'help' }],
  ['mode 1a2b plan', { verb: 'mode', session: '1a2b', mode: 'plan' }],
  ['mode 1a2b', { verb: 'help' }],
  ['', { verb: 'help' }],
  ['nonsense', { verb: 'help' }],
])('/reins %s', (typed, command) => {
  expect(readSlashCommand(typed)).toEqual(command);
});

test('downloads nothing from other hosts, and nothing that Claude does not accept', async () => {
  const options = { token: 'xoxb-secret', origin: 'https://files.slack.com' };
  const file = {
    name: 'a.txt',
    mimetype: 'text/plain',
    size: 3,
    url: 'https://files.slack.com.evil.example/a',
  };
  await expect(readSharedFiles([file], options)).rejects.toThrow('not stored in Slack');
  await expect(readSharedFiles([{ ...file, mimetype: 'video/mp4' }], options)).rejects.toThrow(
    'cannot be sent',
  );
  await expect(readSharedFiles([{ ...file, size: 1e9 }], options)).rejects.toThrow('larger than');
});

test('the home tab fits with many pending requests', () => {
  const many = Array.from({ length: 60 }, (_, index) => anInteraction({ id: `i${index}` }));
  const blocks = homeBlocks(many, 'Too late.');
  expect(checkView({ type: 'home', blocks })).toEqual([]);
  expect(JSON.stringify(blocks)).toMatch(/and \d+ more/);
  expect(JSON.stringify(homeBlocks(undefined))).toContain('no role');
  expect(JSON.stringify(homeBlocks([anInteraction({ routes: [] })]))).toContain('No pending requests');
  const session = { title: 'Fix <it>', cwd: '/code/api', host: 'desk', waiting_for: 'login' } as Session;
  const asking = homeBlocks([], undefined, [session]);
  expect(JSON.stringify(asking)).toContain('◆ Fix &lt;it&gt; · answer in the terminal: login · api · desk');
  expect(checkView({ type: 'home', blocks: asking })).toEqual([]);
});
