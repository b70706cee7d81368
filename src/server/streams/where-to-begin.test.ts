import { expect } from 'vitest';
import { BothLogs } from '../../hub/fleet/both-logs.ts';
import { OTHER, SESSION, storeTest as test, text } from '../../store/store-fixture.ts';
import { toResumeId } from './resume-id.ts';
import { whereToBegin } from './where-to-begin.ts';

test('does not resume across removed events', ({ store: { log, reader, feed, add } }) => {
  const fleet = { copies: undefined, membership: undefined, onRestart: () => () => {} };
  const logs = new BothLogs({ epoch: log.epoch, host: log.host, reader, feed, fleet });
  log.append([{ sessionId: OTHER, drafts: [text('one'), text('two')] }]);
  add(text('a'), text('b'));
  log.append([{ sessionId: OTHER, drafts: [text('three')] }]);
  log.remove(SESSION);
  add(text('c'));
  const begin = (position: number) =>
    whereToBegin({ reader: logs }, { lastEventId: toResumeId(logs.epochs(), { position }) });
  const since = (seq: number) => whereToBegin({ reader: logs }, { sessionId: SESSION, since: String(seq) });

  const reset = { reset: 'unknown_position' };
  expect([begin(2), begin(3)]).toEqual([reset, reset]);
  expect([begin(4), begin(5)]).toEqual([{ after: { position: 4 } }, { after: { position: 5 } }]);
  expect(since(1)).toEqual(reset);
  // It saw everything that was removed, and continues with number 3. From the start means everything that is
  // left.
  expect([since(0), since(2)]).toEqual([{ after: { position: 0 } }, { after: { position: 0 } }]);
  expect(
    reader.events({ after: 0, sessionId: SESSION, limit: 9 }).map(({ json }) => JSON.parse(json).seq),
  ).toEqual([3]);
});
