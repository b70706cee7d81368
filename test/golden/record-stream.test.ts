/** Records headless runs: the stdout of Claude Code, beside every other source. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { readStartMark } from '../../src/lib/process-identity.ts';
import type { HeadlessClaude, StreamMessage } from '../../stage/headless-claude.ts';
import { call, fail, say, scene, takes, think } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import { startHookReceiver } from '../hook-receiver.ts';
import { stageTest } from '../stage-test.ts';
import { RECORDED_HOOKS, saveRecording, watchRegistry } from './save-recording.ts';

const STATES = { CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1' };
/** Long lists that are irrelevant to a session's course. */
const LISTS = new Set([
  ...['tools', 'slash_commands', 'terminal_slash_commands', 'agents', 'skills', 'plugins', 'capabilities'],
  ...['subagent_stats', 'response'],
]);

interface Recorder {
  readonly stage: Stage;
  readonly claude: HeadlessClaude;
  /** Sends a prompt as the hub would. */
  send(text: string): string;
  /** Sends a prompt and waits for the end of its turn. */
  turn(text: string): Promise<StreamMessage>;
  untilWriting(): Promise<unknown>;
}

function record(name: string, args: readonly string[], play: (recorder: Recorder) => Promise<void>) {
  stageTest(name, async ({ stage }) => {
    await using hooks = await startHookReceiver({ held: [] });
    const registry = watchRegistry(stage);
    const stream: object[] = [];
    const note = (what: object) => stream.push({ at: Date.now(), ...what });
    const sessionId = randomUUID();
    const claude = stage.headless({
      args: ['--session-id', sessionId, '--settings', hooks.settingsFor(...RECORDED_HOOKS), ...args],
      env: STATES,
      onMessage: (line) =>
        note({ line: Object.fromEntries(Object.entries(line).filter(([field]) => !LISTS.has(field))) }),
    });
    const run = { pid: claude.pid, start_mark: readStartMark(claude.pid) };
    note({
      started: { session_id: sessionId, ...run, persists: !args.includes('--no-session-persistence') },
    });
    const send = (text: string) => {
      const uuid = claude.send(text);
      note({ sent: { uuid, text } });
      return uuid;
    };
    const turn = (text: string) => {
      send(text);
      return claude.nextResult();
    };
    const untilWriting = () => claude.next('text', (line) => JSON.stringify(line).includes('text_delta'));
    await play({ stage, claude, send, turn, untilWriting });
    await claude.end();
    registry.stop();
    saveRecording(name, stage, { hooks, registry: registry.seen, stream });
  });
}

record('stream-turns', [], async ({ stage, claude, send, turn }) => {
  const file_path = join(stage.project, 'notes.txt');
  const options = [
    { label: 'A', description: 'The first' },
    { label: 'B', description: 'The second' },
  ];
  const questions = [{ question: 'Which?', header: 'Choice', multiSelect: false, options }];
  stage.play(
    scene('hello', [think('A greeting.'), say('Hello there.', { chunk: 5 })]),
    scene('write it', [say('Writing.'), call('Write', { file_path, content: 'one\n' })], [say('Written.')]),
    scene('ask me', [call('AskUserQuestion', { questions })], [say('A it is.')]),
  );
  await turn('hello');
  send('write it');
  claude.answer(await claude.nextPermissionRequest('Write'), { behavior: 'allow' });
  await claude.nextResult();
  send('ask me');
  const interaction = await claude.nextPermissionRequest('AskUserQuestion');
  claude.answer(interaction, {
    behavior: 'allow',
    updatedInput: { ...interaction.input, answers: { 'Which?': 'A' } },
  });
  await claude.nextResult();
  await claude.control({ subtype: 'set_permission_mode', mode: 'acceptEdits' });
  await claude.control({ subtype: 'rename_session', title: 'Notes' });
  await turn('/cost');
});

