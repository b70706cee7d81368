/**
 * Transcripts that the hub may not read: it reports them, and everything else works. As root, which may read anything, the
 * test runs as nobody.
 */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createClient } from '../../src/sdk/index.ts';
import { waitUntil } from '../../stage/patience.ts';
import { type ReinsUser, reinsTest } from '../reins-process.ts';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const entry = join(import.meta.dirname, '../../dist/reins.js');
const asNobody = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
const mayRun = spawnSync(process.execPath, [entry, '--version'], { ...asNobody, cwd: '/' }).status === 0;

const words = (name: string) =>
  `${JSON.stringify({
    ...{ type: 'user', uuid: name, timestamp: '2026-11-01T10:00:00Z', cwd: '/shop' },
    message: { content: `a zebra called ${name}` },
  })}\n`;

function write(user: ReinsUser, project: string, digit: string): string {
  const folder = join(user.claudeConfig, 'projects', project);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${digit.repeat(8)}-1111-4111-8111-111111111111.jsonl`);
  writeFileSync(path, words(`number-${digit}`));
  return path;
}

// If this checkout is in a folder of root's own, nobody cannot even start the hub.
reinsTest.skipIf(!mayRun)(
  'reports and skips unreadable files, and reads them once it may',
  async ({ user }) => {
    write(user, 'open', '1');
    const closedFile = write(user, 'open', '2');
    write(user, 'closed', '3');
    const closedFolder = join(user.claudeConfig, 'projects', 'closed');
    if (isRoot) spawnSync('chown', ['-R', `${NOBODY}:${NOBODY}`, user.folder]);
    chmodSync(closedFile, 0);
    chmodSync(closedFolder, 0);
    const hub = spawn(process.execPath, [entry, 'up', '--port', '0'], {
      env: user.env,
      ...asNobody,
      cwd: '/',
    });
    try {
      let output = '';
      hub.stdout.on('data', (chunk) => {
        output += chunk;
      });
      const [, url = ''] = await waitUntil('the hub', () => /is up at (\S+)/.exec(output));
      const token = readFileSync(join(user.reinsHome, 'token'), 'utf8').trim();
      const client = createClient({ url, token });
      const found = async () =>
        (await client.search('zebra')).items.map(({ session_id }) => session_id[0]).sort();
      await waitUntil('the history', async () => (await client.history()).state === 'ready');
      expect(await found()).toEqual(['1']);
      expect((await client.history()).progress).toMatchObject({ unreadable: 1 });
      // A file that is visible but unreadable is listed; opening it shows nothing and causes no error.
      const items = await waitUntil('the list', async () => {
        const listed = (await client.list()).items;
        return listed.length > 1 && listed;
      });
      expect(items.map(({ session_id }) => session_id[0]).sort()).toEqual(['1', '2']);
      expect((await client.get('22222222-1111-4111-8111-111111111111')).turns).toEqual([]);
      chmodSync(closedFile, 0o600);
      const { turns } = await client.get('22222222-1111-4111-8111-111111111111');
      expect(turns[0]?.prompt).toMatchObject({ text: 'a zebra called number-2' });
    } finally {
      const closed = new Promise((resolve) => hub.once('close', resolve));
      hub.kill('SIGTERM');
      await closed;
      chmodSync(closedFolder, 0o700);
    }
  },
);
