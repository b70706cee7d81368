/** Prism: as a hub with example answers, and as a proxy that compares what a real hub answers with the API document. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { root } from '../../scripts/run-step.mjs';
import { Gate } from '../../stage/gate.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, hold, say, scene } from '../../stage/screenplay.ts';
import { sharedHubTest } from '../shared-hub-test.ts';
import { CLIENTS, NODE } from './third-party.ts';

const clientTest = sharedHubTest.skipIf(CLIENTS === '');
const file = join(root, 'docs/openapi.json');

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts Prism and returns a function that calls it. */
async function startPrism(token: string, description: string, command: string, ...args: string[]) {
  const port = await freePort();
  const script = join(CLIENTS, 'node_modules/@stoplight/prism-cli/dist/index.js');
  const child: ChildProcess = spawn(NODE, [script, command, description, ...args, '--port', `${port}`]);
  onTestFinished(() => void child.kill());
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
  await waitUntil('Prism to listen', () => output.includes('Prism is listening'), { explain: () => output });
  return async (method: string, path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      text: await response.text(),
      violations: response.headers.get('sl-violations'),
    };
  };
}

clientTest('Prism answers with examples', async () => {
  const ask = await startPrism('any', file, 'mock', '--errors');
  const id = crypto.randomUUID();
  const results = [
    await ask('GET', '/health'),
    await ask('POST', '/sessions', { cwd: '/work' }),
    await ask('GET', `/sessions/${id}`),
    await ask('POST', `/sessions/${id}/message`, { text: 'Hello' }),
    await ask('GET', '/interactions'),
    await ask('POST', '/interactions/any/answer', { decision: 'allow' }),
    await ask('POST', `/sessions/${id}/message`, { texts: 'Hello' }),
  ];
  expect(results.map(({ status }) => status)).toEqual([200, 200, 200, 202, 200, 200, 422]);
  // Its examples are generated from the document, and valid.
  expect(results.slice(0, -1).map(({ violations }) => violations)).toEqual(Array(6).fill(null));
  expect(JSON.parse(results[2]?.text ?? '')).toMatchObject({
    session_id: expect.any(String),
    status: 'starting',
  });
});

const document = JSON.parse(readFileSync(file, 'utf8')) as {
  paths: Record<string, { get?: { responses: Record<string, { content?: object }> } }>;
};

const OTHER_SPELLINGS = { '[a-z][A-Z]': {} };

/** Fields may be added to answers, so objects are open. Here every field must be described, in one spelling. */
function closeObjects(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map(closeObjects);
  const closed = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, closeObjects(value)]));
  return closed['type'] === 'object' && closed['properties']
    ? { additionalProperties: false, patternProperties: OTHER_SPELLINGS, ...closed }
    : closed;
}

/** Every GET route except streams and sockets, without `/api`. */
const GETS = Object.entries(document.paths).flatMap(([path, { get }]) =>
  get?.responses['200'] && !('text/event-stream' in (get.responses['200'].content ?? {}))
    ? [path.slice(4)]
    : [],
);
const QUESTION = {
  question: 'Which database?',
  header: 'Database',
  multiSelect: false,
  options: [
    { label: 'SQLite', description: 'A file' },
    { label: 'Postgres', description: 'A server' },
  ],
};

