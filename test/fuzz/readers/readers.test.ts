/** Almost valid rows of transcripts, lines of the output stream and hooks: nothing throws, nothing is lost. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { readTranscriptRow } from '../../../src/adapters/transcript-adapter.ts';
import { newTranscriptState } from '../../../src/adapters/transcript-state.ts';
import { isPrivateRow, type TranscriptRow } from '../../../src/claude/transcript-row.ts';
import type { Run } from '../../../src/drivers/driver.ts';
import { LiveText } from '../../../src/hub/intake/live-text.ts';
import { StreamIntake } from '../../../src/hub/intake/stream-intake.ts';
import { ReinsError } from '../../../src/protocol/errors.ts';
import { type OpenedLog, openLog } from '../../../src/store/open-log.ts';
import { startTestHub } from '../../hub/test-hub.ts';
import { fuzz, type Round } from '../fuzz.ts';
import { checkSession } from './check-log.ts';
import { mutated } from './mutated.ts';
import { recordedLines } from './recorded-lines.ts';

const NOON = Date.parse('2026-01-02T12:00:00.000Z');
const HOST = 'desk';
/** Histories of several lines each. */
const HISTORIES = 60;
const LENGTH = 12;

const rows = [...recordedLines('session-'), ...recordedLines('agent-')] as unknown as TranscriptRow[];
const lines = recordedLines('stream').flatMap(({ line }) => (line ? [line as Record<string, unknown>] : []));
const hooks = recordedLines('hooks').map(({ payload }) => payload as Record<string, unknown>);

/** Rows that a reader has no case for, and might lose by mistake. */
const KNOWN_TYPES = new Set(rows.map(({ type }) => type));

fuzz('rows', (seed) =>
  withLog((opened) =>
    playHistories(seed, rows, (history, sessionId) => {
      let state = newTranscriptState(undefined);
      for (const [index, row] of history.entries()) {
        if (typeof row !== 'object' || row === null || typeof row.type !== 'string') continue;
        const reading = readTranscriptRow(row, index * 1000, state);
        state = reading.state;
        const isUnknown = !KNOWN_TYPES.has(row.type) && !isPrivateRow(row);
        if (isUnknown && !reading.drafts.some(({ type }) => type === 'row_kept'))
          throw new Error(`a row of type ${JSON.stringify(row.type)} is lost`);
        opened.log.append([{ sessionId, drafts: reading.drafts }]);
      }
      checkSession(opened, sessionId, HOST);
    }),
  ),
);

fuzz('stream', (seed) =>
  withLog(async (opened) => {
    const { log, reader } = opened;
    const warnings: string[] = [];
    const output = {
      info: () => {},
      warn: (message: string, error?: unknown) =>
        void warnings.push(`${message}: ${(error as Error)?.stack}`),
    };
    return playHistories(seed, lines, async (history, sessionId) => {
      const live = new LiveText(log, reader);
      const intake = new StreamIntake({ log, reader, live, output, readTranscript: async () => {} });
      const run = { runId: sessionId, sessionId, pid: 7, startMark: '1', driver: 'stream' } as Run;
      // Half of the runs have no transcript: then the conversation comes from the stream.
      const persists = Number.parseInt(sessionId.at(-1) ?? '0', 16) % 2 === 0;
      const created = { type: 'session_created', how: 'new', persists, by: 'fuzz' } as const;
      log.append([{ sessionId, drafts: [{ ...created, source: 'driver', at: NOON }] }]);
      for (const [index, line] of history.entries()) {
        const own = JSON.stringify(line)?.replaceAll(/"session_id":"[^"]*"/g, `"session_id":"${sessionId}"`);
        const taken = await intake.line(run, { text: own ?? '', end: (index + 1) * 1000, at: NOON + index });
        if (!taken || warnings.length > 0) throw new Error(warnings.splice(0).join('\n') || 'not recorded');
      }
      live.close();
      checkSession(opened, sessionId, HOST);
    });
  }),
);

fuzz('hooks', async (seed) => {
  const folder = mkdtempSync(join(tmpdir(), 'reins-fuzz-hooks-'));
  const configDir = join(folder, 'claude');
  mkdirSync(configDir);
  const testHub = startTestHub({ folder, configDir });
  try {
    await testHub.hub.listed;
    return await playHistories(seed, hooks, async (history, sessionId) => {
      let kept = 0;
      for (const [index, hook] of history.entries()) {
        const raw = (JSON.stringify(hook) ?? '').replaceAll(
          /"session_id":"[^"]*"/g,
          `"session_id":"${sessionId}"`,
        );
        const hooksOnly = index % 2 === 0;
        try {
          await testHub.hub.receiveHook(raw, { hooksOnly });
          kept++;
        } catch (error) {
          if (!(error instanceof ReinsError) || error.code !== 'invalid_request') throw error;
        }
      }
      const stored = testHub.rawHooks(sessionId).length;
      if (stored !== kept) throw new Error(`${stored} of ${kept} accepted hooks are stored`);
      JSON.stringify(testHub.view(sessionId));
      if (testHub.warnings.length > 0) throw new Error((testHub.warnings as string[]).splice(0).join('\n'));
    });
  } finally {
    testHub[Symbol.dispose]();
    rmSync(folder, { recursive: true, force: true });
  }
});

async function withLog(play: (opened: OpenedLog) => Promise<Round>): Promise<Round> {
  const folder = mkdtempSync(join(tmpdir(), 'reins-fuzz-log-'));
  const opened = openLog({ folder, host: HOST });
  try {
    return await play(opened);
  } finally {
    opened.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Each history is a separate session; the smallest failing one is reported. */
async function playHistories<Value>(
  seed: number,
  values: readonly Value[],
  play: (history: readonly Value[], sessionId: string) => void | Promise<void>,
): Promise<Round> {
  let sessions = 0;
  let cases = 0;
  const history = fc.array(mutated(values), { minLength: 1, maxLength: LENGTH });
  const property = fc.asyncProperty(history, async (drawn) => {
    cases += drawn.length;
    await play(drawn, sessionNamed(++sessions));
  });
  const { failed, counterexample, errorInstance } = await fc.check(property, { seed, numRuns: HISTORIES });
  const finding = `${(errorInstance as Error | null)?.stack}\n${shown(counterexample)}`;
  return { cases, findings: failed ? [finding] : [] };
}

/** A value may be nested too deeply for JSON. */
function shown(value: unknown): string {
  return inspect(value, { depth: 8, maxStringLength: 300, maxArrayLength: 20, breakLength: 200 });
}

function sessionNamed(number: number): string {
  return `11111111-1111-4111-8111-${number.toString(16).padStart(12, '0')}`;
}
