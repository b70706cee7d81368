/** What the hub sees of real sessions through their transcripts and the list of live sessions, with no hooks at all. */
import { join } from 'node:path';
import { expect } from 'vitest';
import { call, fail, say, scene, think } from '../../stage/screenplay.ts';
import { stageTest } from '../stage-test.ts';
import { startTestHub } from './test-hub.ts';

stageTest('a terminal session from its start to its end', async ({ stage }) => {
  using hub = startTestHub(stage);
  const file_path = join(stage.project, 'notes.txt');
  stage.play(
    scene(
      'write notes',
      [think('Notes, then.'), say('Writing them.'), call('Write', { file_path, content: 'one\ntwo\n' })],
      [say('Written.')],
    ),
    scene('fail now', fail(400)),
    scene('talk on', [say('word '.repeat(400), { everyMs: 20 })]),
  );
  const claude = await stage.terminal({ args: ['--permission-mode', 'manual'] });
  const { session_id } = await hub.waitForView('the live session', ({ status }) => status === 'idle');

  await claude.prompt('write notes');
  const waiting = await hub.waitForView('the dialog', ({ status }) => status === 'waiting');
  expect(waiting).toMatchObject({ session_id, waiting_for: 'permission prompt', cwd: stage.project });
  await claude.answerDialog(/Do you want/, '1');

  const written = await hub.waitForView(
    'the end of the turn',
    ({ turns }) => turns[0]?.outcome !== undefined,
  );
  expect(written).toMatchObject({ status: 'idle', title: 'write notes', permission_mode: 'default' });
  expect(written.turns).toMatchObject([
    {
      prompt: { text: 'write notes', origin: 'human' },
      outcome: 'completed',
      items: [
        { kind: 'thinking', text: 'Notes, then.' },
        { kind: 'text', text: 'Writing them.' },
        { kind: 'tool', name: 'Write', is_error: false, decision: 'accept', decided_by: 'user_temporary' },
        { kind: 'text', text: 'Written.' },
      ],
    },
  ]);
  expect(written.files).toMatchObject([{ path: file_path, edits: 1 }]);
  expect(written.usage).toMatchObject({ input_tokens: 200, output_tokens: 40 });

  await claude.prompt('fail now');
  const failed = await hub.waitForView('the failure', ({ turns }) => turns[1]?.outcome === 'failed');
  expect(failed.last_error).toMatchObject({ message: expect.stringContaining('400') });

  await claude.prompt('talk on');
  await hub.waitForView('work', ({ status }) => status === 'working');
  await claude.waitForScreen(/word word/);
  await claude.press('Escape');
  const interrupted = await hub.waitForView(
    'the interrupt',
    ({ turns }) => turns[2]?.outcome === 'interrupted',
  );
  expect(interrupted.turns[2]?.items).toMatchObject([{ kind: 'text', aborted: true }]);

  await claude.prompt('/exit');
  await claude.waitForExit();
  await hub.waitForView('the end', ({ status }) => status === 'ended');
  const seqs = hub.events(session_id).map(({ seq }) => seq);
  expect(seqs).toEqual(seqs.map((_, index) => index + 1));
});
