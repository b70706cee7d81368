/** Every answer to questions, over both routes: checked by what the model received. */
import { expect } from 'vitest';
import { call, say, scene } from '../../stage/screenplay.ts';
import { isLong } from '../repetitions.ts';
import { answer, becomes, hubTest } from './answering-stage.ts';
import { startAsking, WAYS } from './asking-claude.ts';

const choose = (question: string, labels: readonly string[], multiSelect = false) => ({
  ...{ question, header: question.slice(0, 10), multiSelect },
  options: labels.map((label) => ({ label, description: `about ${label}` })),
});
const DB = choose('Which db?', ['Postgres', 'SQLite']);
const PARTS = choose('Which parts?', ['Auth', 'Push', 'Mail'], true);
const NAME = choose('Which name?', ['One', 'Two']);
const DAYS = choose('Which days?', ['Mon', 'Tue'], true);

type Case = readonly [
  name: string,
  questions: readonly object[],
  body: object,
  toolResult: RegExp,
  not?: RegExp,
];
const CASES: readonly Case[] = [
  ['one label', [DB], { answers: { 'Which db?': 'SQLite' } }, /"Which db\?"="SQLite"/],
  ['a number', [DB], { answers: { 'Which db?': '2' } }, /"Which db\?"="SQLite"/],
  ['marked words', [DB], { answers: { 'Which db?': { other: '2' } } }, /"Which db\?"="2"/],
  ['own words', [DB], { answers: { 'Which db?': 'a flat file' } }, /"Which db\?"="a flat file"/],
  [
    'several labels',
    [DB, PARTS],
    { answers: { 'Which db?': 'Postgres', 'Which parts?': ['Auth', 'Mail'] } },
    /"Which db\?"="Postgres".*"Which parts\?"="Auth, Mail"/,
  ],
  [
    'labels and custom answers',
    [PARTS],
    { answers: { 'Which parts?': ['Push', 'the rest'] } },
    /"Which parts\?"="Push, the rest"/,
  ],
  [
    'four questions with notes',
    [DB, PARTS, NAME, DAYS],
    {
      answers: {
        'Which db?': 'Postgres',
        'Which parts?': ['Auth'],
        'Which name?': 'Two',
        'Which days?': ['Mon', 'Tue'],
      },
      notes: { 'Which db?': 'version 17' },
    },
    /"Which db\?"="Postgres".*version 17.*"Which parts\?"="Auth".*"Which name\?"="Two".*"Which days\?"="Mon, Tue"/s,
  ],
  [
    'only one of two',
    [DB, NAME],
    { answers: { 'Which name?': 'One' } },
    /"Which name\?"="One"/,
    /Which db\?"=/,
  ],
  ['skipped', [DB], { answers: {} }, /did not answer/],
  ['a reply instead', [DB], { reply: 'First tell me "why".' }, /^First tell me "why"\.$/],
];

const REFUSED: readonly (readonly [object, RegExp])[] = [
  [
    { answers: { 'Which table?': 'A' } },
    /"Which table\?" is not one of the questions\. The questions are: "Which db\?", "Which parts\?"/,
  ],
  [{ answers: { 'Which db?': ['Postgres', 'SQLite'] } }, /"Which db\?" accepts one answer/],
  [
    { answers: { 'Which parts?': ['Auth', 'Cash', 'Log'] } },
    /"Cash", "Log" are not options of "Which parts\?"/,
  ],
  [
    { answers: { 'Which db?': 'SQLlite' } },
    /could mean an option.*1 "Postgres", 2 "SQLite".*\{"other": "SQLlite"\}/,
  ],
  [{ answers: { 'Which db?': '7' } }, /"7" could mean an option/],
  [{ answers: {}, notes: { 'Which?': 'x' } }, /"Which\?" is not one of the questions/],
  [{ decision: 'allow' }, /not a valid answer to a question/],
];

for (const way of WAYS) {
  hubTest.runIf(way === 'hook' || isLong)(`questions over ${way}`, async ({ stage, hub }) => {
    const claude = await startAsking(stage, hub, way);
    for (const [name, questions, body, toolResult, not] of CASES) {
      stage.play(scene(name, [call('AskUserQuestion', { questions })], [say('Thanks.')]));
      const interaction = await claude.ask(name);
      expect(interaction).toMatchObject({ kind: 'question', input: { questions } });
      const answered = await answer(hub, interaction, body);
      expect(answered.status, JSON.stringify(answered.body)).toBe(200);
      const { text } = await claude.toolResult();
      expect(text, name).toMatch(toolResult);
      if (not) expect(text, name).not.toMatch(not);
      await becomes(hub, interaction, `proof of ${name}`, (now) => now.answer?.applied === 'confirmed');
      await claude.rest(interaction);
    }
    stage.play(scene('wrong', [call('AskUserQuestion', { questions: [DB, PARTS] })], [say('Thanks.')]));
    const interaction = await claude.ask('wrong');
    for (const [body, words] of REFUSED) {
      const refused = await answer(hub, interaction, body);
      expect(refused).toMatchObject({
        status: 400,
        body: { error: { message: expect.stringMatching(words) } },
      });
    }
    expect((await answer(hub, interaction, { answers: {} })).status, 'it is still open').toBe(200);
  });
}
