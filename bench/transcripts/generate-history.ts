/**
 * A history like that of months of work: 1,500 transcripts, 1 GB, four of them of 50 MB with about 11,500 messages, in
 * several projects and branches. The same seed generates the same files.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomFrom } from './random.ts';
import { readRowTemplates } from './row-templates.ts';
import { writeSession } from './session-writer.ts';
import { textSource } from './text-source.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const LARGE_BYTES = 50 * 1024 * 1024;
const PROJECTS = 14;
const BRANCHES = ['main', 'develop', 'feature/search', 'fix/timeouts', 'release-2.1'];

export interface HistoryOptions {
  /** Claude Code's config folder, created here. */
  readonly configFolder: string;
  readonly transcripts?: number;
  readonly bytes?: number;
  readonly large?: number;
  readonly seed?: number;
  /** The newest session's day; the oldest is 150 days before. */
  readonly until?: number;
}

export interface GeneratedHistory {
  readonly transcripts: number;
  readonly messages: number;
  readonly bytes: number;
  /** The large ones. */
  readonly largest: readonly { readonly sessionId: string; readonly path: string }[];
  /** A phrase that is in one prompt only, and its session. */
  readonly phrase: string;
  readonly phraseIn: string;
}

export function generateHistory(options: HistoryOptions): GeneratedHistory {
  const { configFolder, transcripts = 1500, bytes = 2 ** 30, large = 4, seed = 7 } = options;
  const { until = Date.parse('2026-11-15T18:00:00Z') } = options;
  const random = randomFrom(seed);
  const text = textSource(seed);
  const templates = readRowTemplates();
  // Without it, the next Claude Code that starts there would remove everything older than a month.
  mkdirSync(configFolder, { recursive: true });
  writeFileSync(join(configFolder, 'settings.json'), JSON.stringify({ cleanupPeriodDays: 3650 }));

  const phrase = 'the purple heron counts backwards';
  const usual = (bytes - large * LARGE_BYTES) / Math.max(1, transcripts - large);
  const largest: { sessionId: string; path: string }[] = [];
  let phraseIn = '';
  let [messages, written] = [0, 0];
  for (let index = 0; index < transcripts; index++) {
    const sessionId = random.uuid();
    const cwd = `/home/dev/project-${random.skewed(PROJECTS)}`;
    const path = join(configFolder, 'projects', cwd.replaceAll('/', '-'), `${sessionId}.jsonl`);
    const isLarge = index < large;
    const isMarked = index === Math.floor(transcripts / 2);
    if (isLarge) largest.push({ sessionId, path });
    if (isMarked) phraseIn = sessionId;
    const made = writeSession(
      {
        path,
        sessionId,
        cwd,
        branch: random.pick(BRANCHES),
        beginsAt: until - 150 * DAY_MS + random.below(148) * DAY_MS + random.below(DAY_MS),
        bytes: isLarge ? LARGE_BYTES : usual * (0.1 + (random.below(1000) / 1000) * 1.8),
        messageBytes: 4500,
        phrase: isMarked ? phrase : undefined,
      },
      { templates, text, random },
    );
    messages += made.messages;
    written += made.bytes;
  }
  return { transcripts, messages, bytes: written, largest, phrase, phraseIn };
}
