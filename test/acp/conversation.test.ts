/** A conversation in an editor: text as it is written, thoughts, tool calls with diffs, cost, and ends of turns. */
import { existsSync, writeFileSync } from 'node:fs';
import { methods } from '@agentclientprotocol/sdk';
import { expect } from 'vitest';
import { Gate } from '../../stage/gate.ts';
import { call, finish, hold, say, scene, think } from '../../stage/screenplay.ts';
import { isIdle } from '../drivers/driven-hub.ts';
import { sharedHubTest } from '../shared-hub-test.ts';
import { Editor } from './editor.ts';

const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

sharedHubTest('a session from its first prompt to its end', async ({ stage, hub }) => {
  const editor = await Editor.open(hub.env);
  const { agent } = editor;
  const notes = `${stage.project}/notes.txt`;
  const gate = new Gate();
  stage.play(
    scene('hello', [think('They greet.'), say('Good day to you.', { chunk: 4, gate })]),
    scene(
      'work',
      // A refused list is not a plan: this version of Claude Code has no such tool.
      [call('TodoWrite', { todos: [{ content: 'Refused' }] })],
      [call('Write', { file_path: notes, content: 'one\ntwo\n' })],
      [call('Edit', { file_path: notes, old_string: 'two', new_string: 'three' })],
      [call('Bash', { command: 'cat notes.txt', description: 'Show the notes' })],
      [say('Done.')],
    ),
    scene(/what is this/, [say('A picture and a file.')]),
    scene('afresh', [say('Afresh.')]),
    ...['early', 'cancel', 'abort', 'close'].map((how) => scene(how, [say(`Before the ${how}.`), hold()])),
  );

  const session = await agent.request(methods.agent.session.new, { cwd: stage.project, mcpServers: [] });
  const { sessionId } = session;
  expect(session.modes?.currentModeId).toBe('default');
  // Claude Code's own list of models, before the first prompt.
  const offered = session.configOptions?.find(({ id }) => id === 'model');
  expect(offered).toMatchObject({
    currentValue: 'default',
    options: expect.arrayContaining([
      { value: 'haiku', name: 'Haiku', description: expect.stringContaining('Haiku') },
    ]),
  });
  const setModel = (modelId: string) => agent.request('session/set_model', { sessionId, modelId });
  await expect(setModel('gpt-4')).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining('haiku'),
  });
  await setModel('haiku');
  const greeted = editor.prompt(sessionId, 'hello');
  await editor.sees('the beginning of the answer', () => editor.text() === 'Good day to ');
  gate.open();
  expect(await greeted).toEqual({ stopReason: 'end_turn' });
  expect(stage.requests.at(-1)?.body).toMatchObject({ model: expect.stringContaining('haiku') });
  expect(editor.text()).toBe('Good day to you.');
  expect(editor.text('agent_thought_chunk')).toBe('They greet.');
  // The editor shows its own prompts itself.
  expect(editor.of('user_message_chunk')).toEqual([]);
  const [commands] = editor.of('available_commands_update');
  expect(commands?.availableCommands.find(({ name }) => name === 'compact')?.description).not.toBe('');
  expect(editor.of('usage_update').at(-1)).toMatchObject({ cost: { currency: 'USD' } });

  await agent.request(methods.agent.session.setMode, { sessionId, modeId: 'acceptEdits' });
  expect(editor.of('current_mode_update').at(-1)).toMatchObject({ currentModeId: 'acceptEdits' });
  expect((await hub.view(sessionId)).permission_mode).toBe('acceptEdits');
  const chosen = await agent.request(methods.agent.session.setConfigOption, {
    ...{ sessionId, configId: 'model', value: 'sonnet' },
  });
  expect(chosen.configOptions.find(({ id }) => id === 'model')).toMatchObject({
    currentValue: expect.stringContaining('sonnet'),
  });

  expect(await editor.prompt(sessionId, 'work')).toEqual({ stopReason: 'end_turn' });
  expect(editor.of('plan')).toEqual([]);
  const [refused, ...calls] = editor.of('tool_call');
  expect(refused).toMatchObject({ status: 'failed' });
  expect(calls.map(({ title, kind }) => [title, kind])).toEqual([
    ['Write notes.txt', 'edit'],
    ['Edit notes.txt', 'edit'],
    ['Run cat notes.txt', 'execute'],
  ]);
  expect(calls[0]?.locations).toEqual([{ path: notes }]);
  const results = editor.of('tool_call_update').filter(({ status }) => status === 'completed');
  expect(results[1]?.content).toEqual([
    { type: 'diff', path: notes, oldText: 'one\ntwo', newText: 'one\nthree' },
  ]);
  expect(JSON.stringify(results[2]?.content)).toContain('one\\nthree');

  const prompt = [
    { type: 'text', text: 'what is this: ' } as const,
    { type: 'image', mimeType: 'image/png', data: PICTURE } as const,
    { type: 'resource_link', name: 'notes.txt', uri: `file://${notes}` } as const,
    { type: 'resource', resource: { uri: 'file:///unsaved.txt', text: 'DRAFT' } } as const,
  ];
  expect(await agent.request(methods.agent.session.prompt, { sessionId, prompt })).toEqual({
    stopReason: 'end_turn',
  });
  const received = JSON.stringify(stage.requests.at(-1)?.body);
  for (const part of [PICTURE, 'three', 'DRAFT']) expect(received).toContain(part);

  // Cancelled before it has reached the hub.
  const early = editor.prompt(sessionId, 'early');
  await agent.notify(methods.agent.session.cancel, { sessionId });
  expect(await early).toEqual({ stopReason: 'cancelled' });
  const cancelled = editor.prompt(sessionId, 'cancel');
  await editor.sees('the beginning', () => editor.text().endsWith('Before the cancel.'));
  await agent.notify(methods.agent.session.cancel, { sessionId });
  expect(await cancelled).toEqual({ stopReason: 'cancelled' });
  const back = new AbortController();
  const taken = agent.request(
    methods.agent.session.prompt,
    { sessionId, prompt: [{ type: 'text', text: 'abort' }] },
    { cancellationSignal: back.signal },
  );
  await editor.sees('the beginning', () => editor.text().endsWith('Before the abort.'));
  back.abort();
  expect(await taken).toEqual({ stopReason: 'cancelled' });

  // The conversation continues under another id; for the editor it is the same session.
  expect(await editor.prompt(sessionId, '/clear')).toEqual({ stopReason: 'end_turn' });
  expect(await editor.prompt(sessionId, 'afresh')).toEqual({ stopReason: 'end_turn' });
  expect(editor.text()).toMatch(/Afresh\.$/);
  const { continued_as: other = '' } = await hub.view(sessionId);
  expect((await hub.view(other)).turns.at(-1)?.prompt).toMatchObject({ text: 'afresh' });

  const { sessions } = await agent.request(methods.agent.session.list, { cwd: stage.project });
  expect(sessions.map((one) => one.sessionId)).toEqual([other, sessionId]);

  // A copy has its own life, and leaves the list when it is deleted.
  stage.play(scene('in the copy', [say('A copy.')]));
  const forked = (await agent.request('session/fork', {
    ...{ sessionId: other, cwd: stage.project, mcpServers: [] },
  })) as { sessionId: string };
  expect(await editor.prompt(forked.sessionId, 'in the copy')).toEqual({ stopReason: 'end_turn' });
  expect(editor.text('agent_message_chunk', forked.sessionId)).toBe('A copy.');
  await agent.request(methods.agent.session.delete, { sessionId: forked.sessionId });
  expect((await hub.view(forked.sessionId)).status).toBe('ended');
  const { sessions: rest } = await agent.request(methods.agent.session.list, { cwd: stage.project });
  expect(rest.map((one) => one.sessionId)).toEqual([other, sessionId]);
  const left = editor.prompt(sessionId, 'close');
  await editor.sees('the beginning', () => editor.text().endsWith('Before the close.'));
  await agent.request(methods.agent.session.close, { sessionId });
  expect(await left).toEqual({ stopReason: 'cancelled' });
  await expect(editor.prompt(sessionId, 'hello')).rejects.toMatchObject({ code: -32002 });
  expect(await editor.close()).toBe(0);
  // The editor has exited; the session continues until it has been idle for a minute.
  await hub.waitFor(other, 'rest', isIdle);
  expect((await hub.view(other)).end_when_idle_seconds).toBe(60);
});

