/** The journal of a real run: split into segments, cleaned up, bounded, and robust against a full disk. */
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { waitUntil } from '../../../stage/patience.ts';
import { say, scene } from '../../../stage/screenplay.ts';
import { stageTest } from '../../stage-test.ts';
import { copyingClaude, runnerPid } from './processes.ts';
import { streamStage, textPrompt } from './stream-stage.ts';

const segments = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('journal-'));
const TALK = scene('talk', [say('word '.repeat(2000), { chunk: 5 })]);

stageTest('segments follow each other and are removed once they are in the log', async ({ stage }) => {
  stage.play(TALK);
  const { driver, order, recorder, runFolder } = streamStage(stage);
  const claude = copyingClaude(stage);
  const run = await driver({ journalLimits: { segmentBytes: 50_000 } }).start(order({ claude: claude.path }));
  await run.deliver(textPrompt('talk'));
  await recorder.result();
  await waitUntil('one segment to be left', () => segments(runFolder(run)).length === 1);
  expect(segments(runFolder(run))).not.toEqual(['journal-0']);
  await run.stop();
  expect(recorder.lines.map(({ text }) => text)).toEqual(claude.output());
});

stageTest(
  'without a hub, omits only partial messages, and only if far too much is unread',
  async ({ stage }) => {
    stage.play(TALK);
    const { driver, order, recorder, runFolder } = streamStage(stage);
    const claude = copyingClaude(stage);
    const before = driver({ journalLimits: { segmentBytes: 20_000, farBehindBytes: 100_000 } });
    const run = await before.start(order({ claude: claude.path }));
    await run.deliver(textPrompt('talk'));
    before.close();
    await waitUntil('the turn to end', () =>
      claude.output().some((line) => line.includes('"type":"result"')),
    );
    const kept = segments(runFolder(run)).reduce(
      (sum, name) => sum + statSync(join(runFolder(run), name)).size,
      0,
    );
    expect(kept).toBeLessThan(250_000);
    const [found] = await driver().reattach();
    await recorder.result();
    await found?.stop();
    const isPartial = (line: string) => line.startsWith('{"type":"stream_event"');
    const reported = recorder.lines.map(({ text }) => text);
    expect(reported.filter((line) => !isPartial(line))).toEqual(
      claude.output().filter((line) => !isPartial(line)),
    );
    expect(reported.filter(isPartial).length).toBeLessThan(claude.output().filter(isPartial).length);
  },
);

stageTest('a full disk makes claude wait, and nothing is lost', async ({ stage }) => {
  stage.play(TALK);
  const { driver, order, recorder, runFolder } = streamStage(stage);
  const claude = copyingClaude(stage);
  const run = await driver().start(order({ claude: claude.path }));
  const journal = join(runFolder(run), 'journal-0');
  // For the runner only: none of its files may grow beyond the journal's current size and a little more.
  limitFileSize(runFolder(run), statSync(journal).size + 10_000);
  await run.deliver(textPrompt('talk'));
  await waitUntil('a warning', () => recorder.warnings.length > 0);
  expect(recorder.warnings[0]).toMatchObject({
    code: 'journal_stuck',
    message: expect.stringMatching(/EFBIG/),
  });
  // It still accepts commands while it cannot write.
  const interrupting = run.interrupt();
  limitFileSize(runFolder(run), 'unlimited');
  await interrupting;
  await recorder.result();
  await run.stop();
  expect(recorder.lines.map(({ text }) => text)).toEqual(claude.output());
});

function limitFileSize(folder: string, bytes: number | 'unlimited'): void {
  execFileSync('prlimit', [`--pid=${runnerPid(folder)}`, `--fsize=${bytes}:`]);
}
