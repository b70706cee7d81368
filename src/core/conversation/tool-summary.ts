/** The outcome of a tool call in two or three words, for its line. Pure. */
import type { ItemOf } from '../../protocol/conversation.ts';
import { t, tn } from '../translate.ts';
import { changedLines } from './changed-file.ts';
import { countLines } from './diff-lines.ts';
import { plainText } from './plain-text.ts';
import { resultText } from './result-text.ts';

/** `good` and `bad` are worth noticing. */
export interface Badge {
  readonly words: string;
  readonly tone?: 'good' | 'bad';
}

type Call = Pick<ItemOf<'tool'>, 'name' | 'is_error' | 'details' | 'decision' | 'input'> & {
  readonly result?: unknown;
};

export function toolSummary(item: Call): string {
  return toolBadges(item)
    .map(({ words }) => words)
    .join(', ');
}

export function toolBadges(item: Call): Badge[] {
  if (item.decision === 'deny' || item.decision === 'reject') return [bad(t('denied'))];
  const { numFiles, numLines, numMatches, interrupted } = (item.details ?? {}) as Record<string, unknown>;
  if (item.name === 'Bash') return commandBadges(item, interrupted === true);
  if (item.is_error) return [bad(t('failed'))];
  if (interrupted === true) return [bad(t('interrupted'))];
  const lines = changedLines(item.details);
  if (lines.length > 0) {
    const { added, removed } = countLines(lines);
    return [{ words: [added > 0 && `+${added}`, removed > 0 && `−${removed}`].filter(Boolean).join(' ') }];
  }
  if (typeof numFiles === 'number') return [{ words: tn(numFiles, '{n} file', '{n} files') }];
  if (typeof numMatches === 'number') return [{ words: tn(numMatches, '{n} hit', '{n} hits') }];
  return typeof numLines === 'number' ? [{ words: tn(numLines, '{n} line', '{n} lines') }] : [];
}

/** A command: its exit code unless it is 0, and what its tests reported, or else how much it printed. */
function commandBadges(item: Call, isInterrupted: boolean): Badge[] {
  const text = resultText({ result: item.result, details: item.details }).trimEnd();
  const code = item.is_error ? /^(?:Error: )?Exit code (\d+)/.exec(text)?.[1] : undefined;
  const tests = testCounts(text);
  const failure = isInterrupted
    ? t('interrupted')
    : code
      ? t('exit {code}', { code })
      : item.is_error
        ? t('failed')
        : '';
  // Failed tests explain the exit code.
  const how = tests.failed > 0 ? '' : failure;
  const lines = text === '' ? 0 : text.split('\n').length;
  return [
    ...(how ? [bad(how)] : []),
    ...(tests.failed > 0 ? [bad(tn(tests.failed, '{n} failed', '{n} failed'))] : []),
    ...(tests.passed > 0
      ? [{ words: tn(tests.passed, '{n} passed', '{n} passed'), tone: 'good' as const }]
      : []),
    ...(how === '' && tests.passed + tests.failed === 0 && lines > 1
      ? [{ words: tn(lines, '{n} line', '{n} lines') }]
      : []),
  ];
}

/** Test runners report their totals near the end of their output. */
const END_OF_OUTPUT = 4000;
const PASSED = /(\d+)\s+(?:tests?\s+)?pass(?:ed|ing)\b|\bpass\s+(\d+)$/;
const FAILED = /(\d+)\s+(?:tests?\s+)?fail(?:ed|ing|ures?)\b|\bfail\s+(\d+)$/;

/** From the last line that has a count; some runners use a line for each. */
function testCounts(text: string): { readonly passed: number; readonly failed: number } {
  const end = text.slice(-END_OF_OUTPUT);
  if (!/pass|fail/.test(end)) return { passed: 0, failed: 0 };
  const lines = plainText(end).split('\n');
  const last = (pattern: RegExp) => lines.findLastIndex((line) => pattern.test(line));
  const [passedAt, failedAt] = [last(PASSED), last(FAILED)];
  const isNear = Math.abs(passedAt - failedAt) <= 3;
  const read = (pattern: RegExp, at: number, other: number) => {
    const [, one, two] = (at >= 0 && (isNear || at > other) && pattern.exec(lines[at] ?? '')) || [];
    return Number(one ?? two ?? 0);
  };
  return { passed: read(PASSED, passedAt, failedAt), failed: read(FAILED, failedAt, passedAt) };
}

function bad(words: string): Badge {
  return { words, tone: 'bad' };
}