sharedHubTest('two sessions at once on one connection', async ({ stage, hub }) => {
  const editor = await Editor.open(hub.env);
  const gates = [new Gate(), new Gate()];
  stage.play(
    ...['one', 'two'].map((name, index) =>
      scene(`tell ${name}`, [say(`This is ${name}.`, { chunk: 4, gate: gates[index] as Gate })]),
    ),
  );
  stage.play(
    ...['one', 'two'].map((name) =>
      scene(`make ${name}`, [call('Bash', { command: `touch ${name}.txt` })], [say(`Made ${name}.`)]),
    ),
  );
  const [one, two] = [await editor.newSession(stage.project), await editor.newSession(stage.project)];
  const [first, second] = [editor.prompt(one, 'tell one'), editor.prompt(two, 'tell two')];
  await editor.sees('the beginning of both', () =>
    [one, two].every((id) => editor.text('agent_message_chunk', id).startsWith('This')),
  );
  // The second one ends first.
  gates[1]?.open();
  expect(await second).toEqual({ stopReason: 'end_turn' });
  gates[0]?.open();
  expect(await first).toEqual({ stopReason: 'end_turn' });
  expect([one, two].map((id) => editor.text('agent_message_chunk', id))).toEqual([
    'This is one.',
    'This is two.',
  ]);

  // Each request belongs to its session: one is approved, the other denied.
  const made = [editor.prompt(one, 'make one'), editor.prompt(two, 'make two')];
  await editor.permission(1);
  for (const { request, answer } of editor.permissions) answer(request.sessionId === one ? 'allow' : 'deny');
  expect(await Promise.all(made)).toEqual([{ stopReason: 'end_turn' }, { stopReason: 'end_turn' }]);
  expect(['one.txt', 'two.txt'].map((name) => existsSync(`${stage.project}/${name}`))).toEqual([true, false]);
  await editor.close();
});

