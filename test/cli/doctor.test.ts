/** `reins doctor` on machines with and without problems. */
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readStartMark } from '../../src/lib/process-identity.ts';
import { pinnedClaudeBinary } from '../../stage/claude-binary.ts';
import { type ReinsUser, reinsTest } from '../reins-process.ts';

interface Diagnosis {
  readonly name: string;
  readonly verdict: string;
  readonly message: string;
  readonly fix?: string;
}

const withClaude = { REINS_CLAUDE: pinnedClaudeBinary() };

async function diagnose(user: ReinsUser, env: Record<string, string> = withClaude) {
  // Another program of this machine may use the default port.
  if (!existsSync(user.reinsHome)) {
    mkdirSync(user.reinsHome, { mode: 0o700 });
    writeFileSync(join(user.reinsHome, 'config.json'), '{"port": 0}');
  }
  const { code, stdout } = await user.reins(['doctor', '--json'], env).exited;
  const { checks } = JSON.parse(stdout) as { checks: Diagnosis[] };
  const find = (name: string) => checks.find((check) => check.name === name);
  return { code, checks, find };
}

function fakeProgram(user: ReinsUser, name: string, script: string): string {
  const folder = join(user.folder, 'bin');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
  return folder;
}

reinsTest('finds no problem on a complete machine', async ({ user }) => {
  const { code, checks, find } = await diagnose(user);
  expect(code).toBe(0);
  expect(find('Claude Code')).toMatchObject({ verdict: 'ok', message: expect.stringContaining('2.1.325') });
  expect(find('Node.js')).toMatchObject({ verdict: 'ok' });
  expect(find('tmux')).toMatchObject({ verdict: 'ok' });
  for (const { verdict, fix } of checks) expect(fix === undefined).toBe(verdict === 'ok');
});

reinsTest('prints one line per check, with the fix below', async ({ user }) => {
  const { code, stdout } = await user.reins(['doctor'], { PATH: '/nowhere' }).exited;
  expect(code).toBe(1);
  expect(stdout).toMatch(/^fail {2}Claude Code +claude is not on PATH\n +Install it/m);
  expect(stdout).toMatch(/^warn {2}tmux +not found/m);
});

reinsTest('finds claude on PATH through a link', async ({ user }) => {
  const folder = join(user.folder, 'bin');
  mkdirSync(folder);
  symlinkSync(pinnedClaudeBinary(), join(folder, 'claude'));
  const { find } = await diagnose(user, { PATH: `${folder}:${user.env['PATH']}` });
  expect(find('Claude Code')?.message).toContain('(by PATH)');
});

reinsTest('distinguishes an outdated, a broken and a missing claude', async ({ user }) => {
  const old = fakeProgram(user, 'old', 'echo "2.1.62 (Claude Code)"');
  const verdicts = await Promise.all([
    diagnose(user, { REINS_CLAUDE: join(old, 'old') }),
    diagnose(user, {
      REINS_CLAUDE: join(fakeProgram(user, 'broken', 'echo no such luck >&2; exit 3'), 'broken'),
    }),
    diagnose(user, { REINS_CLAUDE: '/nowhere/claude' }),
  ]);
  expect(verdicts.map(({ code, find }) => [code, find('Claude Code')?.verdict])).toEqual([
    [0, 'warn'],
    [1, 'fail'],
    [1, 'fail'],
  ]);
  expect(verdicts[0]?.find('Claude Code')?.message).toMatch(/2\.1\.62 .* does not know .*StopFailure/);
  expect(verdicts[1]?.find('Claude Code')?.message).toMatch(/does not run: no such luck$/);
  const ancient = await diagnose(user, {
    REINS_CLAUDE: join(fakeProgram(user, 'ancient', 'echo "2.0.44 (Claude Code)"'), 'ancient'),
  });
  expect(ancient.find('Claude Code')?.message).toContain('in its own terminal');
});

