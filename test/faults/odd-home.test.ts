/** Files in the hub's folder that are not what they should be: the hub starts, or says in a sentence what to do. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { reinsTest } from '../reins-process.ts';

const FILES = ['hub.lock', 'hub.sock', 'hub.json', 'token', 'ingest-token', 'push-keys.json', 'config.json'];

reinsTest('names a folder in place of a file, with what to do', async ({ user }) => {
  for (const name of FILES) {
    const home = join(user.folder, `with-${name}`);
    mkdirSync(join(home, name), { recursive: true, mode: 0o700 });
    const { code, stderr } = await user.reins(['up', '--port', '0'], { REINS_HOME: home }).exited;
    expect(code, name).not.toBe(0);
    expect(stderr, name).toMatch(new RegExp(`^reins: .*${name} cannot be used.*\\.\n$`));
  }
});

reinsTest('ignores garbage where it does not matter', async ({ user }) => {
  const home = user.reinsHome;
  mkdirSync(home, { mode: 0o700 });
  for (const name of ['hub.lock', 'hub.sock', 'hub.json', 'token', 'push-keys.json'])
    writeFileSync(join(home, name), Buffer.from('\x00\xffgarbage\n'.repeat(500), 'latin1'));
  const hub = user.reins(['up', '--port', '0']);
  await hub.waitForOutput(/is up at/);
  const status = await user.reins(['status']).exited;
  expect(status).toMatchObject({ code: 0, stderr: '' });
  expect(status.stdout).toContain('up');
});
