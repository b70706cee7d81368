/** MCP servers ask a person: by form or by link, in a terminal, in a run of the hub, and where nobody is. Real Claude Code. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import { waitUntil as waitWithin } from '../../src/lib/wait-until.ts';
import type { Interaction } from '../../src/protocol/interactions.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import type { TerminalClaude } from '../../stage/terminal-claude.ts';
import { type DrivenHub, startDrivenHub } from '../drivers/driven-hub.ts';
import { stageTest } from '../stage-test.ts';
import { pickUpDevice } from './device.ts';

const run = promisify(execFile);

const hubTest = stageTest.extend<{ hub: DrivenHub }>({
  hub: async ({ stage }, use) => {
    const hub = await startDrivenHub(stage);
    expect((await hub.run('install', '--no-deny-rules')).code).toBe(0);
    await use(hub);
    await hub.kill('SIGKILL');
  },
});

const SERVER = {
  asking: { command: process.execPath, args: [join(import.meta.dirname, '../hub/asking-server.mjs')] },
};
const TOOL = 'mcp__asking__ask';
const CLAUDE = ['--mcp-config', JSON.stringify({ mcpServers: SERVER }), '--allowedTools', TOOL];

const FORM = {
  message: 'Who are you?',
  requestedSchema: {
    type: 'object',
    properties: { name: { type: 'string', minLength: 2 }, age: { type: 'integer', minimum: 1 } },
    required: ['name'],
  },
};
const NAME = {
  message: 'Your name?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
};
const LINK = { mode: 'url', message: 'Please log in', url: 'https://example.org/login', elicitationId: 'e1' };
const FORM_DIALOG = /requests your input/;

/** `ask N` asks for the form or the link given. */
function play(stage: Stage, ...asks: object[]): void {
  stage.play(
    ...asks.map((ask, index) =>
      scene(`ask ${index + 1}`, [call(TOOL, { ask })], [say(`Thanks ${index + 1}.`)]),
    ),
  );
}

const openOnes = async (hub: DrivenHub): Promise<Interaction[]> =>
  (await hub.ask('GET', '/interactions?state=open')).items;
const waiting = (hub: DrivenHub, route?: 'hook' | 'control') =>
  waitUntil(
    'the form',
    async () => (await openOnes(hub)).find(({ routes }) => !route || routes.includes(route)),
    { explain: async () => JSON.stringify(await openOnes(hub)) },
  );
const answer = (hub: DrivenHub, { id }: Interaction, body: object) =>
  hub.call('POST', `/interactions/${id}/answer`, body);

/** What the MCP server was answered, as the model was told of it. */
const served = (stage: Stage) =>
  stage.requests.flatMap(({ hearing }) => hearing.toolResults).map(({ text }) => JSON.parse(text));
/** Presses a key until the screen shows its effect, and looks long enough not to press once too often. */
async function pressUntil(terminal: TerminalClaude, key: string, effect: RegExp): Promise<void> {
  const isThere = async () => effect.test(await terminal.screen());
  await waitUntil(`${key} to lead to ${effect}`, async () => {
    await terminal.press(key);
    return waitWithin('its effect', isThere, { timeoutMs: 1000 }).catch(() => false);
  });
}

const isServed = (stage: Stage, count: number) =>
  waitUntil(`${count} answers at the server`, () => served(stage).length >= count && served(stage));

