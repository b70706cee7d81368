/** Runs the commands that the README and the docs show, with a real hub and Claude Code. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Interaction } from '../../src/protocol/interactions.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import { QUESTIONS } from '../cli/interaction-stage.ts';
import { type StageHub, startStageHub } from '../stage-hub.ts';
import { stageTest } from '../stage-test.ts';
import { ANSWERED, fillIn, isRun, LAST, NOT_RUN, type Places } from './example-table.ts';
import { type ShellExample, shellExamples } from './shell-examples.ts';

const REINS = join(import.meta.dirname, '../../dist/reins.js');
const ASKING_SERVER = join(import.meta.dirname, '../hub/asking-server.mjs');
/** Other lines of a block use these: variables and functions. */
const DEFINITION = /^(?:TOKEN=|hub=|api\(\))/;
/** A stream that was cut off after a second. */
const CURL_TIMED_OUT = 28;
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

stageTest('every command in the docs works, or has a reason not to run here', async ({ stage }) => {
  const examples = shellExamples();
  const shown = new Set(examples.map(({ command }) => command));
  expect(shown.size).toBeGreaterThan(70);
  expect(
    Object.keys(NOT_RUN).filter((command) => !shown.has(command)),
    'listed, but not in the docs',
  ).toEqual([]);

  const hub = await startStageHub(stage, 'home/.reins');
  const runner = await prepare(stage, hub);
  const runnable = examples.filter((example) => isRun(example));
  const kindOf = ({ command }: ShellExample) => ANSWERED.find(([pattern]) => pattern.test(command))?.[1];
  const failures: string[] = [];
  const run = async (example: ShellExample, text?: string) => {
    const failure = await runner.run(example, text);
    if (failure) failures.push(failure);
  };

  const answering = async () => {
    for (const example of runnable) {
      const kind = kindOf(example);
      if (!kind) continue;
      const { id } = await runner.openRequest(kind, example.command.includes('--rule'));
      await run(example, example.command.replaceAll(/\b(?:3f2a|ID)\b/g, id));
      if (example.command.includes('--interrupt')) runner.useNewSession();
    }
  };
  const rest = runnable.filter((example) => !kindOf(example));
  const inOrder = async (file: string) => {
    for (const example of rest.filter((one) => one.file === file).toSorted(savesFirst)) await run(example);
  };
  const files = [...new Set(rest.map(({ file }) => file))];
  const free = files.filter((file) => !LAST.includes(file));
  await Promise.all([answering(), ...free.map(inOrder)]);
  for (const file of LAST) await inOrder(file);
  expect(failures).toEqual([]);
});

