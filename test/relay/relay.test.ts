/** Messages to a terminal that nobody else can type into, with the real Claude Code. */
import { expect } from 'vitest';
import { Gate, holdCommand } from '../../stage/gate.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, hold, say, scene } from '../../stage/screenplay.ts';
import { hasTurn, isIdle, messageState } from '../drivers/driven-hub.ts';
import { stageTest } from '../stage-test.ts';
import { isAccepted, marks, openTerminal, timesReceived, waitForCarriers } from './relay-stage.ts';

stageTest(
  'off by default; when enabled, it wakes an idle session and identifies itself',
  async ({ stage }) => {
    stage.play(scene(/Run the tests/, [say('They pass.')]));
    const { hub, claude, id, switchRelay } = await openTerminal(stage);
    const refused = await hub.call('POST', `/sessions/${id}/message`, { text: 'Run the tests' });
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'not_capable' } } });
    expect(refused.body.error.message).toContain('reins send --relay');
    expect(marks(hub)).toEqual([]);

    await switchRelay(true);
    await claude.type('my own draft');
    const sent = await hub.ask('POST', `/sessions/${id}/message`, {
      text: 'Run the tests\n\nall <of> them & "more"',
    });
    expect(sent).toMatchObject({ session_id: id, relayed: true });
    const view = await hub.waitFor(id, 'the turn to end', hasTurn('& "more"', 'completed'));
    expect(view.turns).toMatchObject([
      {
        prompt: { text: 'Run the tests\n\nall <of> them & "more"', origin: 'relayed' },
        outcome: 'completed',
      },
    ]);
    await hub.waitFor(id, 'it to be accepted', isAccepted(sent.message_id));
    expect(view.relay).toBe(true);

    const told = stage.requests.at(-1)?.hearing.allText ?? '';
    expect(told).toMatch(/Relayed message\. Sent by .+ through Reins, not typed in this terminal \(message /);
    expect(told).toContain('NOT USER INPUT');
    const screen = await claude.waitForScreen(/They pass\./);
    expect(screen).toContain('Message relayed by Reins');
    expect(screen).toMatch(/❯\s+my own draft/);
    expect(timesReceived(stage, 'Run the tests')).toBe(1);
  },
);

stageTest(
  'from the command line; two in a row, each once and in order; no process remains',
  async ({ stage }) => {
    stage.play(
      scene(/Run the tests/, [say('They pass.')]),
      scene(/words one/, [say('Heard one.')]),
      scene(/words two/, [say('Heard two.')]),
    );
    const { hub, claude, id } = await openTerminal(stage);
    const refused = await hub.run('send', id, 'Run the tests');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('reins send --relay')]);
    const { code, stdout, stderr } = await hub.run('send', '--relay', id, 'Run the tests', '--wait');
    expect([code, stdout.trim()]).toEqual([0, 'They pass.']);
    expect(stderr).toContain('the model is told that the user did not type it');

    const first = await hub.send(id, 'words one');
    const second = await hub.send(id, 'words two');
    const view = await hub.waitFor(id, 'both turns', hasTurn('words two', 'completed'));
    expect(view.turns.map(({ prompt }) => prompt)).toMatchObject([
      { text: 'Run the tests' },
      { text: 'words one' },
      { text: 'words two' },
    ]);
    for (const message of [first, second]) await hub.waitFor(id, 'acceptance', isAccepted(message));
    expect([timesReceived(stage, 'words one'), timesReceived(stage, 'words two')]).toEqual([1, 1]);
    // A session that follows the bell needs no waiting carrier.
    await waitForCarriers(stage, 0);
    await claude.prompt('/exit');
    await claude.waitForExit();
    await waitUntil('the mark to go', () => marks(hub).length === 0);
  },
);

stageTest('a busy session: queued until the turn ends, or added to it', async ({ stage }) => {
  const gate = new Gate();
  const { command, release } = holdCommand(stage.project);
  stage.play(
    scene('tell me slowly', [say('Beginning.'), hold(gate), say(' Ending.')]),
    scene(/after that/, [say('Did that.')]),
    scene('run it', [call('Bash', { command, description: 'slow' })], [say('It ran.')]),
  );
  const { hub, claude, id, switchRelay } = await openTerminal(stage);
  await switchRelay(true);
  await claude.prompt('tell me slowly');
  await hub.waitFor(id, 'the turn to run', ({ status }) => status === 'working');
  const queued = await hub.send(id, 'after that');
  expect(messageState(await hub.view(id), queued)).toBe('queued');
  gate.open();
  const view = await hub.waitFor(id, 'a turn of its own', hasTurn('after that', 'completed'));
  expect(
    view.turns.map(({ prompt, outcome }) => [prompt?.kind === 'prompt' && prompt.text, outcome]),
  ).toEqual([
    ['tell me slowly', 'completed'],
    ['after that', 'completed'],
  ]);
  await hub.waitFor(id, 'acceptance', isAccepted(queued));

  await hub.waitFor(id, 'rest', isIdle);
  await claude.prompt('run it');
  await hub.waitFor(id, 'the tool to run', ({ turns }) =>
    turns.some(({ items }) => items.some((item) => item.kind === 'tool' && item.name === 'Bash')),
  );
  const steering = await hub.send(id, 'mind the gap', { when: 'steer' });
  await hub.waitFor(id, 'Claude Code to queue it', ({ queue }) => queue.length === 1);
  release();
  await hub.waitFor(id, 'acceptance', isAccepted(steering));
  const after = await hub.waitFor(id, 'the turn to end', hasTurn('mind the gap', 'completed'));
  expect(after.turns.at(-1)).toMatchObject({ prompt: { origin: 'relayed' }, items: [{ text: 'It ran.' }] });
  expect(stage.requests.at(-1)?.hearing.allText).toContain('mind the gap');
});

