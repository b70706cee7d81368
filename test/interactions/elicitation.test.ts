/** Forms and links of MCP servers: in a terminal, in a run of the hub, and in unattended runs. With the real Claude Code. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import type { Interaction } from '../../src/protocol/interactions.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import type { DrivenHub } from '../drivers/driven-hub.ts';
import { becomes, hubTest, install, takesKeys } from './answering-stage.ts';
import { pickUpDevice } from './device.ts';

const run = promisify(execFile);

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

/** `ask N` requests the given form or link. */
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

/** What the MCP server received as an answer, as reported to the model. */
const served = (stage: Stage) =>
  stage.requests.flatMap(({ hearing }) => hearing.toolResults).map(({ text }) => JSON.parse(text));
const isServed = (stage: Stage, count: number) =>
  waitUntil(`${count} answers at the server`, () => served(stage).length >= count && served(stage));

hubTest(
  'in a terminal: nobody looks, held for a device, the device leaves, Escape',
  async ({ stage, hub }) => {
    await install(hub, '--no-deny-rules');
    play(stage, FORM, FORM, FORM, FORM, LINK, NAME, FORM);
    const terminal = await stage.terminal({ args: ['--permission-mode', 'manual', ...CLAUDE] });
    const ask = async (number: number) => {
      await terminal.prompt(`ask ${number}`);
      return waiting(hub, 'hook');
    };

    // Nobody looks: the form appears immediately, and an answer in the terminal closes it.
    await terminal.prompt('ask 1');
    await terminal.waitForScreen(FORM_DIALOG);
    const shown = await waiting(hub);
    expect(shown).toMatchObject({
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
    const closed = await becomes(
      hub,
      shown,
      'the answer',
      ({ answer: given }) => given?.['action'] !== undefined,
    );
    expect(closed).toMatchObject({
      state: 'answered',
      answer: { by: { type: 'terminal' }, action: 'cancel', applied: 'confirmed' },
    });
    await terminal.waitForScreen(/Thanks 1/);

    // Held for a device: invalid fields are named; accept, decline and cancel work.
    const device = pickUpDevice(hub);
    await device.look(true);
    const form = await ask(2);
    expect(form.held_until).toBeDefined();
    const wrong = await answer(hub, form, { action: 'accept', content: { name: 'Bob', age: 0 } });
    expect(wrong).toMatchObject({ status: 400, body: { error: { details: { field: 'age' } } } });
    expect(await terminal.screen()).not.toMatch(FORM_DIALOG);
    const accepted = await answer(hub, form, { action: 'accept', content: { name: 'Bob', age: 3 } });
    expect(accepted, JSON.stringify(accepted.body)).toMatchObject({ status: 200 });
    await terminal.waitForScreen(/Thanks 2/);
    for (const [index, action] of (['decline', 'cancel'] as const).entries()) {
      expect((await answer(hub, await ask(index + 3), { action })).status).toBe(200);
      await terminal.waitForScreen(new RegExp(`Thanks ${index + 3}`));
    }
    const link = await ask(5);
    expect(link.input).toMatchObject({ mode: 'url', url: LINK.url });
    expect((await answer(hub, link, { action: 'accept' })).status).toBe(200);
    await terminal.waitForScreen(/Thanks 5/);
    expect(served(stage).slice(1)).toEqual([
      { action: 'accept', content: { name: 'Bob', age: 3 } },
      { action: 'decline' },
      { action: 'cancel' },
      { action: 'accept' },
    ]);

    // The device leaves: the form appears, and can be answered there.
    const left = await ask(6);
    await device.look(false);
    await terminal.waitForScreen(FORM_DIALOG);
    const [still] = await openOnes(hub);
    expect(still).toMatchObject({ id: left.id, routes: expect.not.arrayContaining(['hook']) });
    await takesKeys(terminal, /❯ .*?(name|Accept|Decline)/, 'name');
    await terminal.type('Bob');
    await terminal.waitForScreen(/name: Bob/);
    await terminal.press('Enter');
    await terminal.waitForScreen(/❯ Accept/);
    await terminal.answerDialog(FORM_DIALOG, 'Enter');
    expect((await isServed(stage, 6)).at(-1)).toEqual({ action: 'accept', content: { name: 'Bob' } });
    await becomes(hub, left, 'the answer', ({ answer: given }) => given?.['action'] === 'accept');
    await terminal.waitForScreen(/Thanks 6/);

    // Escape while it is held closes it.
    await device.look(true);
    const held = await ask(7);
    await terminal.press('Escape');
    await becomes(hub, held, 'the end', ({ state }) => state !== 'open');
    expect((await answer(hub, held, { action: 'decline' })).status).toBe(409);
  },
);

hubTest('in a run of the hub: accept, decline, cancel, a link, an interrupt', async ({ stage, hub }) => {
  play(stage, FORM, FORM, FORM, LINK, FORM);
  await pickUpDevice(hub).look(true);
  const order = { mcp_config: { mcpServers: SERVER }, allowed_tools: [TOOL], permission_mode: 'manual' };
  const { session_id: id } = await hub.ask('POST', '/sessions', {
    ...{ cwd: stage.project, driver: 'stream', ...order },
  });
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

  // An interrupt withdraws it.
  await hub.send(id, 'ask 5');
  const last = await waiting(hub, 'control');
  await hub.ask('POST', `/sessions/${id}/interrupt`);
  await becomes(hub, last, 'the end', ({ state }) => state === 'withdrawn');
  expect((await hub.view(id)).open_interactions).toBe(0);
});

const begin = ({ claudeBinary, project, env }: Stage, prompt: string) => {
  const claude = run(claudeBinary, ['-p', prompt, ...CLAUDE], { cwd: project, env });
  claude.child.stdin?.end();
  return claude;
};

hubTest('in a plain headless run: held while someone looks, declined otherwise', async ({ stage, hub }) => {
  await install(hub, '--no-deny-rules');
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
  const sessions = new Set(stage.requests.map(({ sessionId }) => sessionId));
  const { items } = await hub.ask('GET', '/interactions');
  const states = (items as Interaction[]).flatMap(({ session_id: id, state }) =>
    sessions.has(id) ? [state] : [],
  );
  expect(states.sort()).toEqual(['answered', 'withdrawn']);
});
