/** Transcripts that are torn, truncated, replaced, removed or invalid: the log contains every readable row exactly once. */
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import type { Stage } from '../../stage/stage.ts';
import { startTestHub, type TestHub } from '../hub/test-hub.ts';
import { stageTest } from '../stage-test.ts';

const sessionId = '11111111-2222-4333-8444-555555555555';

const row = (name: string) =>
  `${JSON.stringify({
    type: 'user',
    uuid: `uuid-${name}`,
    timestamp: '2026-01-01T10:00:00.000Z',
    cwd: '/project',
    message: { content: `words of ${name}` },
  })}\n`;

function transcriptOn(stage: Stage): string {
  const folder = join(stage.configDir, 'projects', 'made-by-hand');
  mkdirSync(folder, { recursive: true });
  return join(folder, `${sessionId}.jsonl`);
}

async function promptsSeen(hub: TestHub): Promise<string[]> {
  await hub.hub.openSession(sessionId);
  return hub.events(sessionId).flatMap((event) => (event.type === 'prompt_submitted' ? [event.uuid] : []));
}

stageTest('half a line is read once it is complete', async ({ stage }) => {
  using hub = startTestHub(stage);
  const file = transcriptOn(stage);
  const [first, second] = [row('a'), row('é😀')];
  const bytes = Buffer.from(second);
  writeFileSync(file, first);
  for (const cut of [20, bytes.indexOf('😀') + 2]) {
    appendFileSync(file, bytes.subarray(0, cut));
    expect(await promptsSeen(hub)).toEqual(['uuid-a']);
    truncateSync(file, Buffer.byteLength(first));
  }
  appendFileSync(file, second);
  expect(await promptsSeen(hub)).toEqual(['uuid-a', 'uuid-é😀']);
});

stageTest('a file truncated and rewritten', async ({ stage }) => {
  using hub = startTestHub(stage);
  const file = transcriptOn(stage);
  writeFileSync(file, row('a') + row('b') + row('c'));
  expect(await promptsSeen(hub)).toHaveLength(3);
  truncateSync(file, row('a').length);
  appendFileSync(file, row('d'));
  expect(await promptsSeen(hub)).toEqual(['uuid-a', 'uuid-b', 'uuid-c', 'uuid-d']);
});

stageTest('a file replaced by another, then removed', async ({ stage }) => {
  using hub = startTestHub(stage);
  const file = transcriptOn(stage);
  writeFileSync(file, row('a') + row('b'));
  expect(await promptsSeen(hub)).toHaveLength(2);
  writeFileSync(`${file}.new`, row('b') + row('c') + row('d'));
  renameSync(`${file}.new`, file);
  expect(await promptsSeen(hub)).toEqual(['uuid-a', 'uuid-b', 'uuid-c', 'uuid-d']);
  rmSync(file);
  expect(await promptsSeen(hub)).toHaveLength(4);
  expect(hub.view(sessionId)?.turns).toHaveLength(4);
});

stageTest('names and skips invalid rows between valid ones', async ({ stage }) => {
  using hub = startTestHub(stage);
  const file = transcriptOn(stage);
  writeFileSync(
    file,
    Buffer.concat([
      Buffer.from(row('a')),
      Buffer.from('this is not JSON\n'),
      Buffer.from('[1, 2]\nnull\n"text"\n\n'),
      Buffer.from([0xff, 0xfe, 0x0a]),
      Buffer.from('{"type":"from-the-future","payload":{"deep":[1]}}\n'),
      Buffer.from('{"type":"user","uuid":"bad-utf8","message":{"content":"'),
      Buffer.from([0xc3, 0x28]),
      Buffer.from('"}}\n'),
      Buffer.from(row('b')),
    ]),
  );
  expect(await promptsSeen(hub)).toEqual(['uuid-a', 'bad-utf8', 'uuid-b']);
  const events = hub.events(sessionId);
  expect(events.flatMap((event) => (event.type === 'row_skipped' ? [event.reason] : []))).toEqual([
    ...['not_json', 'not_an_object', 'not_an_object', 'not_an_object', 'not_json'],
  ]);
  expect(events.find(({ type }) => type === 'row_kept')).toMatchObject({
    row_type: 'from-the-future',
    row: { payload: { deep: [1] } },
  });
});

