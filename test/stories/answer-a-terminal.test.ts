/**
 * User story: a plain `claude` in a terminal, started outside of Reins, is answered remotely while its dialog is on the
 * screen: an edited command, a rule, a custom answer, and a rejected plan.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import { startStageHub } from '../stage-hub.ts';
import { stageTest } from '../stage-test.ts';
import { plainCurl } from './plain-curl.ts';

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

stageTest('answered remotely while the dialog is on the screen', async ({ stage }) => {
  const bash = (command: string) => call('Bash', { command, description: 'x' });
  stage.play(
    scene('make it', [bash('touch asked.txt')], [say('It is made.')]),
    scene('fetch it', [bash('curl --version')], [bash('curl --version')], [say('It is fetched.')]),
    scene('ask me', [call('AskUserQuestion', QUESTION)], [say('I will use that.')]),
    scene(
      'plan it',
      [call('Write', ({ allText }) => ({ file_path: planFileIn(allText), content: '# All of it' }))],
      [call('ExitPlanMode', {})],
      [say('I will plan again.')],
    ),
  );
  const hub = await startStageHub(stage);
  expect((await hub.run('install')).code).toBe(0);
  const { waiting, answer } = plainCurl(stage, hub);
  const reported = () => stage.requests.at(-1)?.hearing.toolResults.at(-1);
  const terminal = await stage.terminal({ args: ['--permission-mode', 'manual'], isPlain: true });
  const done = { answer: { applied: 'confirmed', route: 'hook' } };

  await terminal.prompt('make it');
  await terminal.waitForScreen(/Do you want to proceed/);
  const [interaction] = await waiting();
  const input = { ...interaction?.input, command: 'touch edited.txt' };
  expect(await answer(interaction, { decision: 'allow', input })).toMatchObject(done);
  await terminal.waitForScreen(/It is made/);
  expect(['asked.txt', 'edited.txt'].map((name) => existsSync(join(stage.project, name)))).toEqual([
    false,
    true,
  ]);

  await terminal.prompt('fetch it');
  await terminal.waitForScreen(/Do you want to proceed/);
  const [covered] = await waiting();
  const apply = covered?.suggestions.filter((one) => (one as { type: string }).type === 'addRules');
  expect(apply, JSON.stringify(covered?.suggestions)).toHaveLength(1);
  expect(await answer(covered, { decision: 'allow', apply })).toMatchObject(done);
  await terminal.waitForScreen(/It is fetched/);
  const rules = join(stage.project, '.claude/settings.local.json');
  await waitUntil(
    'the rule',
    () => existsSync(rules) && readFileSync(rules, 'utf8').includes('curl --version'),
  );

  await terminal.prompt('ask me');
  await terminal.waitForScreen(/Chat about this/);
  const [question] = await waiting();
  expect(await answer(question, { answers: { 'Which db?': 'a flat file' } })).toMatchObject(done);
  await terminal.waitForScreen(/I will use that/);
  expect(reported()?.text).toContain('"Which db?"="a flat file"');

  const planning = await stage.terminal({ args: ['--permission-mode', 'plan'], isPlain: true });
  await planning.prompt('plan it');
  await planning.waitForScreen(/All of it/);
  const [plan] = await waiting();
  expect(plan).toMatchObject({ kind: 'plan', input: { plan: '# All of it' } });
  expect(await answer(plan, { decision: 'reject', feedback: 'Only half of it.' })).toMatchObject(done);
  await planning.waitForScreen(/I will plan again/);
  expect(reported()).toMatchObject({ isError: true, text: 'Only half of it.' });
  await hub.kill('SIGTERM');
});

/** Claude Code names the plan file among the reminders of plan mode. */
function planFileIn(text: string): string {
  const [path] = /\/\S+\/plans\/[\w.-]+\.md/.exec(text) ?? [];
  if (!path) throw new Error('The request names no plan file.');
  return path;
}
