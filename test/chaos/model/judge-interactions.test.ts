import { expect, test } from 'vitest';
import type { EventBody } from '../../../src/protocol/events.ts';
import { editedBy, wordsOf } from '../marks.ts';
import type { CallRecord, SessionRecord } from '../record.ts';
import { judgeInteractions } from './judge-interactions.ts';
import {
  ASK,
  answered,
  callRow,
  closed,
  confirmed,
  events,
  LINE,
  opened,
  record,
  resultRow,
} from './made-up-record.ts';

const ALLOW = { decision: 'allow' };
const EDITED = { decision: 'allow', input: { command: 'edited' } };
const DENY = { decision: 'deny', message: wordsOf(LINE, 'ada') };
const GENERIC = "The user doesn't want to proceed with this tool use.";
const won = (body: object, applied = 'confirmed') => answered('ada', body, 200, { answer: { applied } });
const lost = (body: object) => answered('ben', body, 409, { error: { code: 'interaction_closed' } });

function rules(
  bodies: readonly EventBody[],
  calls: readonly CallRecord[],
  session: Partial<SessionRecord>,
): string[] {
  return judgeInteractions(record({ calls, session: { events: events(...bodies), ...session } })).map(
    ({ rule }) => rule,
  );
}
const ranAsAsked = { transcript: [callRow, resultRow('')], ran: [LINE] };
const refused = (words: string) => ({ transcript: [callRow, resultRow(words, true)] });

test('the winner takes effect, and the others were rejected', () => {
  expect(rules([opened, closed('ada', ALLOW), confirmed], [won(ALLOW), lost(EDITED)], ranAsAsked)).toEqual(
    [],
  );
  expect(rules([opened, closed('ada', DENY), confirmed], [won(DENY)], refused(DENY.message))).toEqual([]);
});

test('an answer that was never settled', () => {
  expect(rules([opened, closed('ada', ALLOW)], [won(ALLOW, 'sent')], ranAsAsked)).toEqual([
    'answer-left-at-sent',
  ]);
});

test('text that the model never received', () => {
  expect(rules([opened, closed('ada', DENY), confirmed], [won(DENY)], refused(GENERIC))).toEqual([
    'words-lost',
  ]);
});

test('text that the model never received, according to the record', () => {
  const reportedLost = { ...confirmed, reason: 'Claude Code did not pass the text on' } as typeof confirmed;
  expect(rules([opened, closed('ada', DENY), reportedLost], [won(DENY, 'sent')], refused(GENERIC))).toEqual(
    [],
  );
  const ran = { transcript: [callRow, resultRow('')], ran: [LINE] };
  expect(rules([opened, closed('ada', DENY), reportedLost], [won(DENY, 'sent')], ran)).toEqual([
    'words-lost',
  ]);
});

test('a confirmed answer without effect, and one that is still recorded as won', () => {
  const calls = [won(EDITED)];
  expect(rules([opened, closed('ada', EDITED), confirmed], calls, ranAsAsked)).toEqual([
    'confirmed-without-effect',
  ]);
  expect(rules([opened, closed('ada', EDITED)], [won(EDITED, 'sent')], refused(GENERIC))).toEqual([
    'answer-left-at-sent',
    'won-without-effect',
  ]);
});

test('a rejected answer that took effect, and an unused terminal that answered', () => {
  const session = { transcript: [callRow, resultRow('')], ran: [editedBy(LINE, 'ben')] };
  const found = rules([opened, closed('terminal', ALLOW, 'terminal')], [lost(EDITED)], session);
  expect(found).toContain('refused-but-applied');
  expect(found).toContain('phantom-terminal');
});

test('two winners are valid only after the request was reopened', () => {
  const calls = [won(ALLOW), answered('ben', ALLOW, 200, {})];
  const bodies = [opened, closed('ada', ALLOW)];
  expect(rules([...bodies, confirmed], calls, ranAsAsked)).toEqual(['several-winners']);
  const reopened: EventBody = { type: 'interaction_reopened', interaction_id: ASK, reason: 'gone' };
  expect(rules([...bodies, reopened, closed('ben', ALLOW), confirmed], calls, ranAsAsked)).toEqual([]);
});

test('one call with two requests: the winner of either was not rejected', () => {
  const twin: EventBody = { ...(opened as EventBody<'interaction_opened'>), interaction_id: 'twin' };
  const found = rules(
    [opened, twin, closed('ada', EDITED), confirmed],
    [won(EDITED), { ...lost(EDITED), client: 'ada', target: 'twin' }],
    {
      transcript: [callRow, resultRow('')],
      ran: [editedBy(LINE, 'ada')],
    },
  );
  expect(found).toEqual(['asked-twice']);
});

test('without a trace of the call, its effect is unknown', () => {
  expect(rules([opened, closed('ada', ALLOW), confirmed], [won(ALLOW)], { transcript: [callRow] })).toEqual(
    [],
  );
});
