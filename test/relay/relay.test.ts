/** Messages to a terminal that nobody else can type into, with the real Claude Code. */
import { expect } from 'vitest';
import { Gate, holdCommand } from '../../stage/gate.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, hold, say, scene } from '../../stage/screenplay.ts';
import { hasTurn, isIdle, messageState, type View } from '../drivers/driven-hub.ts';
import { sharedHubTest } from '../shared-hub-test.ts';
import { isAccepted, marks, openTerminal, timesReceived, waitForCarriers } from './relay-stage.ts';

sharedHubTest(
  'off by default; wakes an idle session and identifies itself; each message once and in order',
  async ({ stage, hub }) => {
    stage.play(
      scene(/Run the tests/, [say('They pass.')]),
      scene(/Run them all/, [say('All of them pass.')]),
      scene(/words one/, [say('Heard one.')]),
      scene(/words two/, [say('Heard two.')]),
    );
    const { claude, id } = await openTerminal(stage, hub);
    const refused = await hub.call('POST', `/sessions/${id}/message`, { text: 'Run the tests' });
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'not_capable' } } });
    expect(refused.body.error.message).toContain('reins send --relay');
    const refusedCommand = await hub.run('send', id, 'Run the tests');
    expect([refusedCommand.code, refusedCommand.stderr]).toEqual([
      1,
      expect.stringContaining('reins send --relay'),
    ]);
    expect(marks(hub)).toEqual([]);

    // From the command line, which enables it.
    const { code, stdout, stderr } = await hub.run('send', '--relay', id, 'Run the tests', '--wait');
    expect([code, stdout.trim()]).toEqual([0, 'They pass.']);
    expect(stderr).toContain('the model sees that the user did not type it');
    expect(await hub.view(id)).toMatchObject({ relay: true });

    await claude.type('my own draft');
    const text = 'Run them all\n\nall <of> them & "more"';
    const sent = await hub.ask('POST', `/sessions/${id}/message`, { text });
    expect(sent).toMatchObject({ session_id: id, relayed: true });
    const first = await hub.waitFor(id, 'the turn to end', hasTurn('& "more"', 'completed'));
    expect(first.turns).toMatchObject([
      { prompt: { text: 'Run the tests', origin: 'relayed' }, outcome: 'completed' },
      { prompt: { text, origin: 'relayed' }, outcome: 'completed' },
    ]);
    await hub.waitFor(id, 'it to be accepted', isAccepted(sent.message_id));
    const reported = stage.requests.at(-1)?.hearing.allText ?? '';
    expect(reported).toMatch(
      /Relayed message\. Sent by .+ through Reins, not typed in this terminal \(message /,
    );
    expect(reported).toContain('NOT USER INPUT');
    const screen = await claude.waitForScreen(/All of them pass\./);
    expect(screen).toContain('Message relayed by Reins');
    expect(screen).toMatch(/❯\s+my own draft/);
    expect(timesReceived(stage, 'Run them all')).toBe(1);

    const messages = [await hub.send(id, 'words one'), await hub.send(id, 'words two')];
    const view = await hub.waitFor(id, 'both turns', hasTurn('words two', 'completed'));
    expect(view.turns.slice(2).map(({ prompt }) => prompt)).toMatchObject([
      { text: 'words one' },
      { text: 'words two' },
    ]);
    for (const message of messages) await hub.waitFor(id, 'acceptance', isAccepted(message));
    expect([timesReceived(stage, 'words one'), timesReceived(stage, 'words two')]).toEqual([1, 1]);
    // A session that follows the bell needs no waiting carrier.
    await waitForCarriers(stage, 0);
    await claude.press('C-u');
    await claude.prompt('/exit');
    await claude.waitForExit();
    await waitUntil('the mark to go', () => marks(hub).length === 0);
  },
);

/** Prompts and outcomes, in short. */
const turnsOf = ({ turns }: View) =>
  turns.map(({ prompt, outcome }) => [prompt?.kind === 'prompt' && prompt.text, outcome]);

