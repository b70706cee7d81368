/** Programs that run sessions through the SDK: with the real Claude Code, and over a hub that is killed meanwhile. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type AskContext, createReins, type Reins, type ReinsEvent } from '../../src/sdk/index.ts';
import { Gate } from '../../stage/gate.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, hold, say, scene } from '../../stage/screenplay.ts';
import { sharedHubTest } from '../shared-hub-test.ts';

const hubTest = sharedHubTest.extend<{ reins: Reins }>({
  reins: async ({ hub }, use) => use(createReins({ url: () => hub.url, token: hub.token })),
});

const WHICH = 'Which database?';
const QUESTION = {
  questions: [
    {
      question: WHICH,
      header: 'db',
      multiSelect: false,
      options: [
        { label: 'PostgreSQL', description: 'rows' },
        { label: 'SQLite', description: 'a file' },
      ],
    },
  ],
};

hubTest('a program answers permissions and questions, and gets the result', async ({ stage, reins }) => {
  stage.play(
    scene(
      'build it',
      [call('Bash', { command: 'touch asked.txt', description: 'x' })],
      [call('AskUserQuestion', QUESTION)],
      [say('Built.')],
    ),
    scene('again', [say('And again.')]),
  );
  const session = await reins.run({
    cwd: stage.project,
    driver: 'stream',
    prompt: 'build it',
    instructions: 'Be brief.',
    onPermission: ({ input }) => ({ decision: 'allow', input: { ...input, command: 'touch edited.txt' } }),
  });
  session.on('interactive_question', ({ toolUseId, questions }) => {
    expect(questions[0]?.question).toBe(WHICH);
    void session.submitAnswer(toolUseId, { [WHICH]: 'PostgreSQL' });
  });
  const result = await session.finished();
  expect(result).toMatchObject({ outcome: 'completed', text: 'Built.', session_id: session.id });
  expect(result.usage.output_tokens).toBeGreaterThan(0);
  expect(existsSync(join(stage.project, 'edited.txt'))).toBe(true);
  expect(existsSync(join(stage.project, 'asked.txt'))).toBe(false);
  const results = stage.requests.flatMap(({ hearing }) => hearing.toolResults.map(({ text }) => text));
  expect(results.some((text) => text.includes('PostgreSQL'))).toBe(true);

  await session.send('again');
  expect(await session.finished()).toMatchObject({ outcome: 'completed', text: 'And again.' });
  const live = await session.live();
  expect(live.view.turns.map(({ prompt }) => prompt?.kind === 'prompt' && prompt.text)).toEqual([
    'build it',
    'again',
  ]);
  expect((await session.stop()).status).toBe('ended');
});

hubTest('a function that throws grants nothing, and its caller gets the error', async ({ stage, reins }) => {
  stage.play(
    scene('careful', [call('Bash', { command: 'touch never.txt', description: 'x' })], [say('Ok.')]),
  );
  const session = await reins.run({
    cwd: stage.project,
    prompt: 'careful',
    onPermission: () => {
      throw new Error('no idea');
    },
  });
  await expect(session.finished()).rejects.toThrow('no idea');
  expect(await reins.interactions({ state: 'open', session: session.id })).toMatchObject({ items: [{}] });
  expect(existsSync(join(stage.project, 'never.txt'))).toBe(false);
  // Others can still answer, and a function in progress is notified if someone else was first.
  let over: AbortSignal | undefined;
  const onPermission = (_: unknown, { signal }: AskContext) => {
    over = signal;
    return new Promise<undefined>(() => {});
  };
  const other = await reins.open(session.id, { onPermission });
  await waitUntil('the function to be called', () => over);
  const [{ id } = { id: '' }] = (await reins.interactions({ state: 'open', session: session.id })).items;
  await reins.answer(id, { decision: 'deny', message: 'not now' });
  await waitUntil('the function to be notified', () => over?.aborted);
  other.close();
  session.close();
});

hubTest('one question: the answer, its form, a failure, and giving up', async ({ stage, reins }) => {
  stage.play(
    scene('count', [call('StructuredOutput', { n: 7 })]),
    scene('think long', [hold()]),
    scene('remember seven', [say('I shall.')]),
    scene('which number', [say('Seven.')]),
  );
  const json_schema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
  const answer = await reins.ask('count', { cwd: stage.project, json_schema });
  expect(answer).toMatchObject({ outcome: 'completed', structured_output: { n: 7 } });
  expect((await reins.get(answer.session_id)).status).toBe('ended');
  const { session_id } = await reins.ask('remember seven', { cwd: stage.project });
  const more = await reins.ask('which number', { session_id, resume: true });
  expect(more).toMatchObject({ session_id, text: 'Seven.' });
  expect(await reins.get(session_id)).toMatchObject({ status: 'ended', turns: [{}, {}] });

  const patience = new AbortController();
  const asking = reins.ask('think long', { cwd: stage.project, signal: patience.signal });
  await waitUntil('the request', () =>
    stage.requests.some(({ hearing }) => JSON.stringify(hearing).includes('think long')),
  );
  patience.abort(new Error('enough'));
  await expect(asking).rejects.toThrow('enough');
  await waitUntil(
    'no session to go on',
    async () => (await reins.list({ status: 'working' })).items.length === 0,
  );
});

hubTest(
  'if the hub is killed twice under a program, nothing is lost or duplicated',
  async ({ stage, hub, reins }) => {
    const gates = { 'One.': new Gate(), 'Two.': new Gate() };
    const touch = (name: string) => call('Bash', { command: `touch ${name}`, description: 'x' });
    stage.play(
      scene(
        'work on',
        [say('One.'), touch('one.txt')],
        [hold(gates['One.']), say('Two.'), touch('two.txt')],
        [hold(gates['Two.']), say('Three.')],
      ),
    );
    const session = await reins.run({ cwd: stage.project, prompt: 'work on', onPermission: () => 'allow' });
    const seen: ReinsEvent[] = [];
    const reading = (async () => {
      for await (const event of session.events()) seen.push(event);
    })();
    const finished = session.finished();
    for (const [text, gate] of Object.entries(gates)) {
      await waitUntil(text, () =>
        seen.some((event) => event.type === 'assistant_text' && event.text === text),
      );
      await hub.kill('SIGKILL');
      await hub.restart();
      gate.open();
    }
    expect(await finished).toMatchObject({ outcome: 'completed', text: 'Three.' });
    await waitUntil('the report', () => seen.some(({ type }) => type === 'turn_reported'));
    const seqs = seen.map(({ seq }) => seq);
    expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
    const texts = seen.flatMap((event) => (event.type === 'assistant_text' ? [event.text] : []));
    expect(texts).toEqual(['One.', 'Two.', 'Three.']);
    expect(['one.txt', 'two.txt'].every((file) => existsSync(join(stage.project, file)))).toBe(true);
    session.close();
    await reading;
  },
);