stageTest('rows of an unexpected shape stop nothing', async ({ stage }) => {
  using hub = startTestHub(stage);
  const file = transcriptOn(stage);
  const result = { type: 'tool_result', tool_use_id: 't1', content: 'ok' };
  const odd = [
    { type: 'user', uuid: 'o1', message: { content: {} } },
    { type: 'user', uuid: 'o2', message: { content: [null, 7, { type: 'text', text: {} }] } },
    { type: 'user', uuid: 'o3', message: null },
    { type: 'custom-title', customTitle: {} },
    {
      type: 'user',
      uuid: 'o4',
      cwd: ['/a'],
      gitBranch: 1,
      version: {},
      permissionMode: [],
      message: { content: 'x' },
    },
    {
      type: 'assistant',
      uuid: 'o5',
      message: { id: 'm', content: [{ type: 'tool_use', id: 't1', name: 'ExitPlanMode', input: null }] },
    },
    {
      type: 'user',
      uuid: 'o6',
      message: { content: [result] },
      toolUseResult: { filePath: '/a', structuredPatch: [null, { lines: 3 }] },
    },
    { type: 'system', subtype: 'compact_boundary', uuid: 'o7', compactMetadata: 'text' },
    { type: 'queue-operation', operation: 'enqueue', content: {} },
  ];
  writeFileSync(file, row('a') + odd.map((one) => `${JSON.stringify(one)}\n`).join('') + row('b'));
  const seen = await promptsSeen(hub);
  expect(seen.at(0)).toBe('uuid-a');
  expect(seen.at(-1)).toBe('uuid-b');
  expect(hub.view(sessionId)).toMatchObject({ title: 'words of a', cwd: '/project' });
});

stageTest('a file removed and rewritten, longer, under the same inode', async ({ stage }) => {
  using hub = startTestHub(stage);
  const file = transcriptOn(stage);
  writeFileSync(file, row('a'));
  expect(await promptsSeen(hub)).toEqual(['uuid-a']);
  // Truncating keeps the inode; removing and creating a file may reuse it.
  truncateSync(file, 0);
  writeFileSync(file, row('b') + row('c'), { flag: 'r+' });
  expect(await promptsSeen(hub)).toEqual(['uuid-a', 'uuid-b', 'uuid-c']);
});

stageTest('links out of the folder are not followed', async ({ stage }) => {
  const file = transcriptOn(stage);
  const secret = join(stage.folder, 'secret.jsonl');
  writeFileSync(secret, row('secret'));
  writeFileSync(file, row('a'));
  const subagents = join(stage.configDir, 'projects', 'made-by-hand', sessionId, 'subagents');
  mkdirSync(subagents, { recursive: true });
  symlinkSync(secret, join(subagents, 'agent-z.jsonl'));
  symlinkSync(
    secret,
    join(stage.configDir, 'projects', 'made-by-hand', `${sessionId.replace('1', '2')}.jsonl`),
  );
  using hub = startTestHub(stage);
  expect(await promptsSeen(hub)).toEqual(['uuid-a']);
  await hub.hub.listed;
  expect(JSON.stringify(hub.events())).not.toContain('secret');
});

stageTest('a link that leads back to its own folder', async ({ stage }) => {
  const file = transcriptOn(stage);
  writeFileSync(file, row('a'));
  const projects = join(stage.configDir, 'projects');
  symlinkSync(projects, join(projects, 'loop'));
  symlinkSync(projects, join(projects, 'made-by-hand', sessionId));
  symlinkSync('agent-me.jsonl', join(projects, 'agent-me.jsonl'));
  using hub = startTestHub(stage);
  await hub.hub.listed;
  expect(await promptsSeen(hub)).toEqual(['uuid-a']);
  expect(hub.sessions()).toHaveLength(1);
});

stageTest('with a wrong clock, rows written later are ordered later', async ({ stage }) => {
  const file = transcriptOn(stage);
  const at = (name: string, timestamp: string) =>
    `${JSON.stringify({ ...JSON.parse(row(name)), timestamp })}\n`;
  writeFileSync(
    file,
    [
      at('a', '2099-01-01T00:00:00.000Z'),
      at('b', '1970-01-01T00:00:00.000Z'),
      at('c', 'yesterday'),
      at('d', '+275760-09-13T00:00:00.000Z'),
      at('e', '2026-01-01T10:00:00.000Z'),
    ].join(''),
  );
  for (const _ of ['first start', 'second start']) {
    using hub = startTestHub(stage);
    expect(await promptsSeen(hub)).toEqual(['a', 'b', 'c', 'd', 'e'].map((name) => `uuid-${name}`));
    const shown = hub.view(sessionId)?.turns.map(({ prompt }) => prompt?.kind === 'prompt' && prompt.text);
    expect(shown).toEqual(['a', 'b', 'c', 'd', 'e'].map((name) => `words of ${name}`));
  }
});

stageTest('the same session in two folders is one, and the newer file is used', async ({ stage }) => {
  const file = transcriptOn(stage);
  const folder = join(stage.configDir, 'projects', 'moved-here');
  mkdirSync(folder);
  const newer = join(folder, `${sessionId}.jsonl`);
  writeFileSync(file, row('a') + row('b'));
  writeFileSync(newer, row('a') + row('b') + row('c'));
  utimesSync(file, new Date('2026-01-02'), new Date('2026-01-02'));
  for (const _ of ['first start', 'second start', 'third start']) {
    using hub = startTestHub(stage);
    await hub.hub.listed;
    expect(await promptsSeen(hub)).toEqual(['uuid-a', 'uuid-b', 'uuid-c']);
    expect(hub.view(sessionId)).toMatchObject({ transcript_path: newer });
    expect(hub.sessions()).toHaveLength(1);
  }
});

