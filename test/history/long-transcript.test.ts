/** A long transcript is shown from its end before it has been fully read, even by a hub that is killed while reading. */
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'vitest';
import { generateHistory } from '../../bench/transcripts/generate-history.ts';
import type { SessionAnswer } from '../../src/protocol/api.ts';
import { type Client, createClient } from '../../src/sdk/index.ts';
import { waitUntil } from '../../stage/patience.ts';
import { type ReinsUser, reinsTest } from '../reins-process.ts';
import { isLong } from '../repetitions.ts';

async function startHub(user: ReinsUser, reinsHome = user.reinsHome) {
  const hub = user.reins(['up', '--port', '0'], { REINS_HOME: reinsHome });
  const [, url = ''] = await hub.waitForOutput(/is up at (\S+)/);
  const token = readFileSync(join(reinsHome, 'token'), 'utf8').trim();
  return { ...hub, client: createClient({ url, token }) };
}

/** The only session. */
function findTranscript(configFolder: string): string {
  const projects = join(configFolder, 'projects');
  const file = readdirSync(projects, { recursive: true }).find((name) => String(name).endsWith('.jsonl'));
  return join(projects, String(file));
}

/** All of a conversation, by pages. */
async function readAll(client: Client, id: string) {
  let page: Pick<SessionAnswer, 'turns' | 'older_before'> = await client.get(id);
  const turns = [...page.turns];
  while (page.older_before !== undefined) {
    page = await client.turns(id, { before: page.older_before, limit: 500 });
    turns.unshift(...page.turns);
  }
  return turns.flatMap(({ prompt, items }) => (prompt ? [prompt, ...items] : items));
}

reinsTest('shows its end immediately, and the rest after two kills', async ({ user }) => {
  const bytes = isLong ? 40_000_000 : 10_000_000;
  generateHistory({ configFolder: user.claudeConfig, transcripts: 1, bytes, large: 0 });
  const path = findTranscript(user.claudeConfig);
  const sessionId = basename(path, '.jsonl');
  for (let kill = 0; kill < 2; kill++) {
    const hub = await startHub(user);
    await waitUntil('the session', async () => (await hub.client.list()).items.length === 1);
    const first = await hub.client.get(sessionId);
    if (kill === 0) expect(first).toMatchObject({ reading: true, older_before: expect.any(Number) });
    else expect(first.turns.at(-1)?.prompt).toMatchObject({ text: 'while away 0' });
    hub.child.kill('SIGKILL');
    await hub.exited;
    const row = {
      type: 'user',
      uuid: `u-${kill}`,
      promptId: `p-${kill}`,
      timestamp: new Date().toISOString(),
    };
    appendFileSync(path, `${JSON.stringify({ ...row, message: { content: `while away ${kill}` } })}\n`);
  }
  const hub = await startHub(user);
  await waitUntil('what was written last', async () => {
    const { turns } = await hub.client.get(sessionId);
    return JSON.stringify(turns.at(-1)).includes('while away 1');
  });
  const fresh = await startHub(user, join(user.folder, 'fresh-home'));
  await waitUntil('the session', async () => (await fresh.client.list()).items.length === 1);
  // What the end of a transcript cannot know, such as which prompts were undone, follows with the rest.
  for (const { client } of [hub, fresh]) {
    await waitUntil('all of it to be read', async () => !(await client.get(sessionId)).reading);
  }
  const [survived, rebuilt] = [await readAll(hub.client, sessionId), await readAll(fresh.client, sessionId)];
  expect(survived.length).toBeGreaterThan(1000);
  expect(survived).toEqual(rebuilt);
  const { usage, files, tasks, title } = await hub.client.get(sessionId);
  expect(await fresh.client.get(sessionId)).toMatchObject({ usage, files, tasks, title });
});

reinsTest('a session that was never opened is exported without being read into the log', async ({ user }) => {
  const bytes = isLong ? 20_000_000 : 6_000_000;
  generateHistory({ configFolder: user.claudeConfig, transcripts: 1, bytes, large: 0 });
  const sessionId = basename(findTranscript(user.claudeConfig), '.jsonl');
  const { client } = await startHub(user);
  await waitUntil('the session', async () => (await client.list()).items.length === 1);
  const written = () => Promise.all(FORMATS.map((format) => exportAll(client, sessionId, format)));
  const timeline = () =>
    client.timeline(sessionId).then(({ totals, tools, waits }) => ({ totals, tools, waits }));

  const leaving = new AbortController();
  const left = await client.exportSession(sessionId, { signal: leaving.signal });
  expect((await left.getReader().read()).value?.length).toBeGreaterThan(0);
  leaving.abort();

  const [unread, times] = [await written(), await timeline()];
  expect(unread.every((text) => text.length > 500_000)).toBe(true);
  // Only that it was found.
  expect((await client.list()).items).toMatchObject([{ seq: 1 }]);

  await waitUntil('all of it to be in the log', async () => !(await client.get(sessionId)).reading);
  expect((await client.list()).items[0]?.seq).toBeGreaterThan(1000);
  expect(await written()).toEqual(unread);
  expect(await timeline()).toEqual(times);
});

const FORMATS = ['markdown', 'html', 'json'] as const;

/** Without the time of the export. */
async function exportAll(client: Client, id: string, format: (typeof FORMATS)[number]): Promise<string> {
  const text = await new Response(await client.exportSession(id, { format })).text();
  return text.replace(/(exported_at":"|Exported: |<dt>Exported<\/dt><dd>)[^"\n<]+/, '');
}