describe('in a terminal', () => {
  const begin = (stage: Stage) => stage.terminal({ args: ['--permission-mode', 'manual', ...CLAUDE] });

  hubTest(
    'nobody looks: its form is there at once; what is answered there closes it',
    async ({ stage, hub }) => {
      play(stage, FORM, FORM);
      const terminal = await begin(stage);
      await terminal.prompt('ask 1');
      await terminal.waitForScreen(FORM_DIALOG);
      const form = await waiting(hub);
      expect(form).toMatchObject({
        kind: 'elicitation',
        routes: expect.not.arrayContaining(['hook']),
        input: {
          mcp_server_name: 'asking',
          message: 'Who are you?',
          mode: 'form',
          requested_schema: FORM.requestedSchema,
        },
      });
      await terminal.answerDialog(FORM_DIALOG, 'Escape');
      expect(await isServed(stage, 1)).toEqual([{ action: 'cancel' }]);
      const view = await hub.waitFor(
        form.session_id,
        'how it was answered',
        ({ interactions: [first] }) => first?.answer?.['action'] !== undefined,
      );
      expect(view.interactions).toMatchObject([
        { state: 'answered', answer: { by: { type: 'terminal' }, action: 'cancel', applied: 'confirmed' } },
      ]);
    },
  );

  hubTest(
    'held for a device: wrong fields are named; accept, decline and cancel count',
    async ({ stage, hub }) => {
      play(stage, FORM, FORM, FORM, LINK);
      await pickUpDevice(hub).look(true);
      const terminal = await begin(stage);
      await terminal.prompt('ask 1');
      const form = await waiting(hub, 'hook');
      expect(form.held_until).toBeDefined();
      const wrong = await answer(hub, form, { action: 'accept', content: { name: 'Bob', age: 0 } });
      expect(wrong).toMatchObject({ status: 400, body: { error: { details: { field: 'age' } } } });
      expect(await terminal.screen()).not.toMatch(FORM_DIALOG);
      const accepted = await answer(hub, form, { action: 'accept', content: { name: 'Bob', age: 3 } });
      expect(accepted, JSON.stringify(accepted.body)).toMatchObject({ status: 200 });
      await terminal.waitForScreen(/Thanks 1/);

      for (const [index, action] of (['decline', 'cancel'] as const).entries()) {
        await terminal.prompt(`ask ${index + 2}`);
        expect((await answer(hub, await waiting(hub, 'hook'), { action })).status).toBe(200);
        await terminal.waitForScreen(new RegExp(`Thanks ${index + 2}`));
      }
      await terminal.prompt('ask 4');
      const link = await waiting(hub, 'hook');
      expect(link.input).toMatchObject({ mode: 'url', url: LINK.url });
      expect((await answer(hub, link, { action: 'accept' })).status).toBe(200);
      await terminal.waitForScreen(/Thanks 4/);
      expect(served(stage)).toEqual([
        { action: 'accept', content: { name: 'Bob', age: 3 } },
        { action: 'decline' },
        { action: 'cancel' },
        { action: 'accept' },
      ]);
    },
  );

  hubTest('the device leaves: the form appears, and can be answered there', async ({ stage, hub }) => {
    play(stage, NAME);
    const device = pickUpDevice(hub);
    await device.look(true);
    const terminal = await begin(stage);
    await terminal.prompt('ask 1');
    const form = await waiting(hub, 'hook');
    await device.look(false);
    await terminal.waitForScreen(FORM_DIALOG);
    const [still] = await openOnes(hub);
    expect(still).toMatchObject({ id: form.id, routes: expect.not.arrayContaining(['hook']) });
    // Keys in the first moments of a dialog are ignored.
    await pressUntil(terminal, 'Down', /❯ Accept/);
    await pressUntil(terminal, 'Up', /❯ .*name/);
    await terminal.type('Bob');
    await terminal.waitForScreen(/name: Bob/);
    await terminal.press('Enter');
    await terminal.waitForScreen(/❯ Accept/);
    await terminal.answerDialog(FORM_DIALOG, 'Enter');
    expect(await isServed(stage, 1)).toEqual([{ action: 'accept', content: { name: 'Bob' } }]);
    await hub.waitFor(
      form.session_id,
      'how it was answered',
      ({ interactions: [first] }) => first?.answer?.['action'] === 'accept',
    );
  });

  hubTest('Escape while it is held: withdrawn', async ({ stage, hub }) => {
    play(stage, FORM);
    await pickUpDevice(hub).look(true);
    const terminal = await begin(stage);
    await terminal.prompt('ask 1');
    const form = await waiting(hub, 'hook');
    await terminal.press('Escape');
    await hub.waitFor(form.session_id, 'the end', ({ open_interactions }) => open_interactions === 0);
    expect((await answer(hub, form, { action: 'decline' })).status).toBe(409);
  });
});

describe('in a run of the hub', () => {
  const begin = async (stage: Stage, hub: DrivenHub): Promise<string> => {
    const body = { mcp_config: { mcpServers: SERVER }, allowed_tools: [TOOL], permission_mode: 'manual' };
    return (await hub.ask('POST', '/sessions', { cwd: stage.project, driver: 'stream', ...body })).session_id;
  };

  hubTest('accept, decline, cancel and a link, each one interaction', async ({ stage, hub }) => {
    play(stage, FORM, FORM, FORM, LINK);
    await pickUpDevice(hub).look(true);
    const id = await begin(stage, hub);
    const content = { name: 'Bob' };
    const answers = [
      { action: 'accept', content },
      { action: 'decline' },
      { action: 'cancel' },
      { action: 'accept' },
    ];
    for (const [index, body] of answers.entries()) {
      await hub.send(id, `ask ${index + 1}`);
      const form = await waiting(hub, 'control');
      expect(form.routes).toEqual(['control']);
      if (index === 0)
        expect((await answer(hub, form, { action: 'accept' })).body.error.message).toContain('name');
      expect((await answer(hub, form, body)).status).toBe(200);
      await isServed(stage, index + 1);
    }
    expect(served(stage)).toEqual(answers);
    const { interactions } = await hub.waitFor(id, 'proof', ({ interactions: all }) =>
      all.every(({ answer: given }) => given?.applied === 'confirmed'),
    );
    expect(interactions).toHaveLength(4);
    expect(interactions.at(-1)?.input).toMatchObject({ mode: 'url', url: LINK.url });
  });

  hubTest('interrupted: withdrawn', async ({ stage, hub }) => {
    play(stage, FORM);
    const id = await begin(stage, hub);
    await hub.send(id, 'ask 1');
    const form = await waiting(hub, 'control');
    await hub.ask('POST', `/sessions/${id}/interrupt`);
    const view = await hub.waitFor(id, 'the end', ({ open_interactions }) => open_interactions === 0);
    expect(view.interactions).toMatchObject([{ id: form.id, state: 'withdrawn' }]);
  });
});

describe('in a plain headless run', () => {
  const begin = ({ claudeBinary, project, env }: Stage, prompt: string) => {
    const claude = run(claudeBinary, ['-p', prompt, ...CLAUDE], { cwd: project, env });
    claude.child.stdin?.end();
    return claude;
  };

  hubTest('held while somebody looks, and given up where nobody does', async ({ stage, hub }) => {
    play(stage, FORM, FORM);
    const device = pickUpDevice(hub);
    await device.look(true);
    const first = begin(stage, 'ask 1');
    const content = { name: 'Bob' };
    await answer(hub, await waiting(hub, 'hook'), { action: 'accept', content });
    expect((await first).stdout).toContain('Thanks 1');
    await device.look(false);
    expect((await begin(stage, 'ask 2')).stdout).toContain('Thanks 2');
    expect(served(stage)).toEqual([{ action: 'accept', content }, { action: 'cancel' }]);
    await waitUntil('nothing to be open', async () => (await openOnes(hub)).length === 0);
    const { items } = await hub.ask('GET', '/interactions');
    expect((items as Interaction[]).map(({ state }) => state).sort()).toEqual(['answered', 'withdrawn']);
  });
});
