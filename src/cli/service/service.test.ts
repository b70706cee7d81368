import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { locateHome } from '../../hub/home/reins-home.ts';
import { platformNamed } from '../../lib/platform.ts';
import { describeService } from '../commands/service.ts';
import { launchdPlist } from './launchd-plist.ts';
import { followFile, tailOf } from './log-tail.ts';
import type { Ran } from './run-program.ts';
import { serviceManager } from './service-manager.ts';
import { serviceName, serviceSpec } from './service-spec.ts';
import { systemdUnit } from './systemd-unit.ts';

const SPEC = {
  name: 'reins',
  command: ['/usr/bin/node', '/opt/my reins/50%/$x/reins.js', 'up'],
  env: { PATH: '/usr/bin', REINS_HOME: '/home/ann/a "b" & <c>' },
  logFile: '/home/ann/100% sure/up.log',
};

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reins-service-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Records the calls; `replies` by the words of the call, the first that it contains. */
function recorder(replies: Readonly<Record<string, Partial<Ran>>> = {}) {
  const calls: string[] = [];
  const run = async (program: string, args: readonly string[]): Promise<Ran> => {
    const call = [program, ...args].join(' ');
    calls.push(call);
    const reply = Object.entries(replies).find(([words]) => call.includes(words))?.[1];
    return { code: 0, stdout: '', stderr: '', ...reply };
  };
  return { calls, run };
}

test('the systemd unit quotes what systemd interprets, and a stop leaves sessions alone', () => {
  const lines = systemdUnit(SPEC).split('\n');
  expect(lines).toContain('ExecStart="/usr/bin/node" "/opt/my reins/50%%/$$x/reins.js" "up"');
  expect(lines).toContain('Environment="REINS_HOME=/home/ann/a \\"b\\" & <c>"');
  expect(lines).toContain('StandardOutput=append:/home/ann/100%% sure/up.log');
  expect(lines).toEqual(
    expect.arrayContaining(['KillMode=process', 'Restart=on-failure', 'WantedBy=default.target']),
  );
});

test('the launchd agent escapes what XML interprets, and a stop leaves sessions alone', () => {
  const text = launchdPlist(SPEC);
  expect(text).toContain('<string>/home/ann/a "b" &amp; &lt;c&gt;</string>');
  expect(text).toMatch(/<key>AbandonProcessGroup<\/key>\s*<true\/>/);
  expect(text).toMatch(/<key>KeepAlive<\/key>\s*<dict>\s*<key>SuccessfulExit<\/key>\s*<false\/>/);
});

test('a service runs this program for its home, with no secret in its environment', () => {
  const home = locateHome({ REINS_HOME: '/srv/reins' });
  const env = { PATH: '', REINS_HOME: '/srv/reins', ANTHROPIC_API_KEY: 'secret', REINS_TOKEN: 'secret' };
  const spec = serviceSpec(home, env, { script: '/opt/reins/dist/reins.js', node: '/opt/node' });
  expect(spec.command).toEqual(['/opt/node', '/opt/reins/dist/reins.js', 'up', '--no-open']);
  expect(spec.env).toEqual({ REINS_HOME: '/srv/reins' });
  expect(spec.name).toMatch(/^reins-[0-9a-f]{8}$/);
  expect(serviceName({ folder: '/home/ann/.reins' }, '/home/ann')).toBe('reins');
  const cached = { script: '/home/ann/.npm/_npx/1/node_modules/.bin/reins' };
  expect(() => serviceSpec(home, env, cached)).toThrow('npx');
});

test('systemd: installs, restarts, reports lingering, removes', async () => {
  const userHome = temporary();
  const { calls, run } = recorder({ 'is-active': { stdout: 'active\n' }, loginctl: { stdout: 'no\n' } });
  const manager = serviceManager({ env: {}, run, userHome }, platformNamed('linux'));
  const file = join(userHome, '.config/systemd/user/reins.service');
  await manager.install(SPEC);
  expect(readFileSync(file, 'utf8')).toBe(systemdUnit(SPEC));
  expect(calls).toEqual([
    'systemctl --user daemon-reload',
    'systemctl --user enable reins.service',
    'systemctl --user restart reins.service',
  ]);
  const state = await manager.state('reins');
  expect(state).toEqual({ file, isInstalled: true, isActive: true, lingers: false });
  expect(describeService('reins', state, undefined).join('\n')).toContain('loginctl enable-linger');
  await manager.remove('reins');
  expect(calls).toContain('systemctl --user disable --now reins.service');
  expect(existsSync(file)).toBe(false);
});

test('launchd: installs in place of a loaded agent, reports, removes', async () => {
  const userHome = temporary();
  const { calls, run } = recorder({ print: { stdout: '\tstate = running\n' }, bootout: { code: 3 } });
  const manager = serviceManager({ env: {}, run, userHome }, platformNamed('darwin'));
  await manager.install(SPEC);
  const file = join(userHome, 'Library/LaunchAgents/local.reins.plist');
  expect(readFileSync(file, 'utf8')).toBe(launchdPlist(SPEC));
  expect(calls[0]).toMatch(/^launchctl bootout gui\/\d+\/local\.reins$/);
  expect(calls[1]).toMatch(new RegExp(`^launchctl bootstrap gui/\\d+ ${file}$`));
  expect(await manager.state('reins')).toEqual({ file, isInstalled: true, isActive: true });
  await manager.remove('reins');
  expect(existsSync(file)).toBe(false);
});

test('without a manager, and if it refuses, the error shows what to do', async () => {
  const { run } = recorder({ 'show-environment': { code: 1 }, enable: { code: 1, stderr: 'no such unit' } });
  const manager = serviceManager({ env: {}, run, userHome: temporary() }, platformNamed('linux'));
  await expect(manager.check()).rejects.toThrow('reins up --detach');
  await expect(manager.install(SPEC)).rejects.toThrow('no such unit');
});

test('the end of the log, and what is added, even after the file was emptied', async () => {
  const file = join(temporary(), 'up.log');
  expect(tailOf(file, 2)).toEqual({ text: '', end: 0 });
  writeFileSync(file, 'one\ntwo\nthree\n');
  expect(tailOf(file, 2)).toEqual({ text: 'two\nthree\n', end: 14 });
  const stop = new AbortController();
  let printed = '';
  const done = new Promise<void>((resolve) => {
    void followFile(
      file,
      14,
      (text) => {
        printed += text;
        // The file was full, and starts again.
        if (printed === 'four\n') writeFileSync(file, 'five\n');
        else stop.abort();
      },
      stop.signal,
    ).then(resolve);
  });
  appendFileSync(file, 'four\n');
  await done;
  expect(printed).toBe('four\nfive\n');
});
