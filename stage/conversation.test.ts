import { expect, test } from 'vitest';
import { readHearings } from './conversation.ts';

const request = (...messages: { role: string; content: string | object[] }[]) =>
  ({ model: 'm', messages }) as Parameters<typeof readHearings>[0];
const text = (words: string) => ({ type: 'text', text: words });

test('reads the user’s text without the reminders around it', () => {
  const [received] = readHearings(
    request(
      { role: 'user', content: [text('<system-reminder>\nBe nice.\n</system-reminder>'), text('say hi')] },
      { role: 'system', content: [text('# Environment')] },
    ),
  );
  expect(received.said).toEqual(['say hi']);
  expect(received.allText).toContain('Be nice.');
  expect(received.allText).toContain('# Environment');
});

test('names the tool of each result and reads nested content', () => {
  const hearings = readHearings(
    request(
      { role: 'user', content: 'go' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'Bash', input: {} }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 't1', content: [text('a'), text('b')], is_error: true },
          text('and a word'),
        ],
      },
    ),
  );
  expect(hearings).toHaveLength(2);
  expect(hearings[1]).toMatchObject({
    toolResults: [{ toolUseId: 't1', tool: 'Bash', text: 'a\nb', isError: true }],
    said: ['and a word'],
  });
});

test('after an assistant message with nothing new, the hearing is empty', () => {
  const hearings = readHearings(
    request({ role: 'user', content: 'go' }, { role: 'assistant', content: 'yes' }),
  );
  expect(hearings.at(-1)).toEqual({ said: [], toolResults: [], allText: '' });
});
