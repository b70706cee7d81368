import { expect, test } from 'vitest';
import type { Hearing } from './conversation.ts';
import { Director } from './director.ts';
import { fail, resultOf, say, scene, takes } from './screenplay.ts';

const receive = (...said: string[]): Hearing => ({ said, toolResults: [], allText: said.join('\n') });
const result = (tool: string, text: string, ...said: string[]): Hearing => ({
  said,
  toolResults: [{ toolUseId: 'toolu_1', tool, text, isError: false }],
  allText: text,
});

function directorOf(...scenes: Parameters<Director['play']>) {
  const director = new Director();
  director.play(...scenes);
  return (hearings: Hearing[], speaker = 'one') => director.direct(hearings, speaker).take;
}

test('plays the turns of a scene one by one, counted from the request', () => {
  const direct = directorOf(scene('go', [say('1')], [say('2')]));
  expect(direct([receive('go')])).toEqual([say('1')]);
  expect(direct([receive('go'), result('Bash', 'ok')])).toEqual([say('2')]);
  expect(direct([receive('go')], 'two')).toEqual([say('1')]);
});

test('ends politely when a scene has no turns left', () => {
  const direct = directorOf(scene('go', [say('1')]));
  expect(direct([receive('go'), result('Bash', 'ok')])).toEqual([say('Done.')]);
});

test('a string cue is a whole line, a pattern may be anywhere', () => {
  const direct = directorOf(scene('go', [say('line')]), scene(/gone/, [say('pattern')]));
  expect(direct([receive('first\ngo')])).toEqual([say('line')]);
  expect(direct([receive('all gone now')])).toEqual([say('pattern')]);
  expect(direct([receive('go on')])).toMatchObject([{ text: expect.stringContaining('no script') }]);
});

test('if the user wrote nothing, a pattern may match other input', () => {
  const direct = directorOf(scene(/<task-notification>/, [say('Noted.')]));
  const notice: Hearing = { said: [], toolResults: [], allText: '<system-reminder><task-notification>done' };
  expect(direct([receive('go'), notice])).toEqual([say('Noted.')]);
  expect(direct([{ ...notice, said: ['words'] }])).toMatchObject([
    { text: expect.stringContaining('no script') },
  ]);
});

test('an old cue does not respond to a new prompt', () => {
  const direct = directorOf(scene('go', [say('1')], [say('2')]));
  expect(direct([receive('go'), receive('something else')])).toMatchObject([
    { text: expect.stringContaining('no script') },
  ]);
});

test('text beside a tool result does not interrupt the current scene', () => {
  const direct = directorOf(scene('go', [say('1')], [say('2')]), scene('aside', [say('no')]));
  expect(direct([receive('go'), result('Bash', 'ok', 'aside')])).toEqual([say('2')]);
});

test('a tool result can be a cue, with its own turns', () => {
  const direct = directorOf(scene('go', [say('1')]), scene(resultOf('Bash', /boom/), [say('a')], [say('b')]));
  expect(direct([receive('go'), result('Bash', 'boom')])).toEqual([say('a')]);
  expect(direct([receive('go'), result('Bash', 'boom'), result('Read', 'x')])).toEqual([say('b')]);
  expect(direct([receive('go'), result('Bash', 'fine')])).toEqual([say('Done.')]);
});

test('scenes compose: the one added last wins', () => {
  const director = new Director();
  director.play(scene('go', [say('old')]));
  director.play(scene('go', [say('new')]));
  expect(director.direct([receive('go')], 'one').take).toEqual([say('new')]);
});

test('takes count the attempts of one request, separately for each speaker and each time', () => {
  const direct = directorOf(scene('go', takes(fail(429), [say('ok')])));
  expect(direct([receive('go')])).toEqual(fail(429));
  expect(direct([receive('go')], 'two')).toEqual(fail(429));
  expect(direct([receive('go')])).toEqual([say('ok')]);
  expect(direct([receive('go')])).toEqual([say('ok')]);
  expect(direct([receive('go'), receive('go')])).toEqual(fail(429));
});

test('can summarize for a compaction', () => {
  const direct = directorOf();
  expect(direct([receive('Your task is to create a detailed summary of the conversation')])).toMatchObject([
    { text: expect.stringContaining('<summary>') },
  ]);
});