record('stream-troubles', [], async ({ stage, claude, send, turn, untilWriting }) => {
  stage.play(
    scene('fail now', fail(400)),
    scene('try again', takes(fail(529), [say('Now it works.')])),
    scene('talk on', [say('word word word\n'.repeat(200), { everyMs: 50 })]),
    scene('make it', [call('Bash', { command: 'touch made.txt' })], [say('Made.')]),
  );
  await turn('fail now');
  await turn('try again');
  send('talk on');
  await untilWriting();
  await claude.control({ subtype: 'interrupt' });
  await claude.nextResult();
  send('make it');
  await claude.nextPermissionRequest('Bash');
  await claude.control({ subtype: 'interrupt' });
  await claude.nextResult();
});

record('stream-limits', ['--max-turns', '2'], async ({ stage, turn }) => {
  const step = (number: number) => [call('Bash', { command: `echo ${number}` })];
  stage.play(scene('go on', step(1), step(2), step(3)));
  await turn('go on');
});

record('stream-structured', ['--json-schema', schemaOf('count')], async ({ stage, turn }) => {
  stage.play(scene('count', [call('StructuredOutput', { count: 3 })]));
  await turn('count');
});

function schemaOf(field: string): string {
  return JSON.stringify({ type: 'object', properties: { [field]: { type: 'number' } }, required: [field] });
}

const SLOW = `node -e "setTimeout(() => console.log('slow'), 2000)"`;
const TASKS = [
  scene('run it aside', [call('Bash', { command: SLOW, run_in_background: true })], [say('Started.')]),
  scene(/<task-notification>/, [say('It is back.')]),
  scene(
    'send someone',
    [
      call('Agent', {
        ...{ description: 'Count files', prompt: 'count them', subagent_type: 'general-purpose' },
        run_in_background: false,
      }),
    ],
    [say('Sent.')],
  ),
  scene('count them', [call('Bash', { command: 'touch counted' })], [say('None.')]),
];
const QUEUED = [
  scene('talk a while', [say('word word word\n'.repeat(20), { everyMs: 30 })]),
  scene(/second/, [say('Both.')]),
  scene('take your time', [call('Bash', { command: SLOW })], [say('Folded.')]),
];

async function runTasks({ claude, send }: Recorder) {
  send('run it aside');
  claude.answer(await claude.nextPermissionRequest('Bash'), { behavior: 'allow' });
  await claude.nextResult();
  await claude.nextResult();
  send('send someone');
  claude.answer(await claude.nextPermissionRequest('Bash'), { behavior: 'allow' });
  await claude.nextResult();
}

/** Two prompts become one turn, another one is added to a running turn. */
async function sendWhileBusy({ claude, send, untilWriting }: Recorder) {
  send('talk a while');
  await untilWriting();
  send('second');
  send('third');
  await claude.nextResult();
  await claude.nextResult();
  send('take your time');
  claude.answer(await claude.nextPermissionRequest('Bash'), { behavior: 'allow' });
  await claude.next('the tool', (line) => line['state'] === 'running');
  send('fold me in');
  await claude.nextResult();
}

record('stream-tasks', [], async (recorder) => {
  recorder.stage.play(...TASKS);
  await runTasks(recorder);
});

record('stream-queue', [], async (recorder) => {
  const { stage, claude, send, untilWriting } = recorder;
  stage.play(...QUEUED);
  await sendWhileBusy(recorder);
  send('talk a while');
  await untilWriting();
  const later = send('later');
  await claude.next('the queue', ({ command_uuid }) => command_uuid === later);
  await claude.control({ subtype: 'interrupt', cancel_queued: true });
  await claude.nextResult();
});

record('stream-clear', [], async ({ stage, turn }) => {
  stage.play(scene('hello', [say('Hello there.')]), scene('again', [say('Once more.')]));
  await turn('hello');
  await turn('/compact');
  await turn('/clear');
  await turn('again');
});

record('stream-unkept', ['--no-session-persistence'], async (recorder) => {
  const { stage, turn } = recorder;
  stage.play(
    scene('hello', [think('A greeting.'), say('Hello there.')]),
    scene('fail now', fail(400)),
    scene('again', [say('Once more.')]),
    ...QUEUED,
    ...TASKS,
  );
  await turn('hello');
  await runTasks(recorder);
  await sendWhileBusy(recorder);
  await turn('/compact');
  await turn('/cost');
  await turn('fail now');
  await turn('/clear');
  await turn('again');
});
