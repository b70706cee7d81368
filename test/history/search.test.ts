/** Searching past sessions as a user does: the built hub over realistic transcripts, killed and restarted. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { generateHistory } from '../../bench/transcripts/generate-history.ts';
import { createClient } from '../../src/sdk/index.ts';
import { waitUntil } from '../../stage/patience.ts';
import { type ReinsUser, reinsTest } from '../reins-process.ts';
import { isLong } from '../repetitions.ts';

async function startHub(user: ReinsUser) {
  const hub = user.reins(['up', '--port', '0']);
  const [, url = ''] = await hub.waitForOutput(/is up at (\S+)/);
  const token = readFileSync(join(user.reinsHome, 'token'), 'utf8').trim();
  const client = createClient({ url, token });
  const isRead = () =>
    waitUntil('all transcripts to be read', async () => (await client.history()).state === 'ready');
  return { ...hub, client, isRead };
}

/** How many threads of a process have a lower priority than its main one. */
function threadsBehindMain(pid: number | undefined): number {
  const niceness = (thread: string) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  };
  const main = niceness(String(pid));
  return readdirSync(`/proc/${pid}/task`).filter((thread) => niceness(thread) > main).length;
}

reinsTest('finds a phrase in months of sessions, with its position', async ({ user }) => {
  const made = generateHistory({
    configFolder: user.claudeConfig,
    transcripts: 40,
    bytes: 8_000_000,
    large: 0,
  });
  const hub = await startHub(user);
  await hub.isRead();
  if (process.platform === 'linux') expect(threadsBehindMain(hub.child.pid)).toBeGreaterThan(0);
  const { stdout } = await user.reins(['search', 'heron counts']).exited;
  expect(stdout).toContain(`${made.phraseIn.slice(0, 8)} `);
  expect(stdout).toContain('the purple [heron counts] backwards');
  const { items, is_complete } = await hub.client.search(made.phrase);
  expect(is_complete).toBe(true);
  const [hit] = items;
  expect(hit).toMatchObject({ session_id: made.phraseIn, role: 'user' });
  // The page that ends at the match contains it.
  const { turns } = await hub.client.turns(made.phraseIn, { before: (hit?.position ?? 0) + 1, limit: 1 });
  expect(JSON.stringify(turns)).toContain(made.phrase);
  const { stdout: status } = await user.reins(['status']).exited;
  expect(status).toMatch(/40 transcripts, all searchable: \S+ MB of history/);
  const { progress, database_bytes } = await hub.client.history();
  expect(progress).toMatchObject({ files: 40, files_read: 40, bytes: made.bytes, bytes_read: made.bytes });
  expect(database_bytes).toBeLessThan(made.bytes);

  // Unknown options are rejected by name.
  const { code, stderr } = await user.reins(['search', 'x', '--role', 'nobody']).exited;
  expect([code, stderr]).toEqual([2, expect.stringContaining('role')]);
  expect((await hub.client.search('no such words anywhere')).items).toEqual([]);
});

reinsTest('a hub killed or stopped while reading resumes, and finds everything once', async ({ user }) => {
  const made = generateHistory({
    configFolder: user.claudeConfig,
    transcripts: 60,
    bytes: isLong ? 60_000_000 : 6_000_000,
    large: 0,
  });
  for (let kill = 0; kill < 3; kill++) {
    const hub = await startHub(user);
    const before = (await hub.client.history()).progress.bytes_read;
    await waitUntil('something to be read', async () => {
      const { state, progress } = await hub.client.history();
      return state === 'ready' || progress.bytes_read > before;
    });
    const isAsked = kill === 1;
    hub.child.kill(isAsked ? 'SIGTERM' : 'SIGKILL');
    const { code } = await hub.exited;
    if (isAsked) expect(code).toBe(0);
  }
  const hub = await startHub(user);
  await hub.isRead();
  expect((await hub.client.search(made.phrase)).items).toHaveLength(1);
  const { progress } = await hub.client.history();
  expect(progress).toMatchObject({ files_read: 60, bytes_read: made.bytes });
});

reinsTest(
  'transcripts that are gone, unreadable or restored: found, read, and reported as not resumable',
  async ({ user }) => {
    const write = (id: string, words: string) => {
      const path = join(user.claudeConfig, 'projects', 'shop', `${id}.jsonl`);
      mkdirSync(dirname(path), { recursive: true });
      const row = { type: 'user', uuid: id, timestamp: '2026-11-01T10:00:00Z', message: { content: words } };
      writeFileSync(path, `${JSON.stringify(row)}\n`);
      return path;
    };
    generateHistory({ configFolder: user.claudeConfig, transcripts: 3, bytes: 3_000_000, large: 0 });
    const removed = write('11111111-1111-4111-8111-111111111111', 'a quiet zebra');
    const first = await startHub(user);
    await first.isRead();
    const listed = await waitUntil('all to be listed', async () => {
      const { items } = await first.client.list();
      return items.length === 4 && items.filter(({ session_id: id }) => !id.startsWith('1111'));
    });
    const [, session] = listed;
    const id = session?.session_id as string;
    expect(session?.capabilities).toContain('resume');
    first.child.kill('SIGTERM');
    await first.exited;

    rmSync(removed);
    const refused = write('22222222-2222-4222-8222-222222222222', 'a secret zebra');
    chmodSync(refused, 0);
    // It was never opened: the log has nothing of its conversation.
    const path = session?.transcript_path as string;
    renameSync(path, `${path}.away`);
    const hub = await startHub(user);
    await hub.isRead();
    const { items } = await hub.client.search('zebra');
    const mayReadAll = process.getuid?.() === 0;
    expect(items.map(({ session_id }) => session_id.slice(0, 4)).sort()).toEqual(
      mayReadAll ? ['1111', '2222'] : ['1111'],
    );
    const { stdout } = await user.reins(['status']).exited;
    expect(stdout).toContain('2 of them only here');
    if (!mayReadAll) expect(stdout).toContain('1 transcript cannot be read');
    const gone = await hub.client.get(id);
    expect(gone).toMatchObject({ transcript_gone: true, capabilities: [] });
    const words = JSON.stringify(gone.turns);
    expect(gone.turns.length).toBeGreaterThan(2);
    const { code, stderr } = await user.reins(['resume', id]).exited;
    expect([code, stderr]).toEqual([1, expect.stringContaining('no longer has a transcript')]);

    // Restored while the hub runs.
    write('11111111-1111-4111-8111-111111111111', 'a quiet zebra');
    write('33333333-3333-4333-8333-333333333333', 'a zebra from a backup');
    await waitUntil('the restored file', async () => {
      const [{ items }, { files_gone }] = [await hub.client.search('backup'), await hub.client.history()];
      return items.length === 1 && files_gone === 1;
    });
    const zebras = await waitUntil('the list', async () => {
      const { items } = await hub.client.list();
      const found = items.filter(
        ({ session_id, transcript_gone }) => /^([123])\1{7}-/.test(session_id) && !transcript_gone,
      );
      return found.length > 2 && found;
    });
    expect(zebras.map(({ session_id }) => session_id[0]).sort()).toEqual(['1', '2', '3']);

    // Restored while it is away.
    hub.child.kill('SIGTERM');
    await hub.exited;
    renameSync(`${path}.away`, path);
    const again = await startHub(user);
    await again.isRead();
    const back = await again.client.get(id);
    expect(back.capabilities).toContain('resume');
    expect(JSON.stringify(back.turns)).toBe(words);
  },
);