sharedHubTest('turns that end for other reasons', async ({ stage, hub }) => {
  const editor = await Editor.open(hub.env);
  const again = (stopReason: string) => [say('Hm.'), finish({ stopReason })];
  stage.play(
    ...[0, 1].map(() => scene(/refuse|safety classifier/, again('refusal'))),
    ...[0, 1, 2, 3].map(() => scene(/at length|token limit/, again('max_tokens'))),
    scene('many', ...[0, 1, 2, 3].map(() => [call('Bash', { command: 'echo on' })])),
  );
  writeFileSync(`${stage.project}/notes.txt`, 'notes');
  const first = await editor.newSession(stage.project);
  expect(await editor.prompt(first, 'refuse')).toEqual({ stopReason: 'refusal' });
  const second = await editor.newSession(stage.project);
  expect(await editor.prompt(second, 'at length')).toEqual({ stopReason: 'max_tokens' });
  const limits = {
    cwd: stage.project,
    driver: 'stream',
    max_turns: 2,
    allowed_tools: ['Bash', 'TaskCreate'],
  };
  const { session_id: third } = await hub.ask('POST', '/sessions', {
    ...limits,
    env: { CLAUDE_CODE_ENABLE_TASKS: '1' },
  });
  await editor.agent.request(methods.agent.session.resume, { sessionId: third, cwd: stage.project });
  stage.play(
    scene('plan it', [call('TaskCreate', { subject: 'Write it', description: 'All' })], [say('OK.')]),
  );
  expect(await editor.prompt(third, 'plan it')).toEqual({ stopReason: 'end_turn' });
  const entry = { content: 'Write it', priority: 'medium', status: 'pending' };
  expect(editor.of('plan').at(-1)?.entries).toEqual([entry]);
  expect(await editor.prompt(third, 'many')).toEqual({ stopReason: 'max_turn_requests' });

  // The hub continues automatically: the prompt stays open until the work is done or the limit is reached.
  const read = [call('Read', { file_path: `${stage.project}/notes.txt` })];
  stage.play(scene('step by step', read, read, [say('All read.')]));
  const { sessionId: fourth } = await editor.agent.request(methods.agent.session.new, {
    ...{ cwd: stage.project, mcpServers: [] },
    _meta: { reins: { max_turns: 1, auto_continue: { limit: 9 } } },
  });
  expect(await editor.prompt(fourth, 'step by step')).toEqual({ stopReason: 'end_turn' });
  expect(editor.text()).toMatch(/All read\.$/);
  expect((await hub.view(fourth)).autonomy?.continued).toBe(2);
  const strange = editor.agent.request(methods.agent.session.new, {
    ...{ cwd: stage.project, mcpServers: [], _meta: { reins: { limit: 9 } } },
  });
  await expect(strange).rejects.toMatchObject({ code: -32602 });
  await editor.close();

  const flagged = await Editor.open(hub.env, {}, ['--max-turns', '1', '--auto-continue', '1']);
  stage.play(scene('step by step', read, read, read, [say('All read.')]));
  const fifth = await flagged.newSession(stage.project);
  expect(await flagged.prompt(fifth, 'step by step')).toEqual({ stopReason: 'max_turn_requests' });
  expect((await hub.view(fifth)).autonomy).toMatchObject({ auto_continue: { limit: 1 }, continued: 1 });
  await flagged.close();
});
