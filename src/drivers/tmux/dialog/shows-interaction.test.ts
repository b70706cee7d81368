/** Dialogs recorded from the real Claude Code 2.1.325: each matches its own request and no other. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PendingInteraction } from '../../driver.ts';
import { readScreen } from '../screen/read-screen.ts';
import { readDialog } from './read-dialog.ts';
import { showsInteraction } from './shows-interaction.ts';

const folder = join(import.meta.dirname, 'recorded');
const project = '/home/person/stage00000/project';

const permission = (tool_name: string, input: PendingInteraction['input']): PendingInteraction => ({
  ...{ kind: 'permission', tool_name, input, suggestions: [] },
});
const bash = (command: string) => permission('Bash', { command, description: 'Make a file' });
const question = (...questions: object[]): PendingInteraction => ({
  ...{ kind: 'question', tool_name: 'AskUserQuestion', input: { questions }, suggestions: [] },
});
const form = (message: string, rest: object = {}): PendingInteraction => ({
  kind: 'elicitation',
  input: { mcp_server_name: 'forms', message, ...rest },
  suggestions: [],
});

const loop = `for i in ${Array.from({ length: 80 }, (_, i) => `item-number-${i}`).join(' ')}; do echo "$i" >> made-by-loop.txt; done`;
const manyLines = Array.from({ length: 30 }, (_, i) => `echo "line ${i}" >> out.txt`).join('\n');
const db = {
  question: 'Which db?',
  header: 'DB',
  multiSelect: false,
  options: [
    { label: 'Postgres', description: 'big' },
    { label: 'MongoDB', description: 'docs' },
  ],
};
const features = {
  question: 'Which features?',
  header: 'Feat',
  multiSelect: true,
  options: [
    { label: 'Auth', description: 'who are you' },
    { label: 'Push', description: 'news' },
    { label: 'Search', description: 'find' },
  ],
};
const colour = {
  question: 'Which colour?',
  header: 'Colour',
  options: [
    { label: 'Red', description: 'r' },
    { label: 'Green', description: 'g' },
  ],
};
const layout = {
  question: 'Which layout?',
  header: 'Layout',
  options: [
    { label: 'Left', description: 'bar left', preview: '+' },
    { label: 'Top', description: 'bar top', preview: '+' },
  ],
};
const longQuestion = {
  question:
    'Which of these two rather long winded possibilities do you think is the one that would be the better choice for the project as it stands today, given everything that we know?',
  header: 'DB',
  options: [
    {
      label: 'The first of the possibilities',
      description:
        'It has a description that goes on for so long that it will not fit on a single line of the terminal, whatever its width may be, and goes on',
    },
    { label: 'The second', description: 'short' },
  ],
};

/** The recordings, by the request whose dialog they show. */
const ASKS: Readonly<Record<string, readonly [PendingInteraction, ...string[]]>> = {
  touch: [bash('touch made.txt'), 'bash-files', 'bash-files-narrow'],
  rule: [bash('npm run build -- --watch'), 'bash-rule', 'auto-mode'],
  rules: [bash('git init && npm install && node -e "1"'), 'bash-several-rules', 'bash-several-rules-narrow'],
  loop: [bash(loop), 'bash-long', 'bash-long-narrow'],
  lines: [bash(manyLines), 'bash-many-lines'],
  agent: [bash('touch sub.txt'), 'bash-of-agent', 'bash-amending'],
  write: [
    permission('Write', { file_path: `${project}/sub/a.txt`, content: 'abc\ndef' }),
    ...['write', 'write-narrow'],
  ],
  'write much': [
    permission('Write', {
      file_path: `${project}/b.txt`,
      content: Array.from({ length: 100 }, (_, i) => `line ${i}`).join('\n'),
    }),
    'write-long',
  ],
  'write elsewhere': [
    permission('Write', { file_path: '/srv/shared/note/c.txt', content: 'abc' }),
    'write-elsewhere',
  ],
  read: [permission('Read', { file_path: '/etc/hostname' }), 'read'],
  edit: [
    permission('Edit', { file_path: `${project}/e.txt`, old_string: 'one', new_string: 'two' }),
    'edit-narrow',
  ],
  fetch: [
    permission('WebFetch', { url: 'http://example.com/page', prompt: 'what is it' }),
    ...['fetch-narrow', 'fetch-first-of-two'],
  ],
  mcp: [permission('mcp__forms__ask', { form: 'simple' }), 'mcp-tool'],
  question: [question(db), 'question'],
  'long question': [question(longQuestion), 'question-long-narrow'],
  questions: [question(db, features, colour), 'questions-narrow', 'question-several-written'],
  features: [question(features), 'question-several'],
  layout: [question(layout), ...['question-preview', 'question-preview-hidden', 'question-preview-narrow']],
  plan: [
    { kind: 'plan', input: { plan: '# Plan\n\n1. do it\n2. check it\n' }, suggestions: [] },
    ...['plan', 'plan-small', 'plan-narrow'],
  ],
  form: [form('Who are you?'), 'form', 'form-choices', 'form-ticked'],
  'form several': [form('Pick some'), 'form-several'],
  'form empty': [form('Go on with it?'), 'form-empty'],
  'form url': [form('Open this page', { url: 'https://example.com/x' }), 'form-url'],
};
const NO_DIALOG = 'auto-mode-notice';

