/** The stage keeps up with the real CLI: many deltas, a huge tool input, many sessions at once. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { call, say, scene } from '../../stage/screenplay.ts';
import { isLong } from '../repetitions.ts';
import { stageTest } from '../stage-test.ts';

stageTest.runIf(isLong)('5,000 deltas arrive one by one and in order', async ({ stage }) => {
  const words = Array.from({ length: 5000 }, (_, index) => String(index).padStart(4, '0'));
  stage.play(scene('count', [say(words.join(''), { chunk: 4 })]));
  const claude = stage.headless();
  claude.send('count');
  expect(await claude.nextResult()).toMatchObject({ is_error: false, result: words.join('') });
  const deltas = claude.messages.flatMap(({ event }) => {
    const { delta } = (event ?? {}) as { delta?: { type: string; text: string } };
    return delta?.type === 'text_delta' ? [delta.text] : [];
  });
  expect(deltas).toEqual(words);
});

stageTest.runIf(isLong)('a tool input of 5 MB', async ({ stage }) => {
  const content = 'All work and no play. '.repeat(240_000).trim();
  const file_path = join(stage.project, 'big.txt');
  stage.play(scene('write it all', [call('Write', { file_path, content })], [say('Written.')]));
  const claude = stage.headless({ args: ['--permission-mode', 'acceptEdits'] });
  claude.send('write it all');
  expect(await claude.nextResult()).toMatchObject({ is_error: false, result: 'Written.' });
  expect(statSync(file_path).size).toBe(content.length);
});

stageTest.runIf(isLong)('many sessions at once, each in its own scene', async ({ stage }) => {
  const numbers = Array.from({ length: 20 }, (_, index) => index + 1);
  stage.play(
    ...numbers.map((n) =>
      scene(`play ${n}`, [call('Bash', { command: `echo ${n}` })], [say(`Played ${n}.`)]),
    ),
  );
  const results = await Promise.all(
    numbers.map(async (n) => {
      const claude = stage.headless({ args: ['--allowed-tools', 'Bash(echo:*)'] });
      claude.send(`play ${n}`);
      const result = await claude.nextResult();
      await claude.end();
      return result;
    }),
  );
  expect(results.map(({ result }) => result)).toEqual(numbers.map((n) => `Played ${n}.`));
  expect(new Set(results.map(({ session_id }) => session_id)).size).toBe(numbers.length);
});
