/** The user's story: Claude Code asks in one terminal, and a second one, with nothing but curl, answers. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import type { TerminalClaude } from '../../stage/terminal-claude.ts';
import { curl } from '../curl.ts';
import { type StageHub, startStageHub } from '../stage-hub.ts';
import { stageTest } from '../stage-test.ts';
import { plainCurl } from './plain-curl.ts';

const IS_LONG = process.env['REINS_TEST_LONG'] === '1';
/** More than ten minutes where there is time for it. */
const LEFT_FOR_MS = IS_LONG ? 620_000 : 12_000;

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

describe('with only curl', { timeout: 180_000 + LEFT_FOR_MS }, () => {
  stageTest('a permission; a question; two at once', async ({ stage }) => {
    stage.play(
      scene('make it', [touch('made.txt')], [say('It is made.')]),
      scene('ask me', [call('AskUserQuestion', QUESTION)], [say('SQLite it is.')]),
    );
    // Before Claude Code runs: it writes the list of trusted folders again from what it knew at its start.
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
      answer: { applied: 'confirmed', by: { type: 'device' } },
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
    await hub.kill('SIGTERM');
  });

  stageTest('a permission that is left for a long time, then answered', async ({ stage }) => {
    stage.play(scene('make it', [touch('made.txt')], [say('It is made.')]));
    const { hub, terminal } = await begin(stage);
    const { waiting, answer } = plainCurl(stage, hub);
    await terminal.prompt('make it');
    const [ask] = await waiting();
    // The passing of time is what this is about.
    await delay(LEFT_FOR_MS);
    expect(await terminal.screen()).toMatch(/Do you want to proceed/);
    expect((await waiting())[0]).toMatchObject({ id: ask?.id, routes: ['hook'] });
    expect(await answer(ask, { decision: 'allow' })).toMatchObject({ answer: { applied: 'confirmed' } });
    await terminal.waitForScreen(/It is made/);
    await hub.kill('SIGTERM');
  });

  stageTest('seen here, answered in the terminal, and a minute of rest is told once', async ({ stage }) => {
    stage.play(scene('make it', [touch('made.txt')], [say('It is made.')]));
    const { hub, terminal } = await begin(stage);
    const { waiting, answer } = plainCurl(stage, hub);
    await terminal.prompt('make it');
    const [ask] = await waiting();
    const events = curl(stage, hub, ask?.session_id ?? '');
    const told = (type: string) =>
      events
        .text()
        .split('\n')
        .filter((line) => line.startsWith('data: ') && line.includes(`"type":"${type}"`));
    await terminal.answerDialog(/Do you want to proceed/, '1');
    await waitUntil('the other side to be told', () => told('interaction_closed').length === 1);
    expect(told('interaction_closed')[0]).toContain('"by":{"type":"terminal"');
    expect(await answer(ask, { decision: 'deny' })).toMatchObject({ error: { code: 'interaction_closed' } });
    await terminal.waitForScreen(/It is made/);

    const notices = () => told('notification_raised').filter((line) => line.includes('"kind":"idle_prompt"'));
    await waitUntil('the notice', () => notices().length > 0, { everyMs: 500 });
    expect(notices()).toHaveLength(1);
    await hub.kill('SIGTERM');
    await events.ended;
  });
});
