/** Programs with clients that others wrote or generated, in TypeScript and Python: with the real Claude Code, and over a killed hub. */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { root } from '../../scripts/run-step.mjs';
import { sharedHubTest } from '../shared-hub-test.ts';
import { startPrograms } from './start-programs.ts';
import { CLIENTS, missingModules, NODE, PYTHONS } from './third-party.ts';

const run = promisify(execFile);
const installed = (path: string) => join(CLIENTS, 'node_modules', path);
const document = join(root, 'docs/openapi.json');
const programs = join(import.meta.dirname, 'programs');

const PYTHON_PROGRAMS = [
  { python: 'debian', file: 'httpx-stream.py', modules: ['httpx'] },
  { python: 'pip', file: 'httpx-stream.py', modules: ['httpx'] },
  { python: 'pip', file: 'httpx-sse-stream.py', modules: ['httpx', 'httpx_sse'] },
  { python: 'debian', file: 'websockets-frames.py', modules: ['websockets'] },
  { python: 'pip', file: 'websockets-frames.py', modules: ['websockets'] },
] as const;

const clientTest = sharedHubTest.skipIf(CLIENTS === '');

clientTest.for(PYTHON_PROGRAMS)(
  '$file with Python of $python',
  async ({ python, file, modules }, { stage, hub, skip }) => {
    const missing = missingModules(python, modules);
    skip(missing !== '', missing);
    const command = [PYTHONS[python], join(programs, file)];
    const { killHubAndFinish } = await startPrograms(stage, hub, { [python]: command });
    await killHubAndFinish();
  },
);

clientTest('a Python client that openapi-generator generates', async ({ stage, hub, skip }) => {
  const missing = missingModules('debian', ['urllib3', 'dateutil', 'six', 'certifi']);
  skip(missing !== '', missing);
  const java = await run('java', ['-version']).catch(() => undefined);
  skip(java === undefined, 'There is no java.');
  const folder = join(stage.folder, 'python-client');
  mkdirSync(folder);
  const older = join(folder, 'openapi-3.0.json');
  const convert = installed('@apiture/openapi-down-convert/lib/src/cli.js');
  await run(NODE, [convert, '--input', document, '--output', older]);
  const jar = installed('@openapitools/openapi-generator-cli/bin/openapi-generator.jar');
  const options = ['-i', older, '-g', 'python', '-o', folder, '--package-name', 'reins_api'];
  await run('java', ['-jar', jar, 'generate', ...options], { maxBuffer: 1e8 });
  const command = [PYTHONS.debian, join(programs, 'generated.py')];
  const { killHubAndFinish } = await startPrograms(stage, hub, { openapi: command }, { PYTHONPATH: folder });
  await killHubAndFinish();
});

clientTest('a TypeScript client that hey-api generates', async ({ stage, hub }) => {
  const folder = join(stage.folder, 'hey-api');
  mkdirSync(folder);
  copyFileSync(join(programs, 'hey-api.ts'), join(folder, 'hey-api.ts'));
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  const node = { types: ['node'], typeRoots: [join(root, 'node_modules/@types')] };
  const compilerOptions = { strict: true, module: 'nodenext', target: 'es2022', ...node };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const config = { input: document, output: { path: 'api', module: { extension: '.js' } } };
  writeFileSync(join(folder, 'openapi-ts.config.mjs'), `export default ${JSON.stringify(config)};`);
  await run(NODE, [installed('@hey-api/openapi-ts/bin/run.js')], { cwd: folder });
  const compile = [installed('typescript/bin/tsc'), '--project', folder];
  const { stdout } = await run(NODE, compile).catch((error) => error);
  expect(stdout).toBe('');
  const { killHubAndFinish } = await startPrograms(stage, hub, { hey: [NODE, join(folder, 'hey-api.js')] });
  await killHubAndFinish();
});