async function prepare(stage: Stage, hub: StageHub) {
  const bin = join(stage.folder, 'bin');
  mkdirSync(bin);
  const program = (name: string, line: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${line}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  program('reins', `exec '${process.execPath}' '${REINS}' "$@"`);
  program('claude', `exec '${stage.claudeBinary}' "$@"`);
  program('jq', `exec '${process.execPath}' -e 'JSON.parse(require("fs").readFileSync(0, "utf8"))'`);
  writeFileSync(join(stage.project, 'plan.md'), '1. one step\n');
  writeFileSync(join(stage.project, 'shot.png'), Buffer.from(PIXEL, 'base64'));
  const git =
    'git init -q && git add -A && git -c user.name=a -c user.email=a@b.c commit -qm one && echo more >> plan.md';
  const env = { ...hub.env, PATH: `${bin}:${stage.env['PATH']}` };
  expect(await shell(git, env, stage.project)).toMatchObject({ code: 0 });
  await pairPhone(hub);
  const { session_id: session } = await hub.client.createSession({ cwd: stage.project, driver: 'stream' });

  const places: Places = {
    address: new URL(hub.url).host,
    session,
    project: stage.project,
    ingestToken: hub.ingestToken,
    backup: () => newestBackup(hub.home),
  };
  // Each page is followed by another user of Claude Code: the hooks of one must not meet those of another.
  const configOf = (file: string) => {
    const folder = join(stage.folder, 'configs', LAST.includes(file) ? 'last' : file.replaceAll('/', '-'));
    cpSync(join(stage.configDir, '.claude.json'), join(folder, '.claude.json'), { recursive: true });
    return folder;
  };
  const openers = new Requests(stage, hub);
  return {
    openRequest: (kind: RequestKind, isRule: boolean) => openers.open(kind, isRule),
    useNewSession: () => openers.useNewSession(),
    /** Why it failed, if it did. */
    async run({ file, command }: ShellExample, text = command): Promise<string | undefined> {
      const line = fillIn(text, places);
      const script = [`id=${session}`, ...definitionsIn(file).map((one) => fillIn(one, places)), line].join(
        '\n',
      );
      const result = await shell(script, { ...env, CLAUDE_CONFIG_DIR: configOf(file) }, stage.project);
      const isExpected = result.code === 0 || (line.startsWith('curl -N') && result.code === CURL_TIMED_OUT);
      if (isExpected && !/^\{"error"/.test(result.stdout)) return undefined;
      return `${file}: ${command}\n${JSON.stringify(result)}`;
    },
  };
}

const definitionsIn = (file: string) =>
  shellExamples().flatMap((one) => (one.file === file && DEFINITION.test(one.command) ? [one.command] : []));

/** Before the data is deleted. */
const savesFirst = (a: ShellExample, b: ShellExample) => saves(b) - saves(a);
const saves = ({ file, command }: ShellExample) =>
  Number(file === 'docs/uninstalling.md' && /^reins (?:export|audit) /.test(command));

/** A new home has no backup yet: then the database that was just moved away takes its place. */
function newestBackup(home: string): string {
  const folder = join(home, 'backups');
  const found = existsSync(folder) ? readdirSync(folder).filter((name) => /^reins-.*\.db$/.test(name)) : [];
  if (found.length > 0) return found.toSorted().at(-1) as string;
  cpSync(join(home, 'reins.db.newer'), join(folder, 'reins-first.db'));
  return 'reins-first.db';
}

type RequestKind = (typeof ANSWERED)[number][1];

const CALLS: Readonly<Record<RequestKind, [tool: string, input: Readonly<Record<string, unknown>>]>> = {
  permission: ['Bash', { command: 'npm run build', description: 'x' }],
  question: ['AskUserQuestion', QUESTIONS],
  plan: ['ExitPlanMode', { plan: '1. do it' }],
  form: [
    'mcp__asking__ask',
    {
      ask: {
        message: 'Who are you?',
        requestedSchema: {
          type: 'object',
          properties: { name: { type: 'string' }, age: { type: 'integer' } },
          required: ['name'],
        },
      },
    },
  ],
};

/** One session makes all requests, one after another. */
class Requests {
  readonly #stage: Stage;
  readonly #hub: StageHub;
  #session: string | undefined;
  #count = 0;

  constructor(stage: Stage, hub: StageHub) {
    this.#stage = stage;
    this.#hub = hub;
  }

  /** The scenes of an interrupted turn would go on in the next one. */
  useNewSession(): void {
    this.#session = undefined;
  }

  async open(kind: RequestKind, isRule: boolean): Promise<Interaction> {
    const { client } = this.#hub;
    const prompt = `request ${this.#count++}`;
    const [tool, known] = CALLS[kind];
    // A rule that an earlier answer has added must not cover the next request.
    const input =
      kind === 'permission' && !isRule ? { ...known, command: `touch ${this.#count}.txt` } : known;
    this.#stage.play(scene(prompt, [call(tool, input)], [say('Done.')]));
    const mode = kind === 'plan' ? 'plan' : 'manual';
    this.#session ??= (await this.#start()).session_id;
    const session = this.#session;
    // The turn before ends with the mode that its answer has chosen.
    await waitUntil('the turn before to end', async () => (await client.get(session)).status === 'idle');
    await client.changeSession(session, { permission_mode: mode });
    await client.send(session, { text: prompt });
    return waitUntil(
      `a ${kind} request`,
      async () =>
        (await client.interactions({ state: 'open', session })).items.find(({ routes }) => routes.length > 0),
      { explain: async () => JSON.stringify(await client.get(session), null, 1) },
    );
  }

  #start() {
    const mcp_config = { mcpServers: { asking: { command: process.execPath, args: [ASKING_SERVER] } } };
    return this.#hub.client.createSession({
      cwd: this.#stage.project,
      driver: 'stream',
      mcp_config,
      allowed_tools: ['mcp__asking__ask'],
    });
  }
}

async function pairPhone(hub: StageHub): Promise<void> {
  const { links } = JSON.parse((await hub.run('pair', '--json')).stdout) as { links: string[] };
  const { origin, hash } = new URL(links[0] ?? '');
  const response = await fetch(`${origin}/api/pair`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ code: hash.slice(1), name: 'Phone' }),
  });
  expect(response.status).toBe(201);
}

async function shell(script: string, env: Readonly<Record<string, string>>, cwd: string) {
  const child = spawn('sh', ['-c', script], { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}