sharedHubTest(
  'a busy session; what cannot be relayed; relay disabled; a hub that is killed; /clear',
  async ({ stage, hub }) => {
    const gates = [new Gate(), new Gate(), new Gate()];
    const { command, release } = holdCommand(stage.project);
    stage.play(
      ...gates.map((gate, at) =>
        scene(`story ${at}`, [say('Beginning.'), hold(gate), say(` Ending ${at}.`)]),
      ),
      scene(/after that/, [say('Did that.')]),
      scene('run it', [call('Bash', { command, description: 'slow' })], [say('It ran.')]),
      ...['one', 'two', 'three', 'four'].map((word) =>
        scene(new RegExp(`words ${word}`), [say(`Heard ${word}.`)]),
      ),
    );
    const { claude, id, switchRelay } = await openTerminal(stage, hub);
    await switchRelay(true);
    const startStory = async (at: number) => {
      await hub.waitFor(id, 'rest', isIdle);
      await claude.prompt(`story ${at}`);
      await hub.waitFor(id, 'the turn to run', ({ status }) => status === 'working');
    };

    // Queued until the turn ends, or added to it.
    await startStory(0);
    const queued = await hub.send(id, 'after that');
    expect(messageState(await hub.view(id), queued)).toBe('queued');
    gates[0]?.open();
    const view = await hub.waitFor(id, 'a turn of its own', hasTurn('after that', 'completed'));
    expect(turnsOf(view)).toEqual([
      ['story 0', 'completed'],
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

    // What cannot be relayed is rejected.
    const refuse = async (body: object) => {
      const { status, body: answer } = await hub.call('POST', `/sessions/${id}/message`, body);
      return [status, answer.error.code];
    };
    expect(await refuse({ text: 'hello', when: 'now' })).toEqual([409, 'not_capable']);
    expect(await refuse({ text: 'word '.repeat(20_000) })).toEqual([413, 'too_large']);
    const image = { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' };
    expect(await refuse({ content: [{ type: 'image', source: image }] })).toEqual([409, 'not_capable']);

    // When relay is disabled, waiting messages stay.
    await startStory(1);
    const waiting = await hub.send(id, 'words one');
    await switchRelay(false);
    expect(marks(hub)).toEqual([]);
    expect(await refuse({ text: 'hello' })).toEqual([409, 'not_capable']);
    gates[1]?.open();
    await hub.waitFor(id, 'it to be held back after the turn', ({ messages }) =>
      messages.some(({ blocked_by }) => blocked_by === 'relay_off'),
    );
    expect(messageState(await hub.view(id), waiting)).toBe('queued');
    expect(timesReceived(stage, 'words one')).toBe(0);
    await switchRelay(true);
    await hub.waitFor(id, 'acceptance', isAccepted(waiting));
    await claude.waitForScreen(/Heard one/);
    expect(timesReceived(stage, 'words one')).toBe(1);

    // If the hub is killed and restarted, queued messages arrive once.
    await startStory(2);
    const kept = await hub.send(id, 'words two');
    await hub.kill('SIGKILL');
    gates[2]?.open();
    await claude.waitForScreen(/Ending 2\./);
    await hub.restart();
    await hub.waitFor(id, 'acceptance', isAccepted(kept));
    await hub.waitFor(id, 'the turn', hasTurn('words two', 'completed'));
    expect((await hub.view(id)).capabilities).toContain('relay');
    await hub.send(id, 'words three');
    await hub.waitFor(id, 'the next turn', hasTurn('words three', 'completed'));
    expect([timesReceived(stage, 'words two'), timesReceived(stage, 'words three')]).toEqual([1, 1]);

    // After /clear, relay must be enabled again for the new session.
    await hub.waitFor(id, 'rest', isIdle);
    await claude.prompt('/clear');
    const { continued_as: next = '' } = await hub.waitFor(id, 'the move', (now) => 'continued_as' in now);
    const moved = await hub.waitFor(next, 'it to be adopted', ({ pid }) => pid !== undefined);
    expect(moved.relay).toBe(false);
    expect(moved.capabilities).not.toContain('relay');
    await waitUntil('the mark to go', () => marks(hub).length === 0);
    await hub.ask('PATCH', `/sessions/${next}`, { relay: true });
    const sent = await hub.send(next, 'words four');
    await hub.waitFor(next, 'acceptance', isAccepted(sent));
    await waitUntil('the model to receive it', () => timesReceived(stage, 'words four') === 1);
  },
);
