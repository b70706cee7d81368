/** An editor opens existing sessions: with their history, while others use them, whatever runs them. */
import { methods } from '@agentclientprotocol/sdk';
import { expect } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import { hasTurn, isIdle } from '../drivers/driven-hub.ts';
import { answer, hubTest, install, waiting } from '../interactions/answering-stage.ts';
import { Editor } from './editor.ts';

hubTest('history, other people, and a restart of the hub', async ({ stage, hub }) => {
  stage.play(
    scene('first', [call('Bash', { command: 'echo hello' })], [say('Said hello.')]),
    scene('from the phone', [say('Heard on the phone.')]),
    scene('from the editor', [say('Heard in the editor.')]),
    scene('after the restart', [say('Still here.')]),
    scene('once more', [say('Up again.')]),
  );
  const { session_id: sessionId } = await hub.ask('POST', '/sessions', {
    ...{ cwd: stage.project, driver: 'stream', prompt: 'first', allowed_tools: ['Bash'] },
  });
  await hub.waitFor(sessionId, 'the first turn', hasTurn('first', 'completed'));

  const editor = await Editor.open(hub.env);
  const place = { cwd: stage.project, mcpServers: [] };
  await expect(
    editor.agent.request(methods.agent.session.load, { ...place, sessionId: 'no-such-session' }),
  ).rejects.toMatchObject({ code: -32002 });
  await editor.agent.request(methods.agent.session.load, { ...place, sessionId });
  // All of it arrives before the response.
  expect(editor.text('user_message_chunk')).toBe('first');
  expect(editor.of('tool_call')).toMatchObject([{ title: 'Run echo hello', status: 'completed' }]);
  expect(editor.text()).toBe('Said hello.');

  await hub.send(sessionId, 'from the phone');
  await editor.sees('the answer', () => editor.text().endsWith('Heard on the phone.'));
  expect(editor.text('user_message_chunk')).toBe('firstfrom the phone');

  expect(await editor.prompt(sessionId, 'from the editor')).toEqual({ stopReason: 'end_turn' });
  await hub.waitFor(sessionId, 'the same on the phone', hasTurn('from the editor', 'completed'));

  await hub.kill();
  await hub.restart();
  expect(await editor.prompt(sessionId, 'after the restart')).toEqual({ stopReason: 'end_turn' });
  expect(editor.text()).toBe('Said hello.Heard on the phone.Heard in the editor.Still here.');
  expect(editor.text('user_message_chunk')).toBe('firstfrom the phone');

  // An ended session is resumed by the next prompt, in the mode that was chosen meanwhile.
  await hub.ask('DELETE', `/sessions/${sessionId}`);
  await editor.agent.request(methods.agent.session.setMode, { sessionId, modeId: 'plan' });
  expect(await editor.prompt(sessionId, 'once more')).toEqual({ stopReason: 'end_turn' });
  expect(editor.text().endsWith('Up again.')).toBe(true);
  expect((await hub.view(sessionId)).permission_mode).toBe('plan');
  expect(await editor.close()).toBe(0);
});

hubTest('a session in a terminal', async ({ stage, hub }) => {
  stage.play(
    scene('from the terminal', [say('Heard there.')]),
    scene('from the editor', [call('Bash', { command: 'touch made.txt' })], [say('Made it.')]),
    scene('and again', [call('Bash', { command: 'touch again.txt' })], [say('Made that.')]),
  );
  await install(hub);
  const order = { cwd: stage.project, driver: 'tmux', permission_mode: 'manual' };
  const { session_id: sessionId } = await hub.ask('POST', '/sessions', order);
  await hub.waitFor(sessionId, 'rest', isIdle);
  const editor = await Editor.open(hub.env);
  await editor.agent.request(methods.agent.session.resume, { cwd: stage.project, sessionId });

  await hub.send(sessionId, 'from the terminal');
  await editor.sees('what was said there', () => editor.text().endsWith('Heard there.'));
  expect(editor.text('user_message_chunk')).toBe('from the terminal');

  const prompted = editor.prompt(sessionId, 'from the editor');
  const asked = await editor.permission();
  expect(asked.request.toolCall).toMatchObject({ title: 'Run touch made.txt' });
  asked.answer('allow');
  expect(await prompted).toEqual({ stopReason: 'end_turn' });
  expect(editor.text()).toBe('Heard there.Made it.');
  // The call of the request is the one that ran.
  expect(editor.of('tool_call')).toHaveLength(1);

  const again = editor.prompt(sessionId, 'and again');
  const other = await editor.permission(1);
  await answer(hub, await waiting(hub, sessionId), { decision: 'deny', message: 'Not now.' });
  await waitUntil('the dialog to go', () => other.signal.aborted);
  expect(await again).toEqual({ stopReason: 'end_turn' });
  expect(editor.text('user_message_chunk')).toBe('from the terminal');
  await editor.close();
});
