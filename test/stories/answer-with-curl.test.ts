/** User story: Claude Code sends a request in one terminal, and a second terminal answers with curl alone. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { testLimitMs, waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import type { TerminalClaude } from '../../stage/terminal-claude.ts';
import { curl } from '../curl.ts';
import { isLong } from '../repetitions.ts';
import { type StageHub, startStageHub } from '../stage-hub.ts';
import { stageTest } from '../stage-test.ts';
import { plainCurl } from './plain-curl.ts';

/** More than the ten minutes that Claude Code waits for a hook by default. */
const LEFT_FOR_MS = 620_000;

async function begin(stage: Stage): Promise<{ hub: StageHub; terminal: TerminalClaude }> {
  const hub = await startStageHub(stage);
  expect((await hub.run('install')).code).toBe(0);
  const terminal = await stage.terminal({ args: ['--permission-mode', 'manual'], isPlain: true });
  return { hub, terminal };
}

const touch = (name: string) => call('Bash', { command: `touch ${name}`, description: 'x' });
const QUESTION = {
  questions: [
    {
      ...{ question: 'Which db?', header: 'db', multiSelect: false },
      options: [
        { label: 'Postgres', description: 'a' },
        { label: 'SQLite', description: 'b' },
      ],
    },
  ],
};

stageTest(
  'with only curl: a permission; a question; two at once; one answered in the terminal',
  async ({ stage }) => {
    stage.play(
      scene('make it', [touch('made.txt')], [say('It is made.')]),
      scene('ask me', [call('AskUserQuestion', QUESTION)], [say('SQLite it is.')]),
    );
    // Before Claude Code runs: it rewrites the list of trusted folders from its state at the start.
    const otherProject = stage.makeProject('other');
    const { hub, terminal } = await begin(stage);
    const { waiting, answer } = plainCurl(stage, hub);

    await terminal.prompt('make it');
    const [permission] = await waiting();
    expect(permission).toMatchObject({
      kind: 'permission',
      tool_name: 'Bash',
      input: { command: 'touch made.txt' },
    });
    expect(await answer(permission, { decision: 'allow' })).toMatchObject({
      state: 'answered',
      answer: { applied: 'confirmed', by: { type: 'program' } },
    });
    await terminal.waitForScreen(/It is made/);
    expect(existsSync(join(stage.project, 'made.txt'))).toBe(true);

    await terminal.prompt('ask me');
    const [question] = await waiting();
    expect(question?.kind).toBe('question');
    await answer(question, { answers: { 'Which db?': 'SQLite' } });
    await terminal.waitForScreen(/SQLite it is/);
    expect(stage.requests.at(-1)?.hearing.toolResults.at(-1)?.text).toContain('"Which db?"="SQLite"');

    // Two sessions wait at the same time; each gets its own answer.
    const other = await stage.terminal({
      args: ['--permission-mode', 'manual'],
      cwd: otherProject,
      isPlain: true,
    });
    stage.play(
      scene('make one', [touch('one.txt')], [say('One is made.')]),
      scene('make two', [touch('two.txt')], [say('Two is not made.')]),
    );
    await terminal.prompt('make one');
    await other.prompt('make two');
    const both = await waiting(2);
    const by = (command: string) => both.find(({ input }) => input['command'] === command);
    await answer(by('touch two.txt'), { decision: 'deny', message: 'Not this one.' });
    await answer(by('touch one.txt'), { decision: 'allow' });
    await Promise.all([terminal.waitForScreen(/One is made/), other.waitForScreen(/Two is not made/)]);
    expect(existsSync(join(stage.project, 'one.txt'))).toBe(true);
    expect(existsSync(join(stage.folder, 'other', 'two.txt'))).toBe(false);

    // Seen here, answered in the terminal.
    stage.play(scene('make three', [touch('three.txt')], [say('Three is made.')]));
    await terminal.prompt('make three');
    const [interaction] = await waiting();
    const events = curl(stage, hub, interaction?.session_id ?? '');
    const closed = () =>
      events
        .text()
        .split('\n')
        .filter(
          (line) => line.includes('"type":"interaction_closed"') && line.includes(`"${interaction?.id}"`),
        );
    await terminal.answerDialog(/Do you want to proceed/, '1');
    await waitUntil('the other side to be notified', () => closed().length > 0, { explain: events.text });
    expect(closed()).toEqual([expect.stringContaining('"by":{"type":"terminal"')]);
    expect(await answer(interaction, { decision: 'deny' })).toMatchObject({
      error: { code: 'interaction_closed' },
    });
    await terminal.waitForScreen(/Three is made/);
    await hub.kill('SIGTERM');
    await events.ended;
  },
);

stageTest.runIf(isLong)(
  'a permission request that is left for ten minutes, then answered',
  { timeout: LEFT_FOR_MS + testLimitMs() },
  async ({ stage }) => {
    stage.play(scene('make it', [touch('made.txt')], [say('It is made.')]));
    const { hub, terminal } = await begin(stage);
    const { waiting, answer } = plainCurl(stage, hub);
    await terminal.prompt('make it');
    const [interaction] = await waiting();
    // This test is about the passing of time.
    await delay(LEFT_FOR_MS);
    expect(await terminal.screen()).toMatch(/Do you want to proceed/);
    expect((await waiting())[0]).toMatchObject({ id: interaction?.id, routes: ['hook'] });
    expect(await answer(interaction, { decision: 'allow' })).toMatchObject({
      answer: { applied: 'confirmed' },
    });
    await terminal.waitForScreen(/It is made/);
    await hub.kill('SIGTERM');
  },
);

stageTest.runIf(isLong)('a minute of inactivity is reported once', async ({ stage }) => {
  stage.play(scene('hello', [say('Good morning.')]));
  const { hub, terminal } = await begin(stage);
  await terminal.prompt('hello');
  await terminal.waitForScreen(/Good morning/);
  const session = await waitUntil('the session', async () => (await hub.client.list()).items[0]);
  const events = curl(stage, hub, session.session_id);
  const notices = () =>
    events
      .text()
      .split('\n')
      .filter(
        (line) => line.includes('"type":"notification_raised"') && line.includes('"kind":"idle_prompt"'),
      );
  // Claude Code reports it after a minute.
  await delay(60_000);
  await waitUntil('the notice', () => notices().length > 0, { everyMs: 500, explain: events.text });
  expect(notices()).toHaveLength(1);
  await hub.kill('SIGTERM');
  await events.ended;
});
