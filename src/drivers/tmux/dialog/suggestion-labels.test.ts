/** Which row of a recorded dialog applies what Claude Code suggested in the same request. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPermission } from './read-permission.ts';
import { findSuggestedRow } from './suggestion-labels.ts';

const project = '/home/person/stage00000/project';
const acceptEdits = { type: 'setMode', mode: 'acceptEdits', destination: 'session' };
const folder = (path: string) => ({ type: 'addDirectories', directories: [path], destination: 'session' });
const rules = (toolName: string, contents: (string | undefined)[], destination = 'localSettings') => ({
  type: 'addRules',
  rules: contents.map((ruleContent) => ({ toolName, ...(ruleContent && { ruleContent }) })),
  behavior: 'allow',
  destination,
});

function rowFor(recording: string, apply: object[], suggestions: object[] = apply) {
  const path = join(import.meta.dirname, 'recorded', `${recording}.txt`);
  const { options = [] } = readPermission(readFileSync(path, 'utf8').trimEnd().split('\n')) ?? {};
  const interaction = { kind: 'permission', input: {}, suggestions } as never;
  const row = findSuggestedRow(options, interaction, apply as never);
  return typeof row === 'string' ? row : row.number;
}

test.each([
  ['bash-files', [folder(project)], 2],
  ['bash-files-narrow', [folder(project)], 2],
  ['bash-rule', [rules('Bash', ['npm run *'])], 2],
  ['bash-several-rules', [rules('Bash', ['git init *', 'npm install *', 'node -e "1"'])], 2],
  ['bash-several-rules-narrow', [rules('Bash', ['git init *', 'npm install *', 'node -e "1"'])], 2],
  ['write', [acceptEdits], 2],
  ['write-elsewhere', [acceptEdits, folder('/srv/shared/note')], 2],
  ['read', [rules('Read', ['//etc/**'], 'session')], 2],
  ['fetch-narrow', [rules('WebFetch', ['domain:example.com'])], 2],
  ['mcp-tool', [rules('mcp__forms__ask', [undefined])], 2],
])('%s', (recording, apply, number) => {
  expect(rowFor(recording, apply)).toBe(number);
});

test('rejects a row that does more, less or something else', () => {
  expect(rowFor('write-elsewhere', [acceptEdits])).toMatch(/no row/);
  expect(rowFor('bash-files', [folder(project), acceptEdits])).toMatch(/no row/);
  expect(rowFor('bash-files', [folder('/')])).toMatch(/no row/);
  expect(rowFor('bash-rule', [rules('Bash', ['npm *'])])).toMatch(/no row/);
  expect(rowFor('bash-rule', [rules('Bash', ['npm run *'], 'userSettings')])).toMatch(/no row/);
  expect(rowFor('auto-mode', [rules('Bash', ['npm run *'])])).toMatch(/no row/);
});

test('rejects an edited suggestion', () => {
  const edited = rules('Bash', ['npm *']);
  expect(rowFor('bash-rule', [edited], [rules('Bash', ['npm run *'])])).toMatch(/as Claude Code made them/);
});
