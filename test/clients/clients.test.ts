/** Clients that others wrote, and the programs of docs/clients.md: with the real Claude Code, and over a killed hub. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createConfig, lint } from '@redocly/openapi-core';
import { EventSource as Newest } from 'eventsource';
// @ts-expect-error it has no types
import Oldest from 'eventsource-2';
import { EventSource as Middle } from 'eventsource-3';
import { expect, test } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import type { Stage } from '../../stage/stage.ts';
import { isLong } from '../repetitions.ts';
import { sharedHubTest } from '../shared-hub-test.ts';
import { startPrograms } from './start-programs.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const clients = join(root, 'test/clients/node_modules');
const document = join(root, 'docs/openapi.json');

test('the API document has no problem that Redocly finds', async () => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    // A WebSocket answers with 101.
    rules: { 'operation-2xx-response': 'off' },
  });
  const problems = await lint({ ref: document, config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
});

/** The first block of that language below the heading. */
function programIn(heading: string, language: string): string {
  const page = readFileSync(join(root, 'docs/clients.md'), 'utf8');
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const [, program] = new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'm').exec(section) ?? [];
  if (program === undefined)
    throw new Error(`docs/clients.md has no ${language} program below "${heading}".`);
  return program;
}

/** A fresh project with the programs of the page, checked and compiled as the page describes it. */
async function makeProject(stage: Stage): Promise<string> {
  const folder = join(stage.folder, 'fresh-project');
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
  const packages = ['eventsource', 'openapi-fetch', '@types/node'].map((name) => [
    name,
    'node_modules',
    name,
  ]);
  for (const [name = '', ...path] of [...packages, ['reins', '.']])
    symlinkSync(join(root, ...path), join(folder, 'node_modules', name));
  writeFileSync(join(folder, 'package.json'), '{"type": "module", "dependencies": {"reins": "*"}}');
  const [, ...rest] = programIn('TypeScript', 'ts').split('\n');
  writeFileSync(join(folder, 'deno.ts'), [programIn('Deno', 'ts'), ...rest].join('\n'));
  writeFileSync(join(folder, 'sdk.mjs'), programIn('TypeScript', 'ts'));
  writeFileSync(join(folder, 'generated.ts'), programIn('TypeScript with a generated client', 'ts'));
  writeFileSync(join(folder, 'client.py'), programIn('Python', 'python'));
  const generate = [document, '--default-non-nullable=false', '-o', join(folder, 'reins-api.d.ts')];
  await run(process.execPath, [join(clients, 'openapi-typescript/bin/cli.js'), ...generate]);
  const options = [
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--skipLibCheck',
    '--types',
    'node',
  ];
  const compile = [join(clients, 'typescript/bin/tsc'), ...options, 'generated.ts'];
  const { stdout } = await run(process.execPath, compile, { cwd: folder }).catch((error) => error);
  expect(stdout).toBe('');
  return folder;
}

const DENO_FLAGS = ['run', '--no-prompt', '--node-modules-dir=manual'].concat([
  '--allow-net',
  '--allow-env',
  '--allow-read',
  '--allow-sys',
]);

/** It is 92 MB, so only the long run installs it. */
async function installDeno(): Promise<string> {
  const folder = join(root, 'build/deno');
  const binary = join(folder, 'node_modules/.bin/deno');
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  if (!existsSync(binary)) await run('npm', ['install', '--prefix', folder, ...quiet, 'deno@2.9.6']);
  return binary;
}

sharedHubTest(
  'every client starts, streams, answers and resumes over a killed hub',
  async ({ stage, hub }) => {
    const folder = await makeProject(stage);
    const deno = isLong ? await installDeno() : undefined;
    const programs = await startPrograms(stage, hub, {
      sdk: [process.execPath, join(folder, 'sdk.mjs')],
      generated: [process.execPath, join(folder, 'generated.js')],
      python: ['python3', join(folder, 'client.py')],
      ...(deno && { deno: [deno, ...DENO_FLAGS, join(folder, 'deno.ts')] }),
    });

    // Three versions of a widely used EventSource follow one of the sessions.
    const { items } = await hub.client.list({ cwd: stage.project });
    const address = `${hub.url}/api/sessions/${items[0]?.session_id}/events?format=message&live=false`;
    const headers = { Authorization: `Bearer ${hub.token}` };
    const withToken = (url: string | URL, init: object) =>
      fetch(url, { ...init, headers: { ...(init as { headers?: object }).headers, ...headers } });
    const sources = [
      new Oldest(address, { headers }),
      new Middle(address, { fetch: withToken }),
      new Newest(address, { fetch: withToken }),
    ];
    const received = sources.map((source) => {
      const seqs: number[] = [];
      source.onmessage = ({ data }: { data: string }) => seqs.push(JSON.parse(data).seq);
      return seqs;
    });
    await waitUntil('every EventSource to receive events', () => received.every(({ length }) => length > 5));

    await programs.killHubAndFinish();
    const { seq } = await hub.client.get(items[0]?.session_id ?? '', { limit: 0 });
    await waitUntil('every EventSource to receive everything', () =>
      received.every((seqs) => (seqs.at(-1) ?? 0) >= seq),
    );
    for (const source of sources) source.close();
    for (const seqs of received) expect(seqs).toEqual(seqs.map((_, index) => index + 1));
  },
);
