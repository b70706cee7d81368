/** User story: a session is started on the command line, watched remotely, and outlives the hub. */
import { expect } from 'vitest';
import { Gate } from '../../stage/gate.ts';
import { waitUntil } from '../../stage/patience.ts';
import { say, scene } from '../../stage/screenplay.ts';
import { curl } from '../curl.ts';
import { startStageHub } from '../stage-hub.ts';
import { stageTest } from '../stage-test.ts';

stageTest(
  'started on the command line, watched by curl, across kill -9 of the hub in the middle of a turn',
  async ({ stage }) => {
    const hub = await startStageHub(stage);
    const gate = new Gate();
    stage.play(
      scene('count to three', [say('One, two', { chunk: 2, gate }), say(' and three.')]),
      scene('and again', [say('One more time.')]),
    );
    const begun = await hub.run('new', '--cwd', stage.project, 'count to three');
    expect(begun.stderr).toBe('');
    const id = begun.stdout.trim();
    expect(id).toMatch(/^[0-9a-f-]{36}$/);

    const first = curl(stage, hub, id);
    await waitUntil('the turn to stream', () => first.text().includes('event: text_delta'));
    await hub.kill();
    await first.ended;
    await hub.restart();
    const second = curl(stage, hub, id, first.lastId());
    gate.open();
    await waitUntil('the end of the turn', () => second.text().includes('event: turn_reported'), {
      explain: () => second.text(),
    });
    const seqs = [...first.seqs(), ...second.seqs()];
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
    const view = await hub.client.get(id);
    expect(view.turns).toMatchObject([
      {
        prompt: { text: 'count to three' },
        items: [{ text: 'One, two' }, { text: ' and three.' }],
        outcome: 'completed',
      },
    ]);
    expect(stage.requests).toHaveLength(1);

    const answer = await hub.run('send', id.slice(0, 8), 'and again', '--wait', '--json');
    expect(answer).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(answer.stdout)).toMatchObject({ outcome: 'completed', text: 'One more time.' });

    const stopped = await hub.run('stop', id.slice(0, 8));
    expect(stopped.stdout).toMatch(/^stopped: .* · ended \(stream\)\n$/);
    // No more events will come, and the stream ends.
    await second.ended;
    expect(second.text()).toMatch(/event: run_ended/);
  },
);
