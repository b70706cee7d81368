import { expect, test } from 'vitest';
import type { AuditEntry } from '../../../src/protocol/audit.ts';
import type { EventBody } from '../../../src/protocol/events.ts';
import { judgeCalls } from './judge-calls.ts';
import {
  ASK,
  callRow,
  closed,
  confirmed,
  events,
  LINE,
  opened,
  record,
  resultRow,
} from './made-up-record.ts';

const ENTRY = {
  ...{ what: 'answered', interaction_id: ASK, by: { type: 'device', name: 'ada' }, ran_input: {} },
} as AuditEntry;

function rules(
  bodies: readonly EventBody[],
  ran: readonly string[],
  audit: readonly AuditEntry[] = [ENTRY],
): string[] {
  const session = { events: events(...bodies), transcript: [callRow, resultRow('')], ran };
  return judgeCalls(record({ session, audit })).map(({ rule }) => rule);
}

test('a call that a client allowed, or that never ran', () => {
  expect(rules([opened, closed('ada', { decision: 'allow' }), confirmed], [LINE])).toEqual([]);
  expect(rules([opened], [])).toEqual([]);
});

test('a call that ran although no client allowed it', () => {
  expect(rules([opened, closed('terminal', { decision: 'allow' }, 'terminal')], [LINE])).toEqual([
    'ran-without-winner',
  ]);
  expect(rules([opened, closed('ada', { decision: 'deny' })], [LINE])).toEqual(['ran-without-winner']);
  expect(rules([], [LINE])).toEqual(['ran-without-winner']);
});

test('a call that ran twice, and one that is missing from the audit log', () => {
  const bodies = [opened, closed('ada', { decision: 'allow' }), confirmed];
  expect(rules(bodies, [LINE, LINE])).toEqual(['ran-twice']);
  expect(rules(bodies, [LINE], [])).toEqual(['not-in-audit']);
});