reinsTest('names live sessions of an old Claude Code, also during install', async ({ user }) => {
  expect((await diagnose(user)).find('Live sessions')).toMatchObject({ verdict: 'ok', message: 'none' });
  const list = join(user.claudeConfig, 'sessions');
  mkdirSync(list);
  const announce = (version: string) =>
    writeFileSync(
      join(list, `${process.pid}.json`),
      JSON.stringify({
        ...{ pid: process.pid, procStart: readStartMark(process.pid), version },
        ...{ sessionId: '11111111-1111-4111-8111-111111111111', cwd: '/work' },
      }),
    );
  announce('2.1.325');
  expect((await diagnose(user)).find('Live sessions')).toMatchObject({ verdict: 'ok', message: '1 session' });
  announce('2.0.44');
  const { code, find } = await diagnose(user);
  const old = `the session of pid ${process.pid} in /work runs 2.0.44, which does not know`;
  expect([code, find('Live sessions')]).toEqual([
    0,
    expect.objectContaining({ verdict: 'warn', message: expect.stringContaining(old) }),
  ]);
  expect(find('Live sessions')?.message).toContain('in its own terminal');
  const { stderr } = await user.reins(['install'], { REINS_CLAUDE: pinnedClaudeBinary() }).exited;
  expect(stderr).toContain(old);
});

reinsTest('finds hooks that report to this hub, and broken settings', async ({ user }) => {
  expect((await diagnose(user)).find('Hooks')).toMatchObject({ verdict: 'warn' });
  const settings = join(user.claudeConfig, 'settings.json');
  const hooks = { Stop: [{ hooks: [{ type: 'http', url: 'http://127.0.0.1:4820/api/hooks' }] }] };
  writeFileSync(settings, JSON.stringify({ hooks }));
  expect((await diagnose(user)).find('Hooks')).toMatchObject({ verdict: 'ok' });
  writeFileSync(settings, '{ "hooks": ');
  const broken = await diagnose(user);
  expect([broken.code, broken.find('Hooks')?.verdict]).toEqual([1, 'fail']);
});

reinsTest('recognizes a running hub, a frozen one, and the stale file of a dead one', async ({ user }) => {
  const hub = user.reins(['up', '--port', '0']);
  const [, url] = await hub.waitForOutput(/up at (\S+)/);
  expect((await diagnose(user)).find('Hub and port')?.message).toContain(`${url} (pid ${hub.pid})`);
  hub.child.kill('SIGSTOP');
  expect((await diagnose(user)).find('Hub and port')).toMatchObject({
    ...{ verdict: 'warn', message: `the hub at ${url} (pid ${hub.pid}) does not respond` },
  });
  hub.child.kill('SIGKILL');
  await hub.exited;
  expect((await diagnose(user)).find('Hub and port')?.message).toContain('no hub is running');
});

reinsTest('finds what keeps a hub from starting, and fixes what is safe', async ({ user }) => {
  mkdirSync(user.reinsHome, { mode: 0o755 });
  const config = join(user.reinsHome, 'config.json');
  // Settings can be changed without a hub, and a wrong value is refused.
  const run = (...args: string[]) => user.reins(args).exited;
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  expect(await run('config', 'set', 'port', '99999')).toMatchObject({ code: 2, stdout: '' });
  expect((await run('config', 'set', 'port', String(port))).code).toBe(0);
  expect((await run('config', 'get', 'port')).stdout).toBe(`${port}\n`);
  const busy = await diagnose(user);
  expect([busy.code, busy.find('Hub and port')]).toMatchObject([1, { verdict: 'fail' }]);
  expect(busy.find('Hub and port')?.message).toContain(`port ${port} `);
  taken.close();
  await once(taken, 'close');
  expect((await diagnose(user)).find('Hub and port')).toMatchObject({ verdict: 'ok' });

  writeFileSync(config, '{"port": "high"}');
  const broken = await diagnose(user);
  expect([broken.code, broken.find('Settings')]).toMatchObject([1, { verdict: 'fail' }]);
  expect(broken.find('Settings')?.message).toContain('port: must be');
  expect(await run('config')).toMatchObject({ code: 1, stderr: expect.stringContaining('Fix or delete it') });

  chmodSync(user.reinsHome, 0o755);
  expect((await diagnose(user)).find('Reins folder')).toMatchObject({ verdict: 'warn' });
  expect((await run('doctor', '--fix')).stdout).toMatch(/^ok +Reins folder .*\(fixed\)$/m);
  expect(statSync(user.reinsHome).mode & 0o777).toBe(0o700);
});