const recordings = readdirSync(folder).map((file) => file.replace(/\.txt$/, ''));

function see(name: string) {
  const { lines } = readScreen(readFileSync(join(folder, `${name}.txt`), 'utf8').split('\n'));
  return readDialog(lines);
}

test('covers every recording', () => {
  const named = Object.values(ASKS).flatMap(([, ...names]) => names);
  expect([...named, NO_DIALOG].sort()).toEqual(recordings.sort());
});

test.each(recordings)('%s', (name) => {
  const dialog = see(name);
  const fitting = Object.entries(ASKS).filter(
    ([, [interaction]]) => dialog && showsInteraction(dialog, interaction),
  );
  const expected = Object.entries(ASKS).filter(([, [, ...names]]) => names.includes(name));
  expect(fitting.map(([interaction]) => interaction)).toEqual(expected.map(([interaction]) => interaction));
});

test.each([
  ['bash-files', bash('touch made.txt && rm -rf /')],
  ['bash-files', bash('touch made')],
  ['bash-long', bash(loop.replace('item-number-79', 'item-number-80'))],
  // Text that is not visible in a short command cannot be distinguished from other text.
  ['write', permission('Write', { file_path: `${project}/other/a.txt`, content: 'abc\ndef' })],
  ['write', permission('Write', { file_path: `${project}/sub/a.txt`, content: 'something else' })],
  ['edit-narrow', permission('Edit', { file_path: `${project}/e.txt`, old_string: 'one', new_string: 'x' })],
  ['edit-narrow', permission('Edit', { file_path: `${project}/e.txt`, old_string: 'x', new_string: 'two' })],
  ['fetch-narrow', permission('WebFetch', { url: 'http://example.org/page', prompt: 'what is it' })],
  ['mcp-tool', permission('mcp__other__ask', { form: 'simple' })],
  ['question', question({ ...db, options: [...db.options].reverse() })],
  ['question', question({ ...db, question: 'Which db now?' })],
  [
    'plan',
    {
      kind: 'plan',
      input: { plan: '# Plan\n\n1. do something else' },
      suggestions: [],
    } as PendingInteraction,
  ],
  [
    'plan',
    { kind: 'plan', input: { planFilePath: '/home/person/other.md' }, suggestions: [] } as PendingInteraction,
  ],
  ['form', { ...form('Who are you?'), input: { mcp_server_name: 'x', message: 'Who are you?' } }],
])('%s does not match another request', (name, interaction) => {
  const dialog = see(name);
  expect(dialog && showsInteraction(dialog, interaction)).toBe(false);
});

test('text in a conversation is not a dialog', () => {
  const shown = readFileSync(join(folder, 'bash-files.txt'), 'utf8').trimEnd().split('\n');
  expect(readDialog([...shown, '', '● And so on.'])).toBeUndefined();
});

test('no path follows a plan if Claude Code knows no editor', () => {
  const lines = readFileSync(join(folder, 'plan.txt'), 'utf8').split('\n');
  const dialog = readDialog(lines.filter((line) => !line.includes('ctrl+g to edit')));
  const plan = (input: PendingInteraction['input']): PendingInteraction => ({
    kind: 'plan',
    input,
    suggestions: [],
  });
  const input = { plan: '# Plan\n\n1. do it\n2. check it\n', planFilePath: '/home/person/plans/a.md' };
  expect(dialog && showsInteraction(dialog, plan(input))).toBe(true);
  expect(dialog && showsInteraction(dialog, plan({ ...input, plan: 'Another' }))).toBe(false);
});

test('recognizes the row for a custom answer without a hint', () => {
  const shown = readFileSync(join(folder, 'question-several-written.txt'), 'utf8');
  const dialog = readDialog(shown.replace(' · ctrl+g to edit in Vim', '').split('\n'));
  expect(dialog).toMatchObject({ kind: 'question', isWriting: true, hasHint: false });
});
