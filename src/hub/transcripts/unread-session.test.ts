/** How much is read of a transcript, and when. */
import { expect, test } from 'vitest';
import { exportSession } from '../../core/export/export-session.ts';
import { presentDetails } from '../../core/present-session.ts';
import { emptySession } from '../../core/session-state.ts';
import type { Line } from '../../lib/line-splitter.ts';
import { NOON } from '../../store/store-fixture.ts';
import { promptRow, textRow, toLines } from './transcript-fixture.ts';
import { UnreadSession } from './unread-session.ts';

const PIECES = 100;

/** A session of many pieces. `read` counts the pieces read, `open` the readings in progress. */
function longSession(signal = new AbortController().signal) {
  const counts = { read: 0, open: 0 };
  async function* read(): AsyncGenerator<readonly Line[]> {
    counts.open++;
    try {
      for (let piece = 0; piece < PIECES; piece++) {
        const text = toLines([piece === 0 ? promptRow('first', 1) : textRow(`${piece}`, 1 + piece, 'words')]);
        counts.read++;
        yield [{ start: piece * 1000, end: piece * 1000 + text.length, text }];
      }
    } finally {
      counts.open--;
    }
  }
  const transcript = { agentId: undefined, read, describe: () => [] };
  const listed = emptySession('11111111-1111-4111-8111-111111111111', 'desk');
  const whole = new UnreadSession({ listed, transcripts: () => [transcript], now: () => NOON, signal });
  const source = {
    session: async () => presentDetails(await whole.state()),
    interactions: [],
    pages: (agentId?: string) => whole.pages(agentId),
  };
  return {
    counts,
    pieces: exportSession(source, { format: 'json', raw: false, timeZone: 'UTC', now: NOON }),
  };
}

test('writes the head before anything is read, and items as they are read', async () => {
  const { counts, pieces } = longSession();
  expect((await pieces.next()).value).toContain('"reins_export"');
  expect(counts).toEqual({ read: 0, open: 0 });
  expect((await pieces.next()).value).toContain('"title":"first"');
  expect((await pieces.next()).value).toContain('"text":"first"');
  // Once everything for the head, then no more than is written.
  expect(counts).toEqual({ read: PIECES + 1, open: 1 });
  await pieces.return(undefined);
  expect(counts).toEqual({ read: PIECES + 1, open: 0 });
});

test('reads nothing more after the reader has left', async () => {
  const leaving = new AbortController();
  const { counts, pieces } = longSession(leaving.signal);
  await pieces.next();
  const next = pieces.next();
  leaving.abort();
  await expect(next).rejects.toThrow('aborted');
  expect(counts.read).toBeLessThan(PIECES);
  expect(counts.open).toBe(0);
});
