/** What the hub sees of real sessions through their transcripts and the list of live sessions, without any hooks. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Gate } from '../../stage/gate.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, fail, say, scene, think } from '../../stage/screenplay.ts';
import { startHookReceiver } from '../hook-receiver.ts';
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
    scene('talk on', [say('word word word\n'.repeat(20), { gate: new Gate() })]),
  );
  const claude = await stage.terminal({ args: ['--permission-mode', 'manual'] });
  const { session_id } = await hub.waitForView('the live session', ({ status }) => status === 'idle');

  await claude.prompt('write notes');
  const waiting = await hub.waitForView('the dialog', ({ status }) => status === 'waiting');
  expect(waiting).toMatchObject({ session_id, waiting_for: 'permission prompt', cwd: stage.project });
  await claude.answerDialog(/Do you want/, '1');

  // The list of live sessions may report the end of the dialog after the transcript reports the end of the turn.
  const written = await hub.waitForView(
    'the end of the turn',
    ({ turns, status }) => turns[0]?.outcome !== undefined && status === 'idle',
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

stageTest('a headless session that started before the hub, and continues', async ({ stage }) => {
  execFileSync('git', ['init', '--quiet', '--initial-branch', 'trunk', stage.project], { env: stage.env });
  stage.play(scene('first', [say('One.')]), scene('second', [say('Two.')]));
  const claude = stage.headless();
  claude.send('first');
  await claude.nextResult();
  using hub = startTestHub(stage);
  // The list of live sessions may be read after the transcript.
  const early = await hub.waitForView(
    'the first turn',
    ({ turns, status }) => turns[0]?.outcome === 'completed' && status === 'idle',
  );
  expect(early).toMatchObject({ status: 'idle', title: 'first', git_branch: 'trunk' });
  claude.send('second');
  await claude.nextResult();
  const later = await hub.waitForView('the second turn', ({ turns }) => turns[1]?.outcome === 'completed');
  expect(later.turns.map(({ items }) => items)).toMatchObject([[{ text: 'One.' }], [{ text: 'Two.' }]]);
  await claude.end();
  const ended = await hub.waitForView('the end', ({ status }) => status === 'ended');
  expect(ended.ended_at).toBeDefined();
});

stageTest('a subagent has its own thread', async ({ stage }) => {
  using hub = startTestHub(stage);
  stage.play(
    scene(
      'send someone',
      [call('Agent', { description: 'Count files', prompt: 'count them', subagent_type: 'general-purpose' })],
      [say('Sent.')],
    ),
    scene('count them', [call('Bash', { command: 'echo counted' })], [say('None.')]),
  );
  const claude = stage.headless({ args: ['--allowed-tools', 'Bash(echo:*)'] });
  claude.send('send someone');
  const view = await hub.waitForView(
    'the agent to end, and all of its files',
    ({ session_id, agents: [one] }) =>
      one?.state === 'finished' &&
      one.description !== undefined &&
      hub.turnsOf(session_id, one.agent_id)[0]?.items.length === 2,
  );
  const [agent] = view.agents;
  expect(agent).toMatchObject({
    agent_type: 'general-purpose',
    description: 'Count files',
    tool_calls: 1,
    last_text: 'None.',
  });
  const [call1] = view.turns[0]?.items ?? [];
  expect(call1).toMatchObject({ kind: 'tool', name: 'Agent', tool_use_id: agent?.tool_use_id });
  expect(hub.turnsOf(view.session_id, agent?.agent_id)).toMatchObject([
    {
      prompt: { text: 'count them', origin: 'agent' },
      items: [
        { kind: 'tool', name: 'Bash' },
        { kind: 'text', text: 'None.' },
      ],
    },
  ]);
});

stageTest('/compact and /clear', async ({ stage }) => {
  using hub = startTestHub(stage);
  stage.play(scene('hello', [say('Hello.')]), scene('again', [say('Again.')]));
  const claude = await stage.terminal();
  await claude.prompt('hello');
  const { session_id } = await hub.waitForView('the turn', ({ turns }) => turns[0]?.outcome === 'completed');
  await claude.prompt('/compact');
  const compacted = await hub.waitForView('the compaction', ({ compactions }) => compactions === 1);
  expect(compacted.session_id).toBe(session_id);
  await claude.waitForScreen(/ompacted/);
  await claude.prompt('/clear');
  const old = await hub.waitForView('the move', ({ continued_as }) => continued_as !== undefined);
  expect(old).toMatchObject({ session_id, status: 'ended' });
  // A prompt that is typed before the conversation is empty is lost.
  await waitUntil('an empty conversation', async () => {
    const screen = await claude.screen();
    return /^❯ \/clear/m.test(screen) && !/ompacted/.test(screen);
  });
  await claude.prompt('again');
  const fresh = await hub.waitForView(
    'the new session',
    ({ turns, status }) =>
      turns.at(-1)?.outcome !== undefined &&
      status === 'idle' &&
      turns.some(({ prompt }) => prompt?.kind === 'prompt' && prompt.text === 'again'),
  );
  expect(fresh.session_id).toBe(old.continued_as);
  expect(fresh).toMatchObject({ status: 'idle', title: 'again' });
});

stageTest('a killed run ends, and two runs on one session are a conflict', async ({ stage }) => {
  using hub = startTestHub(stage);
  stage.play(scene('hello', [say('Hello.')]));
  const first = stage.headless();
  first.send('hello');
  await first.nextResult();
  const { session_id } = await hub.waitForView(
    'the session',
    ({ turns }) => turns[0]?.outcome === 'completed',
  );
  const second = stage.headless({ args: ['--resume', session_id] });
  const both = await hub.waitForView('the conflict', ({ conflict }) => conflict !== undefined);
  expect(new Set(both.conflict)).toEqual(new Set([first.pid, second.pid]));
  process.kill(second.pid, 'SIGKILL');
  await hub.waitForView('one run', ({ runs }) => runs.length === 1);
  process.kill(first.pid, 'SIGKILL');
  await hub.waitForView('the end', ({ status }) => status === 'ended');
});

stageTest(
  'hooks and transcript merge: one event per fact, requests matched to their calls',
  async ({ stage }) => {
    using hub = startTestHub(stage);
    await using hooks = await startHookReceiver({ held: [], onHook: (raw) => hub.hub.receiveHook(raw) });
    const command = 'touch made.txt';
    stage.play(scene('make it', [call('Bash', { command })], [say('Made.')]));
    const events = [
      'PreToolUse',
      'PostToolUse',
      'PermissionRequest',
      'Stop',
      'UserPromptSubmit',
      'SessionEnd',
    ];
    const claude = await stage.terminal({
      args: ['--permission-mode', 'manual', '--settings', hooks.settingsFor(...events)],
    });
    await claude.prompt('make it');
    const asked = await hub.waitForView(
      'the matched request',
      ({ interactions }) => !!interactions[0]?.tool_use_id,
    );
    expect(asked).toMatchObject({ status: 'waiting', open_interactions: 1 });
    await claude.answerDialog(/Do you want/, '1');
    // The hook that ends the turn arrives before the last rows of the transcript.
    const done = await hub.waitForView(
      'the whole turn',
      ({ turns }) => turns[0]?.outcome === 'completed' && turns[0].items.length === 2,
    );
    const [tool] = done.turns[0]?.items ?? [];
    expect(tool).toMatchObject({ kind: 'tool', input: { command }, decided_by: 'user_temporary' });
    expect(tool).toHaveProperty('duration_ms');
    const answered = await hub.waitForView(
      'the closed request',
      ({ interactions }) => interactions[0]?.state === 'answered',
    );
    expect(answered.interactions[0]).toMatchObject({
      tool_use_id: tool?.kind === 'tool' ? tool.tool_use_id : '',
      answer: { by: { type: 'terminal' }, applied: 'confirmed' },
    });
    const types = hub.events(done.session_id).map(({ type }) => type);
    for (const type of ['tool_started', 'tool_finished', 'turn_finished', 'prompt_submitted']) {
      expect([type, types.filter((one) => one === type).length]).toEqual([type, 1]);
    }
    await claude.prompt('/exit');
    await hub.waitForView('the end', ({ status }) => status === 'ended');
    await waitUntil('the last hook', () => hub.rawHooks(done.session_id).at(-1)?.includes('"SessionEnd"'), {
      explain: () => hub.rawHooks(done.session_id).join('\n'),
    });
    expect(hub.rawHooks(done.session_id)).toEqual(hooks.received.map(({ raw }) => raw));
  },
);

stageTest('a forged transcript path is not followed', async ({ stage }) => {
  using hub = startTestHub(stage);
  const session_id = '11111111-2222-4333-8444-555555555555';
  const row = {
    type: 'user',
    uuid: 'u',
    message: { content: 'secret words' },
    timestamp: '2026-01-01T00:00:00.000Z',
  };
  const outside = join(stage.folder, `${session_id}.jsonl`);
  writeFileSync(outside, `${JSON.stringify(row)}\n`);
  mkdirSync(join(stage.configDir, 'projects', 'forged'), { recursive: true });
  const link = join(stage.configDir, 'projects', 'forged', `${session_id}.jsonl`);
  symlinkSync(outside, link);
  for (const transcript_path of [outside, link, `${link}/../../../../${session_id}.jsonl`, '/etc/passwd']) {
    await hub.hub.receiveHook(JSON.stringify({ session_id, hook_event_name: 'Stop', transcript_path }));
  }
  await hub.hub.openSession(session_id);
  expect(hub.events(session_id).filter(({ source }) => source === 'transcript')).toEqual([]);
});