stageTest('a transcript of Claude Code 2.0, and one from a future version', async ({ stage }) => {
  const file = transcriptOn(stage);
  const about = { sessionId, timestamp: '2025-10-01T10:00:00.000Z', cwd: '/old', version: '2.0.14' };
  const usage = { input_tokens: 5, output_tokens: 7 };
  const rows = [
    { type: 'summary', summary: 'An old session', leafUuid: 'x' },
    { ...about, type: 'user', uuid: 'u1', parentUuid: null, message: { role: 'user', content: 'old words' } },
    {
      ...{ ...about, type: 'assistant', uuid: 'a1', parentUuid: 'u1' },
      message: {
        ...{ id: 'm1', role: 'assistant', model: 'old-model', usage },
        content: [
          { type: 'text', text: 'An answer.' },
          { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls' } },
          { type: 'hologram', data: 1 },
        ],
      },
    },
    {
      ...{ ...about, type: 'user', uuid: 'u2', parentUuid: 'a1', version: '9.0.0' },
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'a.txt' }] },
    },
    { ...about, type: 'telepathy', uuid: 'f1', thought: { deep: true } },
  ];
  writeFileSync(file, rows.map((one) => `${JSON.stringify(one)}\n`).join(''));
  using hub = startTestHub(stage);
  expect(await promptsSeen(hub)).toEqual(['u1']);
  const view = hub.view(sessionId);
  expect(view).toMatchObject({ title: 'An old session', cwd: '/old', model: 'old-model', usage });
  expect(view?.turns[0]?.items.map(({ kind }) => kind)).toEqual(['text', 'tool']);
  expect(view?.turns[0]?.items[1]).toMatchObject({ name: 'Bash', result: 'a.txt' });
  const kept = hub.events(sessionId).flatMap((one) => (one.type === 'row_kept' ? [one.row_type] : []));
  expect(kept).toEqual(['assistant/hologram', 'telepathy']);
});

stageTest('one unreadable transcript does not hide the others', async ({ stage }) => {
  const file = transcriptOn(stage);
  const other = file.replace(sessionId, sessionId.replace('1', '3'));
  writeFileSync(file, row('a'));
  {
    using hub = startTestHub(stage);
    expect(await promptsSeen(hub)).toEqual(['uuid-a']);
  }
  rmSync(file);
  mkdirSync(file);
  writeFileSync(other, row('b'));
  using hub = startTestHub(stage);
  await waitUntil('the other one', () => hub.sessions().some(({ title }) => title === 'words of b'));
});

stageTest('old transcripts are listed but not read, even at the second start', async ({ stage }) => {
  const file = transcriptOn(stage);
  writeFileSync(file, row('a'));
  utimesSync(file, new Date('2026-01-02'), new Date('2026-01-02'));
  for (const _ of ['first start', 'second start']) {
    using hub = startTestHub(stage);
    await hub.hub.listed;
    expect(hub.events(sessionId).map(({ type }) => type)).toEqual(['session_found']);
    expect(hub.view(sessionId)).toMatchObject({ title: 'words of a', status: 'ended' });
  }
});

stageTest('a line of 100 MB', async ({ stage }) => {
  using hub = startTestHub(stage);
  const file = transcriptOn(stage);
  writeFileSync(file, `${row('a')}{"type":"user","message":{"content":"`);
  const handle = openSync(file, 'a');
  const piece = Buffer.alloc(1024 * 1024, 'x');
  for (let written = 0; written < 100; written++) writeSync(handle, piece);
  closeSync(handle);
  expect(await promptsSeen(hub)).toEqual(['uuid-a']);
  appendFileSync(file, `"}}\n${row('b')}`);
  expect(await promptsSeen(hub)).toEqual(['uuid-a', 'uuid-b']);
  const [skipped] = hub.events(sessionId).filter(({ type }) => type === 'row_skipped');
  expect(skipped).toMatchObject({ reason: 'too_long' });
});

stageTest('a full disk loses nothing once there is space again', async ({ stage }) => {
  using hub = startTestHub(stage);
  const file = transcriptOn(stage);
  writeFileSync(file, row('a'));
  expect(await promptsSeen(hub)).toEqual(['uuid-a']);
  const names = Array.from({ length: 2000 }, (_, index) => `n${index}`);
  appendFileSync(file, names.map(row).join(''));
  hub.limitDisk('full');
  await expect(promptsSeen(hub)).rejects.toThrow();
  hub.limitDisk('free');
  expect(await promptsSeen(hub)).toEqual(['a', ...names].map((name) => `uuid-${name}`));
});