stageTest('rejects what cannot be relayed; when disabled, waiting messages stay', async ({ stage }) => {
  const gate = new Gate();
  stage.play(
    scene('tell me slowly', [say('Beginning.'), hold(gate), say(' Ending.')]),
    scene(/words one/, [say('Heard one.')]),
  );
  const { hub, claude, id, switchRelay } = await openTerminal(stage);
  await switchRelay(true);
  const refuse = async (body: object) => {
    const { status, body: answer } = await hub.call('POST', `/sessions/${id}/message`, body);
    return [status, answer.error.code];
  };
  expect(await refuse({ text: 'hello', when: 'now' })).toEqual([409, 'not_capable']);
  expect(await refuse({ text: 'word '.repeat(20_000) })).toEqual([413, 'too_large']);
  const image = { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' };
  expect(await refuse({ content: [{ type: 'image', source: image }] })).toEqual([409, 'not_capable']);

  await claude.prompt('tell me slowly');
  await hub.waitFor(id, 'the turn to run', ({ status }) => status === 'working');
  const waiting = await hub.send(id, 'words one');
  await switchRelay(false);
  expect(marks(hub)).toEqual([]);
  expect(await refuse({ text: 'hello' })).toEqual([409, 'not_capable']);
  gate.open();
  await hub.waitFor(id, 'it to be held back after the turn', ({ messages }) =>
    messages.some(({ blocked_by }) => blocked_by === 'relay_off'),
  );
  expect(messageState(await hub.view(id), waiting)).toBe('queued');
  expect(timesReceived(stage, 'words one')).toBe(0);
  await switchRelay(true);
  await hub.waitFor(id, 'acceptance', isAccepted(waiting));
  await claude.waitForScreen(/Heard one/);
  expect(timesReceived(stage, 'words one')).toBe(1);
});

stageTest('if the hub is killed and restarted, queued messages arrive once', async ({ stage }) => {
  const gate = new Gate();
  stage.play(
    scene('tell me slowly', [say('Beginning.'), hold(gate), say(' Ending.')]),
    scene(/words one/, [say('Heard one.')]),
    scene(/words two/, [say('Heard two.')]),
  );
  const { hub, claude, id, switchRelay } = await openTerminal(stage);
  await switchRelay(true);
  await claude.prompt('tell me slowly');
  await hub.waitFor(id, 'the turn to run', ({ status }) => status === 'working');
  const queued = await hub.send(id, 'words one');
  await hub.kill('SIGKILL');
  gate.open();
  await claude.waitForScreen(/Ending\./);
  await hub.restart();
  await hub.waitFor(id, 'acceptance', isAccepted(queued));
  await hub.waitFor(id, 'the turn', hasTurn('words one', 'completed'));
  const { capabilities } = await hub.view(id);
  expect(capabilities).toContain('relay');
  await hub.send(id, 'words two');
  await hub.waitFor(id, 'the next turn', hasTurn('words two', 'completed'));
  expect([timesReceived(stage, 'words one'), timesReceived(stage, 'words two')]).toEqual([1, 1]);
});

stageTest('after /clear, relay must be enabled again for the new session', async ({ stage }) => {
  const { hub, claude, id, switchRelay } = await openTerminal(stage);
  await switchRelay(true);
  await claude.prompt('/clear');
  const { continued_as } = await hub.waitFor(id, 'the move', (view) => view.continued_as !== undefined);
  const next = await hub.waitFor(continued_as ?? '', 'it to be adopted', ({ pid }) => pid !== undefined);
  expect(next.relay).toBe(false);
  expect(next.capabilities).not.toContain('relay');
  await waitUntil('the mark to go', () => marks(hub).length === 0);
  stage.play(scene(/./, [say('Heard.')]));
  await hub.ask('PATCH', `/sessions/${continued_as}`, { relay: true });
  const sent = await hub.send(continued_as ?? '', 'words one');
  await hub.waitFor(continued_as ?? '', 'acceptance', isAccepted(sent));
  await waitUntil('the model to receive it', () => timesReceived(stage, 'words one') === 1);
});
