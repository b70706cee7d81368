/** Records every source of the real Claude Code while it plays a set of scenes. */
import { join } from 'node:path';
import { waitUntil } from '../../stage/patience.ts';
import { call, fail, say, scene, think } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import type { TerminalClaude } from '../../stage/terminal-claude.ts';
import { type HookReceiver, startHookReceiver } from '../hook-receiver.ts';
import { stageTest } from '../stage-test.ts';
import { RECORDED_HOOKS, saveRecording, watchRegistry } from './save-recording.ts';

interface Recorder {
  readonly stage: Stage;
  readonly hooks: HookReceiver;
  readonly claude: TerminalClaude;
  /** Sends a prompt and waits for the answer and the end of the turn. */
  turn(prompt: string, answer: RegExp): Promise<void>;
}

function record(name: string, play: (recorder: Recorder) => Promise<void>) {
  stageTest(name, async ({ stage }) => {
    await using hooks = await startHookReceiver({ held: [] });
    const registry = watchRegistry(stage);
    const claude = await stage.terminal({
      args: ['--permission-mode', 'manual', '--settings', hooks.settingsFor(...RECORDED_HOOKS)],
    });
    const ends = () => hooks.received.filter(({ payload }) => /^Stop/.test(payload.hook_event_name)).length;
    const turn = async (prompt: string, answer: RegExp) => {
      const before = ends();
      await claude.prompt(prompt);
      await claude.waitForScreen(answer);
      await waitUntil('the end of the turn', () => ends() > before);
    };
    await play({ stage, hooks, claude, turn });
    await claude.prompt('/exit');
    await claude.waitForExit();
    registry.stop();
    saveRecording(name, stage, { hooks, registry: registry.seen });
  });
}

record('tools-and-asks', async ({ stage, claude, turn }) => {
  const file_path = join(stage.project, 'notes.txt');
  const question = {
    question: 'Which database?',
    header: 'Database',
    multiSelect: false,
    options: [
      { label: 'PostgreSQL', description: 'Relational' },
      { label: 'MongoDB', description: 'Documents' },
    ],
  };
  stage.play(
    scene('hello', [think('A greeting.'), say('Hello there.')]),
    scene(
      'write notes',
      [say('Writing.'), call('Write', { file_path, content: 'one\ntwo\n' })],
      [
        call('Edit', { file_path, old_string: 'two', new_string: 'three' }),
        call('Bash', { command: 'false' }),
      ],
      [say('All written.')],
    ),
    scene('ask me', [call('AskUserQuestion', { questions: [question] })], [say('A fine choice.')]),
  );
  await turn('hello', /Hello there/);
  await claude.prompt('write notes');
  await claude.answerDialog(/Do you want to create/, '1');
  await claude.answerDialog(/Do you want to make this edit/, '2');
  await claude.waitForScreen(/All written/);
  await claude.prompt('ask me');
  await claude.answerDialog(/Enter to select/, '1');
  await claude.waitForScreen(/A fine choice/);
});

record('failures-and-interrupts', async ({ stage, claude, turn }) => {
  stage.play(
    scene('fail now', fail(400)),
    scene('talk on', [say('word word word\n'.repeat(200), { everyMs: 100 })]),
    scene('make it', [call('Bash', { command: 'touch made.txt' })], [say('Made.')]),
  );
  await turn('fail now', /400/);
  await claude.prompt('talk on');
  await claude.waitForScreen(/word word/);
  await claude.press('Escape');
  await claude.waitForScreen(/Interrupted/);
  await claude.prompt('make it');
  await claude.answerDialog(/Do you want/, 'Escape');
});

record('subagent', async ({ stage, hooks, turn }) => {
  stage.play(
    scene(
      'send someone',
      [call('Agent', { description: 'Count files', prompt: 'count them', subagent_type: 'general-purpose' })],
      [say('Sent.')],
    ),
    scene('count them', [call('Bash', { command: 'echo counted' })], [say('None.')]),
    scene(/<task-notification>/, [say('They are back.')]),
  );
  await turn('send someone', /Sent/);
  await waitUntil(
    'the turn after the agent',
    () => hooks.received.some(({ payload }) => payload['last_assistant_message'] === 'They are back.'),
    { explain: () => JSON.stringify(stage.requests.map(({ hearing }) => hearing.allText.slice(-600))) },
  );
});

record('compact-and-clear', async ({ stage, claude, turn }) => {
  stage.play(scene('hello', [say('Hello there.')]), scene('again', [say('Once more.')]));
  await turn('hello', /Hello there/);
  await claude.prompt('/compact');
  await claude.waitForScreen(/Compacted/);
  await claude.prompt('/clear');
  await turn('again', /Once more/);
});

record('queued-prompts', async ({ stage, claude, hooks }) => {
  const slow = `node -e "setTimeout(() => console.log('slow'), 2500)"`;
  stage.play(
    scene('take your time', [call('Bash', { command: slow })], [say('Slow and steady.')]),
    scene('talk a while', [say('word word word\n'.repeat(40), { everyMs: 50 })]),
    scene('and then', [say('Then this.')]),
  );
  await claude.prompt('take your time');
  await claude.answerDialog(/Do you want/, '1');
  await claude.type('folded in');
  await claude.press('Enter');
  await claude.waitForScreen(/Slow and steady/);
  await claude.prompt('talk a while');
  await claude.waitForScreen(/word word/);
  await claude.type('and then');
  await claude.press('Enter');
  await waitUntil('the queued turn', () =>
    hooks.received.some(({ payload }) => payload['last_assistant_message'] === 'Then this.'),
  );
});
