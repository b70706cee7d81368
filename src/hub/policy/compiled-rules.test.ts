import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Interaction } from '../../protocol/interactions.ts';
import type { Policy } from '../../protocol/policy.ts';
import { CompiledRules } from './compiled-rules.ts';

const folder = mkdtempSync(join(tmpdir(), 'reins-rules-'));
const project = join(folder, 'project');
const home = join(folder, 'home');
mkdirSync(join(project, 'src'), { recursive: true });
mkdirSync(home);
symlinkSync(home, join(project, 'src', 'link'));
afterAll(() => rmSync(folder, { recursive: true }));

function bookOf(policy: Policy) {
  return new CompiledRules({
    policy: { current: () => ({ policy, problems: [], version: 'one' }) },
    reader: { eventsOfTypes: () => [], sessionsActiveSince: () => [] },
    places: () => ({ home, userHome: folder, addresses: ['127.0.0.1:4820'] }),
    host: 'desk',
    now: () => 0,
  });
}

const asked = (tool_name: string, input: Record<string, unknown>, more: Partial<Interaction> = {}) =>
  ({
    kind: 'permission',
    tool_name,
    input,
    host: 'desk',
    session_id: 'x',
    cwd: project,
    permission_mode: 'default',
    ...more,
  }) as Interaction;

const SOURCES: Policy = {
  rules: [{ name: 'sources', match: { tool: 'Write', path: 'src/**' }, decide: 'allow' }],
};
const write = (file: string) => ({ file_path: join(project, file), content: '' });

test('follows links on this machine; on another, their targets are unknown', () => {
  const rules = bookOf(SOURCES);
  expect(rules.decide(asked('Write', write('src/a.ts'))).decision).toBe('allow');
  expect(rules.decide(asked('Write', write('src/link/policy.json'))).decision).toBe('ask');
  expect(rules.decide(asked('Write', write('src/a.ts'), { host: 'laptop' })).decision).toBe('ask');
});

test('grants nothing to a request with an unknown folder or mode', () => {
  const look: Policy = { rules: [{ name: 'look', match: { command: 'ls *' }, decide: 'allow' }] };
  const { cwd: _cwd, ...homeless } = asked('Bash', { command: 'ls' });
  const { permission_mode: _mode, ...modeless } = asked('Bash', { command: 'ls' });
  expect(bookOf(look).decide(asked('Bash', { command: 'ls' })).decision).toBe('allow');
  expect(bookOf(look).decide(homeless).decision).toBe('ask');
  expect(bookOf(look).decide(modeless).decision).toBe('ask');
  expect(bookOf(look).decide(asked('Bash', { command: 'ls' }, { without_hook: true })).decision).toBe('ask');
});

test('flags a link that leads to the hub', () => {
  const flags = bookOf(SOURCES).flag(asked('Read', { file_path: 'src/link/token' }));
  expect(flags.map(({ code }) => code)).toEqual(['touches_hub']);
});

test('grants a command only if every link in it could be followed', () => {
  const all: Policy = { rules: [{ name: 'all', match: { tool: 'Bash' }, decide: 'allow' }] };
  const decision = (command: string) => bookOf(all).decide(asked('Bash', { command })).decision;
  symlinkSync(join(home, 'missing'), join(project, 'nowhere'));
  expect(decision('cat src/a.ts')).toBe('allow');
  expect(decision(`git commit -m '${'A long message. '.repeat(100)}'`)).toBe('allow');
  expect(decision('cp a nowhere')).toBe('ask');
  expect(decision('grep --file=src/link/token x')).toBe('ask');
  const names = (count: number) => Array.from({ length: count }, (_, at) => `f${at}`).join(' ');
  expect(decision(`cat ${names(100)}`)).toBe('allow');
  expect(decision(`cat ${names(600)} src/link/token`)).toBe('ask');
  expect(decision(`cat ${names(600)} src/a.ts`)).toBe('ask');
});
