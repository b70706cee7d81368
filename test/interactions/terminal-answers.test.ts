/** Answered in the terminal, every way a dialog has: the other side learns it at once, and what was decided. */
import { describe, expect } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import { answer, becomes, hubTest, isSettled, settleTurn, terminalOf, waiting } from './answering-stage.ts';

const QUESTION = {
  questions: [
    {
      question: 'Which db?',
      header: 'db',
      multiSelect: false,
      options: [
        { label: 'A', description: 'a' },
        { label: 'B', description: 'b' },
      ],
    },
  ],
};
const DIALOG = /Do you want to proceed/;
const CHOICES = /Chat about this/;

describe('answered in the terminal', () => {
  hubTest('Yes, No, Escape, a choice', async ({ stage, hub }) => {
    stage.play(
      scene(/^go \d+$/, [call('Bash', { command: 'touch ran.txt', description: 'x' })], [say('Done.')]),
      scene(/^wait \d+$/, [
        call('Bash', { command: 'touch ran.txt; sleep 300', description: 'x', timeout: 300_000 }),
      ]),
      scene(/^ask \d+$/, [call('AskUserQuestion', QUESTION)], [say('Done.')]),
    );
    const terminal = await terminalOf(stage, hub);
    const rounds: [string, string, RegExp, string, string][] = [
      ['Yes', 'go', DIALOG, '1', 'allow'],
      ['No', 'go', DIALOG, '4', 'deny'],
      ['Escape', 'go', DIALOG, 'Escape', 'deny'],
      ['a choice', 'ask', CHOICES, '1', 'allow'],
      ['Escape from a question', 'ask', CHOICES, 'Escape', 'deny'],
    ];
    for (const [index, [name, prompt, dialog, key, decision]] of rounds.entries()) {
      await terminal.prompt(`${prompt} ${index}`);
      const ask = await waiting(hub);
      await terminal.answerDialog(dialog, key);
      const closed = await becomes(hub, ask, `what ${name} decided`, isSettled);
      expect(closed, name).toMatchObject({
        state: 'answered',
        answer: { by: { type: 'terminal' }, route: 'terminal', applied: 'confirmed', decision },
      });
      const late = await answer(hub, ask, prompt === 'ask' ? { answers: {} } : { decision: 'deny' });
      expect(late).toMatchObject({ status: 409, body: { error: { code: 'interaction_closed' } } });
      await hub.waitFor(ask.session_id, 'the end of the turn', ({ status }) => status === 'idle');
      if (decision === 'deny') await settleTurn(stage, terminal);
      await hub.waitFor(ask.session_id, 'rest', ({ status }) => status === 'idle');
    }

    // It is known while the allowed call still runs; what was decided follows when it has ended.
    await terminal.prompt('wait 1');
    const ask = await waiting(hub);
    await terminal.answerDialog(DIALOG, '1');
    const closed = await becomes(hub, ask, 'the answer', ({ state }) => state === 'answered');
    expect(closed.answer).toMatchObject({ by: { type: 'terminal' }, applied: 'confirmed' });
    await hub.waitFor(ask.session_id, 'the call to run', ({ status }) => status === 'working');
    await waitUntil('the call to be stopped', async () => {
      await terminal.press('Escape');
      return (await hub.view(ask.session_id)).status === 'idle';
    });
    await becomes(hub, ask, 'what was decided', isSettled);
  });
});
