import { expect, test } from 'vitest';
import type { ReinsEvent } from '../../protocol/events.ts';
import type { TextDelta } from '../../protocol/live.ts';
import { PLAIN } from '../terminal/style.ts';
import { LivePrinter } from './live-printer.ts';
import { SessionPrinter } from './session-printer.ts';

const layout = { style: PLAIN, timeZone: 'UTC' };
const AT = '2026-01-01T10:00:00.000Z';
const LATER = '2026-01-01T10:00:05.000Z';
const INDENT = ' '.repeat(17);

const delta = (offset: number, text: string, item = 'a', type: TextDelta['type'] = 'text_delta') =>
  ({ type, session_id: 's', host: 'h', item, offset, text }) as TextDelta;
const event = (facts: Partial<ReinsEvent>) =>
  ({ seq: 1, session_id: 's', host: 'h', at: LATER, v: 1, source: 'stream', ...facts }) as ReinsEvent;
const said = (text: string, item = 'a', aborted?: boolean) =>
  event({
    type: 'assistant_text',
    item,
    message_id: 'm',
    block: 0,
    text,
    ...(aborted && { aborted }),
  } as never);
const note = event({ type: 'notification_raised', kind: 'k', message: 'Hey' } as never);

function print(...reported: (TextDelta | ReinsEvent)[]): string {
  const printer = new LivePrinter(new SessionPrinter(layout), layout, () => new Date(AT));
  return reported.map((one) => ('seq' in one ? printer.event(one) : printer.delta(one))).join('');
}

test('an answer grows on its line and is finished by its event', () => {
  expect(print(delta(0, 'Hel'), delta(3, 'lo\n'), delta(6, 'there'), said('Hello\nthere.'), note)).toBe(
    `10:00:00 claude  Hello\n${INDENT}there.\n10:00:05 note    Hey\n`,
  );
});

test('other output ends the line, and the rest continues below', () => {
  expect(print(delta(0, 'One'), note, delta(3, ' two'), said('One two three'))).toBe(
    `10:00:00 claude  One\n10:00:05 note    Hey\n${INDENT} two three\n`,
  );
});

test('the next answer may start before the event of the previous one', () => {
  expect(print(delta(0, 'One.'), delta(0, 'Two', 'b'), said('One.'), said('Two.', 'b'))).toBe(
    '10:00:00 claude  One.\n10:00:00 claude  Two.\n',
  );
});

test('does not repeat text after a reconnect, unless it has changed', () => {
  expect(print(delta(0, 'One two'), delta(0, 'One'), delta(0, 'One two three'), said('One two three'))).toBe(
    '10:00:00 claude  One two three\n',
  );
  expect(print(delta(0, 'One'), said('Other'))).toBe('10:00:00 claude  One\n10:00:00 claude  Other\n');
});

test('prints the event if there were no pieces, and thoughts once they are complete', () => {
  expect(print(delta(0, 'Hm', 't', 'thinking_delta'), said('One.'))).toBe('10:00:05 claude  One.\n');
  expect(print(delta(0, 'One'), said('One', 'a', true))).toBe('10:00:00 claude  One (interrupted)\n');
});

test('escape sequences have no effect, even in pieces', () => {
  const pieces = ['safe \u001b', '[31', 'mred\u001b]0;ti', 'tle\u0007 end\n', 'next'];
  let offset = 0;
  const deltas = pieces.map((piece) => {
    const one = delta(offset, piece);
    offset += piece.length;
    return one;
  });
  const printed = print(...deltas, said(pieces.join('')));
  expect(printed).toBe(`10:00:00 claude  safe red end\n${INDENT}next\n`);
});
