/** Exports and timelines of sessions are the same before and after the log holds them. */
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect } from 'vitest';
import { golden } from '../../adapters/golden/read-recording.ts';
import { exportSession } from '../../core/export/export-session.ts';
import { presentDetails, presentSession } from '../../core/present-session.ts';
import { TimelineBuilder } from '../../core/timeline/timeline-builder.ts';
import type { WholeSession } from '../../core/whole-session.ts';
import { LineSplitter } from '../../lib/line-splitter.ts';
import { type ExportFormatName, exportFormatSchema } from '../../protocol/export.ts';
import { NOON, SESSION, storeTest, type TestStore } from '../../store/store-fixture.ts';
import type { KeptRows } from './kept-transcripts.ts';
import { SessionTranscripts } from './session-transcripts.ts';
import { callRow, promptRow, row, textRow, toLines } from './transcript-fixture.ts';
import { WholeSessions } from './whole-sessions.ts';

const now = () => NOON;
const NO_ROWS: KeptRows = { files: async () => [], async *lines() {} };

/** A session that is listed, with its transcript where Claude Code puts it. */
interface Place {
  readonly store: TestStore;
  readonly sessionId: string;
  readonly path: string;
  readonly wholes: WholeSessions;
  /** Reads it into the log, as opening it does. */
  read(): Promise<void>;
}

