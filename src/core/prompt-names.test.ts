import { expect, test } from 'vitest';
import { event, reduce } from './event-fixture.ts';
import { turnNamed } from './prompt-names.ts';

const prompt = (uuid: string, name: string, position: number) =>
  event(
    {
      ...{ type: 'prompt_submitted', prompt_id: uuid, claude_prompt_id: name, uuid },
      ...{ text: uuid, origin: 'human', images: 0 },
    },
    position,
    { position, item: `prompt:${uuid}` },
  );

test('a hook refers to the newest prompt of its id, in any order of discovery', () => {
  const prompts = [prompt('copied', 'p', 1), prompt('also copied', 'p', 2), prompt('own', 'p', 3)];
  for (const order of [prompts, prompts.toReversed()]) {
    const { prompt_names } = reduce(...order, prompt('later', 'q', 4));
    expect(turnNamed(prompt_names, 'p')).toBe('own');
    expect(turnNamed(prompt_names, 'q')).toBe('later');
    expect(turnNamed(prompt_names, 'unknown')).toBeUndefined();
  }
});

test('a command that starts a turn has its own id, and only the newest ids are kept', () => {
  const command = event({ type: 'command_run', name: '/review', args: '' }, 0, {
    position: 1,
    item: 'command:c',
  });
  expect(turnNamed(reduce(command).prompt_names, 'c')).toBe('c');
  const many = Array.from({ length: 50 }, (_, index) => prompt(`u${index}`, `p${index}`, index + 2));
  const { prompt_names } = reduce(command, ...many);
  expect(prompt_names?.map(({ name }) => name)).toEqual(['p46', 'p47', 'p48', 'p49']);
});
