/** `reins install` and `uninstall` on settings files of every kind. */
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { pinnedClaudeBinary } from '../../stage/claude-binary.ts';
import { type ReinsUser, reinsTest } from '../reins-process.ts';
import { foreignSettings } from './strangers-settings.ts';

const claude = { REINS_CLAUDE: pinnedClaudeBinary() };
const run = (user: ReinsUser, ...args: string[]) => user.reins(args, claude).exited;
const settingsFile = (user: ReinsUser) => join(user.claudeConfig, 'settings.json');
const read = (user: ReinsUser) => readFileSync(settingsFile(user), 'utf8');
const write = (user: ReinsUser, text: string) => writeFileSync(settingsFile(user), text);

reinsTest('installs without a file, twice, and uninstalls', async ({ user }) => {
  const first = await run(user, 'install');
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(first.stdout).toContain(`14 events report to the hub of ${user.reinsHome}`);
  const text = read(user);
  expect(JSON.parse(text).permissions).toBeUndefined();
  expect(statSync(join(user.reinsHome, 'hooks', 'ask.sh')).mode & 0o111).not.toBe(0);

  const second = await run(user, 'install');
  expect(second).toMatchObject({ code: 0, stdout: expect.stringContaining('Already installed') });
  expect(read(user)).toBe(text);

  expect(await run(user, 'uninstall')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('has been deleted'),
  });
  expect(readdirSync(user.claudeConfig)).toEqual([]);
  expect(await run(user, 'uninstall')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('is not installed in'),
  });
});

reinsTest('installs into an empty file, and restores it', async ({ user }) => {
  write(user, '');
  expect((await run(user, 'install')).code).toBe(0);
  expect(Object.keys(JSON.parse(read(user)).hooks)).toHaveLength(14);
  await run(user, 'uninstall');
  expect(read(user)).toBe('');
});

reinsTest("preserves a stranger's file with ten hooks on our events byte for byte", async ({ user }) => {
  const before = foreignSettings();
  write(user, before);
  chmodSync(settingsFile(user), 0o640);
  const { stdout } = await run(user, 'install', '--deny-rules');
  expect(stdout).toContain('10 other hooks are unchanged');
  const during = JSON.parse(read(user));
  for (const [event, groups] of Object.entries(JSON.parse(before).hooks as Record<string, unknown[]>))
    expect(during.hooks[event].slice(0, groups.length)).toEqual(groups);
  expect(during.permissions.deny).toContain(`Read(/${user.reinsHome}/**)`);
  await run(user, 'install', '--all-events');
  await run(user, 'uninstall');
  expect(read(user)).toBe(before);
  expect(statSync(settingsFile(user)).mode & 0o777).toBe(0o640);
});

reinsTest('uninstall keeps what the user changed in the meantime', async ({ user }) => {
  write(user, foreignSettings());
  await run(user, 'install', '--deny-rules');
  const edited = read(user).replace('"model": "opus"', '"model": "haiku",\n    "verbose":   true');
  write(user, edited);
  await run(user, 'uninstall');
  expect(read(user)).toBe(
    foreignSettings().replace('"model": "opus"', '"model": "haiku",\n    "verbose":   true'),
  );
});

reinsTest('rejects invalid JSON with the line, and leaves it', async ({ user }) => {
  const broken: [string, string][] = [
    ['{\n  // mine\n  "a": 1\n}\n', 'a comment, which JSON does not allow, in line 2'],
    ['{\n  "a": 1,\n}\n', 'an extra comma before this position in line 3'],
    ['{\n  "a": {\n', 'unexpected end in line 3'],
    ['[]\n', 'should be an object in line 1'],
    ['{\n  "hooks": "none"\n}\n', '"hooks" should be an object in line 2'],
  ];
  for (const [text, message] of broken) {
    write(user, text);
    const { code, stderr } = await run(user, 'install');
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(message) });
    expect(stderr).toContain(settingsFile(user));
    expect(read(user)).toBe(text);
  }
  expect(readdirSync(user.claudeConfig)).toEqual(['settings.json']);
});

reinsTest('follows links; the link remains a link', async ({ user }) => {
  const dotfiles = join(user.folder, 'dotfiles');
  mkdirSync(dotfiles);
  writeFileSync(join(dotfiles, 'claude.json'), '{}\n');
  symlinkSync(join(dotfiles, 'claude.json'), settingsFile(user));
  await run(user, 'install');
  expect(lstatSync(settingsFile(user)).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(dotfiles, 'claude.json'), 'utf8')).toContain('hub.sock');
  await run(user, 'uninstall');
  expect(readFileSync(join(dotfiles, 'claude.json'), 'utf8')).toBe('{}\n');
  expect(readdirSync(dotfiles)).toEqual(['claude.json']);
});