function place(store: TestStore, sessionId = SESSION, rows = NO_ROWS): Place {
  const path = join(store.folder, 'claude/projects/shop', `${sessionId}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  const drafts = [
    {
      type: 'session_found',
      source: 'transcript',
      at: NOON,
      key: 'found',
      bytes: 1,
      observed: { transcript_path: path },
    },
  ] as const;
  store.log.append([{ sessionId, drafts }]);
  const read = () => new SessionTranscripts({ ...store, sessionId, path, now }).catchUp();
  const wholes = new WholeSessions({
    configFolder: join(store.folder, 'claude'),
    reader: store.reader,
    rows,
    openSession: read,
    isOpened: () => false,
    now,
  });
  return { store, sessionId, path, wholes, read };
}

async function open(
  { wholes, sessionId }: Place,
  signal = new AbortController().signal,
): Promise<WholeSession> {
  const whole = await wholes.open(sessionId, signal);
  if (!whole) throw new Error('There is no such session.');
  return whole;
}

async function write(whole: WholeSession, format: ExportFormatName): Promise<string> {
  const source = {
    session: async () => presentDetails(await whole.state()),
    interactions: [],
    pages: (agentId?: string) => whole.pages(agentId),
  };
  let text = '';
  for await (const piece of exportSession(source, { format, raw: true, timeZone: 'UTC', now: NOON }))
    text += piece;
  return text;
}

/** In every format. */
async function writeAll(one: Place) {
  const [markdown, html, json] = await Promise.all(
    exportFormatSchema.options.map(async (format) => write(await open(one), format)),
  );
  const whole = await open(one);
  const timeline = new TimelineBuilder(presentSession(await whole.state()), [], NOON);
  for await (const page of whole.pages()) for (const item of page) timeline.add(item);
  return { markdown, html, json, timeline: timeline.finish() };
}

/** Written before it is in the log, and after. */
async function expectSame(one: Place): Promise<void> {
  const before = await writeAll(one);
  expect(one.store.reader.session(one.sessionId)?.seq).toBe(1);
  await one.read();
  expect(one.store.reader.hasItems(one.sessionId)).toBe(true);
  expect(await writeAll(one)).toEqual(before);
}

describe('recordings of Claude Code', () => {
  for (const recording of readdirSync(golden, { withFileTypes: true })) {
    if (!recording.isDirectory()) continue;
    const files = readdirSync(join(golden, recording.name));
    for (const file of files.filter((name) => name.startsWith('session-') && name.endsWith('.jsonl'))) {
      storeTest(`${recording.name}, ${file}`, async ({ store }) => {
        const one = place(store, basename(file, '.jsonl').slice('session-'.length));
        copyFileSync(join(golden, recording.name, file), one.path);
        const agents = join(dirname(one.path), one.sessionId, 'subagents');
        mkdirSync(agents, { recursive: true });
        for (const agent of files.filter((name) => /^agent-.*\.jsonl$/.test(name))) {
          copyFileSync(join(golden, recording.name, agent), join(agents, agent));
          const about = { agentType: 'general-purpose', description: 'Count', toolUseId: callOf(one.path) };
          writeFileSync(join(agents, agent.replace('.jsonl', '.meta.json')), JSON.stringify(about));
        }
        await expectSame(one);
      });
    }
  }
});

/** The call that began a subagent. */
function callOf(path: string): string | undefined {
  return /"id":"([^"]+)","name":"(?:Agent|Task)"/.exec(readFileSync(path, 'utf8'))?.[1];
}

const resultRow = (id: string, seconds: number, content: string) =>
  row(`r-${id}`, seconds, {
    type: 'user',
    message: { content: [{ type: 'tool_result', tool_use_id: id, content }] },
  });

storeTest('facts that are reported late, twice, or not at all', async ({ store }) => {
  const one = place(store);
  const filler = Array.from({ length: 40 }, (_, index) =>
    textRow(`f${index}`, 20 + index, 'x'.repeat(20_000)),
  );
  const rows = [
    promptRow('first', 1),
    callRow('late', 2, 'Bash', { command: 'sleep' }),
    callRow('never', 3, 'Bash', { command: 'exit' }),
    callRow('near', 4, 'Read', { file_path: '/a' }),
    textRow('before', 5, 'words'),
    resultRow('near', 6, 'near'),
    ...filler,
    resultRow('late', 70, 'late'),
    textRow('before', 71, 'told twice'),
    textRow('words', 72, 'last words'),
    promptRow('second', 80, { parentUuid: 'a-words' }),
    // Goes back to the start: the second prompt was undone.
    promptRow('third', 90, { parentUuid: 'u-first' }),
    row('d', 91, { type: 'system', subtype: 'turn_duration', durationMs: 1000 }),
    { type: 'custom-title', customTitle: 'Given at the end' },
    { type: 'something-new', uuid: 'n', any: 'thing' },
  ];
  writeFileSync(one.path, `${toLines(rows)}no json\n[]\n{"half": `);
  await expectSame(one);
});

storeTest('a conversation whose end is logged first', async ({ store }) => {
  const one = place(store);
  for (let turn = 0; turn < 60; turn++) {
    const rows = [
      promptRow(`p${turn}`, turn * 10, turn === 0 ? {} : { parentUuid: `a-w${turn - 1}` }),
      callRow(`c${turn}`, turn * 10 + 1, 'Bash', { command: 'x'.repeat(40_000) }),
      resultRow(`c${turn}`, turn * 10 + 3, 'done'),
      textRow(`w${turn}`, turn * 10 + 5, `words ${turn}`),
    ];
    appendFileSync(one.path, toLines(rows));
  }
  await expectSame(one);
});

storeTest('a missing transcript is read from history', async ({ store }) => {
  const text = toLines([
    promptRow('first', 1),
    textRow('a', 2, 'one'),
    promptRow('second', 3),
    textRow('b', 4, 'two'),
  ]);
  const lines = new LineSplitter().push(Buffer.from(text));
  const one = place(store, SESSION, {
    files: async () => [{ id: 1, path: 'gone', agentId: undefined, readTo: text.length }],
    // Two at a time.
    async *lines() {
      for (let at = 0; at < lines.length; at += 2) yield lines.slice(at, at + 2);
    },
  });
  const gone = await writeAll(one);
  expect(gone.markdown).toContain('two');
  writeFileSync(one.path, text);
  await one.read();
  expect(await writeAll(one)).toEqual(gone);
  rmSync(one.path);
});

storeTest('a session in the log is read from there, with later additions', async ({ store }) => {
  const one = place(store);
  writeFileSync(one.path, toLines([promptRow('first', 1)]));
  await one.read();
  appendFileSync(one.path, toLines([textRow('a', 2, 'added')]));
  expect(await write(await open(one), 'markdown')).toContain('added');
  expect(store.reader.session(SESSION)?.seq).toBeGreaterThan(2);
  expect(await one.wholes.open('22222222-2222-4222-8222-222222222222', AbortSignal.abort())).toBeUndefined();
});

storeTest('later additions wait for the next time', async ({ store }) => {
  const one = place(store);
  writeFileSync(one.path, toLines([promptRow('first', 1), textRow('a', 2, 'one')]));
  const whole = await open(one);
  await whole.state();
  appendFileSync(one.path, toLines([textRow('b', 3, 'two')]));
  const words: string[] = [];
  for await (const page of whole.pages())
    words.push(...page.map((item) => ('text' in item ? item.text : '')));
  expect(words).toEqual(['first', 'one']);
});
