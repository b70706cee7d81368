import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { waitUntil } from '../../../stage/patience.ts';
import type { Policy } from '../../protocol/policy.ts';
import { type PolicyState, PolicyStore } from './policy-store.ts';

const allowLs: Policy = { rules: [{ name: 'look', match: { command: 'ls *' }, decide: 'allow' }] };
const denyRm: Policy = { rules: [{ name: 'keep', match: { command: 'rm *' }, decide: 'deny' }] };

let folder: string;
let file: string;
let stores: PolicyStore[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reins-policy-'));
  file = join(folder, 'policy.json');
  stores = [];
});
afterEach(() => {
  for (const store of stores) store.close();
  rmSync(folder, { recursive: true });
});

function open(onChange: (state: PolicyState) => void = () => {}): PolicyStore {
  const store = new PolicyStore(file, onChange);
  stores.push(store);
  return store;
}

test('without a file, there are no rules and no problems', () => {
  expect(open().current()).toEqual({ policy: { rules: [] }, problems: [], version: undefined });
});

test('an edit by hand applies at the next read, and is reported', async () => {
  const reported: PolicyState[] = [];
  const store = open((state) => reported.push(state));
  writeFileSync(file, JSON.stringify(allowLs));
  expect(store.current().policy).toEqual(allowLs);
  writeFileSync(`${file}.new`, JSON.stringify(denyRm));
  renameSync(`${file}.new`, file);
  expect(store.current().policy).toEqual(denyRm);
  rmSync(file);
  expect(store.current().policy.rules).toEqual([]);
  expect(reported.map(({ policy }) => policy.rules[0]?.name)).toEqual(['look', 'keep', undefined]);
});

test('the watch reports an edit without a read', async () => {
  const onChange = vi.fn();
  open(onChange);
  writeFileSync(file, JSON.stringify(allowLs));
  await waitUntil('the change to be reported', () => onChange.mock.calls.length > 0);
  expect(onChange).toHaveBeenCalledWith(expect.objectContaining({ policy: allowLs }));
});

test('an invalid file means no rules, never the last valid ones', () => {
  writeFileSync(file, JSON.stringify(allowLs));
  const store = open();
  expect(store.current().policy).toEqual(allowLs);
  writeFileSync(file, '{\n  "rules": [\n}');
  const broken = store.current();
  expect(broken.policy.rules).toEqual([]);
  expect(broken.problems).toEqual([{ line: 3, path: '', message: expect.stringContaining('Invalid JSON') }]);
  writeFileSync(file, JSON.stringify({ rules: [{ ...allowLs.rules[0], decide: 'perhaps' }] }));
  expect(store.current()).toMatchObject({
    policy: { rules: [] },
    problems: [{ line: 1, path: 'rules[0].decide' }],
  });
  writeFileSync(file, JSON.stringify(denyRm));
  expect(store.current()).toMatchObject({ policy: denyRm, problems: [] });
});

test('one unreadable rule invalidates all others', () => {
  const rules = [...allowLs.rules, { name: 'bad', match: { command: 'a && b' }, decide: 'deny' }];
  writeFileSync(file, JSON.stringify({ rules }));
  expect(open().current()).toMatchObject({
    policy: { rules: [] },
    problems: [{ path: 'rules[1].match.command' }],
  });
});

test('detects an edit that keeps size and time', () => {
  writeFileSync(file, JSON.stringify(allowLs));
  const store = open();
  const { atime, mtime } = statSync(file);
  writeFileSync(file, JSON.stringify(allowLs).replace('ls *', 'du *'));
  utimesSync(file, atime, mtime);
  expect(store.current().policy.rules[0]?.match.command).toBe('du *');
});

test('returns the same policy object while nothing changes, so that nothing is computed twice', () => {
  writeFileSync(file, JSON.stringify(allowLs));
  const store = open();
  expect(store.current().policy).toBe(store.current().policy);
  utimesSync(file, 1, 1);
  expect(store.current().policy).toBe(store.current().policy);
});

test('replaces a policy atomically, for its owner only, and keeps it across a restart', () => {
  const onChange = vi.fn();
  const store = open(onChange);
  const { version } = store.replace(allowLs);
  expect(version).toMatch(/^[0-9a-f]{16}$/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify(allowLs, null, 2)}\n`);
  expect(open().current()).toEqual({ policy: allowLs, problems: [], version });
  expect(onChange).toHaveBeenCalledTimes(1);
});

test('rejects an invalid policy with every problem, and leaves the file alone', () => {
  const store = open();
  store.replace(allowLs);
  const bad = {
    rules: [
      { name: 'a', match: {}, decide: 'allow' },
      { name: 'a', match: { x: 1 }, decide: 'ask' },
    ],
  };
  expect(() => store.replace(bad)).toThrow('rules[1].match.x: unknown key.');
  expect(() => store.replace({ rules: [bad.rules[0]] })).toThrow(
    expect.objectContaining({
      code: 'policy_invalid',
      details: { problems: [expect.objectContaining({ path: 'rules[0].match' })] },
    }),
  );
  expect(store.current().policy).toEqual(allowLs);
});

test('a writer that has not seen the newest version does not overwrite it', () => {
  const store = open();
  const { version } = store.replace(allowLs);
  writeFileSync(file, JSON.stringify(denyRm));
  expect(() => store.replace(allowLs, version)).toThrow(expect.objectContaining({ code: 'policy_changed' }));
  expect(store.replace(allowLs, store.current().version).policy).toEqual(allowLs);
});

test('follows and keeps a link, and rejects it if others can change its target', () => {
  const elsewhere = join(folder, 'dotfiles');
  mkdirSync(elsewhere);
  const target = join(elsewhere, 'rules.json');
  writeFileSync(target, JSON.stringify(allowLs), { mode: 0o600 });
  symlinkSync(target, file);
  const store = open();
  expect(store.current().policy).toEqual(allowLs);
  expect(store.realFile).toBe(target);
  store.replace(denyRm);
  expect(lstatSync(file).isSymbolicLink()).toBe(true);
  expect(JSON.parse(readFileSync(target, 'utf8'))).toEqual(denyRm);
  chmodSync(target, 0o666);
  expect(store.current()).toMatchObject({
    policy: { rules: [] },
    problems: [{ message: expect.stringContaining('chmod go-w') }],
  });
});

test('a folder in its place or a huge file is a problem, not a crash', () => {
  mkdirSync(file);
  expect(open().current()).toMatchObject({ policy: { rules: [] }, problems: [{ path: '' }] });
  rmSync(file, { recursive: true });
  writeFileSync(file, ' '.repeat(1024 * 1024 + 1));
  expect(open().current().problems).toEqual([{ path: '', message: 'It is larger than 1 MB.' }]);
  expect(existsSync(file)).toBe(true);
});