reinsTest('reports a read-only file and a folder in its place, and changes nothing', async ({ user }) => {
  write(user, '{}');
  chmodSync(settingsFile(user), 0o444);
  const refused = await run(user, 'install');
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is read-only. Nothing was changed'),
  });
  expect(read(user)).toBe('{}');
  const elsewhere = join(user.folder, 'elsewhere');
  mkdirSync(join(elsewhere, 'settings.json'), { recursive: true });
  const other = await user.reins(['install'], { ...claude, CLAUDE_CONFIG_DIR: elsewhere }).exited;
  expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be read') });
});

reinsTest('a megabyte of settings', async ({ user }) => {
  const allow = Array.from(
    { length: 20_000 },
    (_, index) => `Bash(tool-${index} --with "words" and more of them:*)`,
  );
  const before = `${JSON.stringify({ permissions: { allow } }, null, 2)}\n`;
  expect(before.length).toBeGreaterThan(1_000_000);
  write(user, before);
  expect((await run(user, 'install', '--deny-rules')).code).toBe(0);
  expect(JSON.parse(read(user)).permissions.allow).toEqual(allow);
  await run(user, 'uninstall');
  expect(read(user)).toBe(before);
});

reinsTest('a dry run shows the change and makes none', async ({ user }) => {
  write(user, '{\n  "model": "opus"\n}\n');
  const { code, stdout } = await run(user, 'install', '--dry-run');
  expect(code).toBe(0);
  expect(stdout).toContain(`--- ${settingsFile(user)}`);
  expect(stdout).toMatch(/^-\s{2}"model": "opus"$/m);
  expect(stdout).toMatch(/^\+\s{2}"model": "opus",$/m);
  expect(stdout).toMatch(/^\+ {4}"SessionStart": \[$/m);
  expect(read(user)).toBe('{\n  "model": "opus"\n}\n');
  expect(existsSync(user.reinsHome)).toBe(false);

  await run(user, 'install');
  const installed = read(user);
  expect((await run(user, 'uninstall', '--dry-run')).stdout).toMatch(/^- {4}"SessionStart": \[$/m);
  expect(read(user)).toBe(installed);
});

reinsTest('--project writes the personal settings for the project', async ({ user }) => {
  const project = join(user.folder, 'project');
  mkdirSync(project);
  const here = (...args: string[]) => user.reins(args, claude, project).exited;
  expect((await here('install', '--project')).code).toBe(0);
  expect(readdirSync(join(project, '.claude'))).toEqual(['settings.local.json']);
  expect(readdirSync(user.claudeConfig)).toEqual([]);
  expect((await here('doctor')).stdout).toContain('settings.local.json report to the hub');
  expect((await here('uninstall', '--project')).code).toBe(0);
  expect(readdirSync(project)).toEqual([]);
});

reinsTest('JSON for programs', async ({ user }) => {
  write(user, '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}]}]}}');
  const parse = async (...args: string[]) => JSON.parse((await run(user, ...args, '--json')).stdout);
  expect(await parse('install', '--dry-run')).toMatchObject({
    changed: false,
    dry_run: true,
    diff: expect.any(String),
  });
  const installed = await parse('install', '--deny-rules');
  expect(installed).toMatchObject({
    file: settingsFile(user),
    home: user.reinsHome,
    changed: true,
    foreign_hooks: 1,
    warnings: [],
  });
  expect(installed.events).toHaveLength(14);
  expect(installed.deny_rules).toHaveLength(2);
  expect(readFileSync(installed.backup, 'utf8')).toContain('"command":"x"');
  expect(await parse('install')).toMatchObject({ changed: false });
  expect(await parse('uninstall')).toMatchObject({ changed: true });
  expect(await parse('uninstall')).toMatchObject({ changed: false });
});

reinsTest('reports what disables hooks, and what an old Claude Code lacks', async ({ user }) => {
  write(user, '{"disableAllHooks": true}');
  const silenced = await run(user, 'install');
  expect(silenced).toMatchObject({ code: 0, stderr: expect.stringContaining('"disableAllHooks"') });
  const old = join(user.folder, 'old-claude');
  writeFileSync(old, '#!/bin/sh\necho "2.1.75 (Claude Code)"\n');
  chmodSync(old, 0o755);
  const { stderr } = await user.reins(['install'], { REINS_CLAUDE: old }).exited;
  expect(stderr).toContain('Claude Code 2.1.75 does not know StopFailure');
  expect(Object.keys(JSON.parse(read(user)).hooks)).not.toContain('StopFailure');
});