clientTest('everything that a hub answers is as the document describes it', async ({ stage, hub }) => {
  const gate = new Gate();
  stage.play(
    scene('make it', [say('One.'), call('Bash', { command: 'touch made.txt' })], [say('Two.')]),
    scene('choose', [call('AskUserQuestion', { questions: [QUESTION] })], [say('Chosen.')]),
    scene('wait', [say('Waiting.'), hold(gate)]),
  );
  const strict = join(stage.folder, 'openapi.json');
  writeFileSync(strict, JSON.stringify(closeObjects(document)));
  const proxy = await startPrism(hub.token, strict, 'proxy', hub.url, '--errors');
  const violations: string[] = [];
  const succeeded = new Set<string>();
  const ask = async (method: string, path: string, body?: object) => {
    const { status, text } = await proxy(method, path, body);
    if (text.includes('stoplight.io/prism')) violations.push(`${method} ${path}: ${text}`);
    else if (status === 200) succeeded.add(path.replace(/\?.*/, '').replace(/[0-9a-f-]{36}/, '{id}'));
    return text.startsWith('{') ? JSON.parse(text) : {};
  };
  const session_id = crypto.randomUUID();
  const session = `/sessions/${session_id}`;
  const readAll = async () => {
    const { turns } = await hub.view(session_id);
    const prompt = turns.flatMap(({ items }) => items)[0]?.id ?? '';
    const queries: Record<string, string> = {
      '/sessions/{id}/images': `?item=${encodeURIComponent(prompt)}`,
      '/search': '?q=one',
      '/folders': `?path=${encodeURIComponent(stage.project)}`,
    };
    for (const path of GETS)
      await ask('GET', path.replace('/sessions/{id}', session) + (queries[path] ?? ''));
  };

  await ask('POST', '/sessions', { session_id, cwd: stage.project, name: 'Checked' });
  await ask('POST', `${session}/message`, { text: 'make it' });
  await hub.waitFor(session_id, 'a permission request', ({ status }) => status === 'waiting');
  await readAll();
  const { items: open } = await hub.ask('GET', '/interactions?state=open');
  await ask('POST', `/interactions/${open[0].id}/answer`, { decision: 'allow' });
  await ask('POST', `/interactions/${open[0].id}/answer`, { decision: 'deny' });
  await hub.waitFor(session_id, 'the end of the turn', ({ status }) => status === 'idle');
  await ask('POST', `${session}/message`, { text: 'choose' });
  await hub.waitFor(session_id, 'a question', ({ status }) => status === 'waiting');
  await readAll();
  const { items: questions } = await hub.ask('GET', `${session}/pending-questions`);
  const answers = { 'Which database?': 'SQLite' };
  await ask('POST', `${session}/answer`, { tool_use_id: questions[0].tool_use_id, answers });
  await hub.waitFor(session_id, 'the end of the turn', ({ status }) => status === 'idle');
  await ask('POST', `${session}/message`, { text: 'wait' });
  await gate.reached;
  const { message_id } = await ask('POST', `${session}/message`, { text: 'queued', when: 'queue' });
  await readAll();
  await ask('PATCH', `${session}/queue/${message_id}`, { text: 'queued longer' });
  await ask('DELETE', `${session}/queue/${message_id}`);
  await ask('POST', `${session}/interrupt`);
  gate.open();
  await hub.waitFor(session_id, 'the interrupted turn', ({ status }) => status === 'idle');

  await ask('PATCH', session, { name: 'Renamed', pinned: true, labels: ['a'] });
  const { device_id } = await ask('POST', `${session}/share`, {});
  await ask('PATCH', `/devices/${device_id}`, { name: 'Someone' });
  await ask('DELETE', `/devices/${device_id}`);
  await ask('POST', '/pairings', { role: 'viewer' });
  await ask('POST', '/tokens', { name: 'bot', role: 'viewer' });
  await readAll();
  await ask('DELETE', '/tokens/bot');
  await ask('PATCH', '/settings', { all_hooks: false });
  await ask('PUT', '/policy', { rules: [{ name: 'a', match: { tool: 'Bash' }, decide: 'ask' }] });
  await ask('POST', '/policy/simulate', { policy: { rules: [] } });
  await ask('POST', '/push/test-channels');
  await ask('POST', '/history/prune', { days: 3000, dry_run: true });
  await ask('POST', `${session}/fork`, {});
  await ask('DELETE', session);
  await ask('POST', `${session}/resume`, {});
  await readAll();
  await ask('GET', `/sessions/${crypto.randomUUID()}`);
  await ask('DELETE', session);
  const terminal = await ask('POST', '/sessions', { cwd: stage.project, driver: 'tmux' });
  await ask('GET', `/sessions/${terminal.session_id}/screen`);
  await ask('GET', `/sessions/${terminal.session_id}/attach`);
  expect(violations).toEqual([]);
  // Only a paired browser may read that, and Prism wants a token.
  expect(GETS.filter((path) => !succeeded.has(path))).toEqual(['/push']);
});
