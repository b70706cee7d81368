/**
 * Text from sessions is untrusted: everything that reads commands or text must take time proportional to its length.
 * Compares the work for a text with that for one eight times as long; it does not measure absolute speed.
 */
import { describe, expect, test } from 'vitest';
import { readHook } from '../../src/adapters/hook-adapter.ts';
import { readTranscriptRow } from '../../src/adapters/transcript-adapter.ts';
import { newTranscriptState } from '../../src/adapters/transcript-state.ts';
import { hookPayloadSchema } from '../../src/claude/hook-payload.ts';
import { commandOutput } from '../../src/core/conversation/command-output.ts';
import { editLines } from '../../src/core/conversation/diff-lines.ts';
import { plainText } from '../../src/core/conversation/plain-text.ts';
import { markdownToHtml } from '../../src/core/export/markdown-to-html.ts';
import { tameMarkdown } from '../../src/core/export/tame-markdown.ts';
import { maskSecrets } from '../../src/core/masking/mask-secrets.ts';
import { decide } from '../../src/core/policy/decide.ts';
import { flagInteraction } from '../../src/core/policy/flag-interaction.ts';
import { namedPaths } from '../../src/core/policy/named-paths.ts';
import { bashInteraction, moment, policyOf, toolInteraction } from '../../src/core/policy/policy-fixture.ts';
import { Line } from '../../src/core/policy/shell/line.ts';
import { inputLines } from '../../src/core/wording/input-lines.ts';
import { interactionText, interactionWarnings } from '../../src/core/wording/interaction-text.ts';
import { cleanLine, cleanText } from '../../src/lib/clean-text.ts';
import { isTooDeep } from '../../src/lib/parse-json.ts';
import { PLAIN } from '../../src/lib/style.ts';
import { cutToWidth } from '../../src/lib/text-width.ts';
import { wrapText } from '../../src/lib/wrap-text.ts';
import { markdownLines } from '../../src/tui/lines/markdown-lines.ts';
import { lineOf } from '../../src/tui/lines/spans.ts';
import { splitBlocks, toHtml } from '../../web/markdown/render-markdown.ts';

const policy = policyOf(
  { match: { command: ['rm -rf *', 'git push --force *'] }, decide: 'deny' },
  { match: { path: '**/a*b*c*/**' }, decide: 'deny' },
  { match: { command: ['git *', 'tar *', 'sort *'], path: '**' }, decide: 'allow' },
);
const HOOK = {
  ...{ session_id: '11111111-1111-4111-8111-111111111111', hook_event_name: 'PermissionRequest' },
  tool_name: 'Bash',
};
const layout = { style: PLAIN, width: 80, cwd: '/x' };

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  'warnings of a command': (text) => interactionWarnings(bashInteraction(text), '/x'),
  'warnings of a file': (text) => interactionWarnings(toolInteraction('Write', { file_path: text }), '/x'),
  'words of a request': (text) => [
    interactionText(bashInteraction(text)),
    interactionText(toolInteraction(`mcp__${text}`, { text })),
    interactionText({ kind: 'plan', input: { plan: text } }),
  ],
  'rules on a command': (text) => decide(policy, bashInteraction(text), moment),
  'rules on a file': (text) =>
    decide(policy, toolInteraction('Write', { file_path: text, content: text }), moment),
  'flags of a command': (text) => flagInteraction(bashInteraction(text), moment),
  'flags of a file': (text) =>
    flagInteraction(toolInteraction('Write', { file_path: text, content: text }), moment),
  'paths in a command': (text) => namedPaths(bashInteraction(text), '/home/ann'),
  'programs of a line': (text) => new Line(text).mayRun('rm'),
  'clean text': (text) => [cleanText(text), cleanLine(text), plainText(text)],
  'wrapped text': (text) => [wrapText(text, 80), cutToWidth(text, 80), lineOf([{ text }], 80)],
  'input in a terminal': (text) => inputLines(bashInteraction(text), layout),
  'an edit in a terminal': (text) =>
    inputLines(
      toolInteraction('Edit', { file_path: text, old_string: text, new_string: `a${text}` }),
      layout,
    ),
  'an edit of every line': (text) =>
    inputLines(
      toolInteraction('Edit', { old_string: text, new_string: text.replaceAll('\n', 'b\n') }),
      layout,
    ),
  'an edit on a page': (text) => editLines(text, text.replaceAll('\n', 'b\n')),
  'markdown in a terminal': (text) => markdownLines(text, 80, PLAIN),
  'markdown of an export': (text) => [markdownToHtml(text), tameMarkdown(text)],
  'a table in a terminal': (text) => markdownLines(`|a|b|\n|-|-|\n${text}`, 80, PLAIN),
  'markdown of the page': (text) => [toHtml(text), splitBlocks(text)],
  'masked secrets': maskSecrets,
  'output of a command': commandOutput,
  'a row of a transcript': (text) =>
    ['user', 'queue-operation'].map((type) =>
      readTranscriptRow({ type, content: text, message: { content: text } }, 0, newTranscriptState()),
    ),
  'a hook': (text) =>
    readHook(hookPayloadSchema.parse({ ...HOOK, tool_input: { command: text } }), {
      ...{ at: 0, raw: text, newId: () => '' },
    }),
  'the depth of JSON': (text) => [isTooDeep(text), isTooDeep(JSON.stringify({ text }))],
};

/** Repeated; each of these once made a reader slow, or is of that kind. */
const PIECES = [
  ...['1', 'a', ' ', '\n', 'a\n', '/', '*', '`', '|', '#', '\u0301', '\u009d', '\u001b]', '\u202e'],
  ...['git push ', 'git clean -', 'rm -', 'curl |', 'find ', ':(){', 'a b ', 'cd a;', '127.', '--a '],
  ...['[', '{"', '"\\', '<command-name>', 'PreCompact [', '[a](', '**', '| - ', 'password='],
  ...['~', '-', ':0', '1-', '..', '$(x) 0'],
];

const SHORT = 12_500;
const LONG = 8 * SHORT;
/** Proportional work is 8 times as much; with one quadratic step it is 64 times. */
const MOST = 20;
/** Shorter times reflect the machine rather than the work. A quadratic step over the long text takes seconds. */
const LEAST_MS = 15;
/** The first look is at a quarter of the text, over which a quadratic step takes a sixteenth of the time. */
const FIRST = { short: SHORT / 4, long: LONG / 4, leastMs: LEAST_MS / 16 };

describe.each(Object.entries(READERS))('%s', (_, read) => {
  test.each(PIECES)('of many %j', (piece) => {
    const textOf = (length: number) => `${piece.repeat(length / piece.length)}x`;
    const first = msFor(read, textOf(FIRST.long));
    const least = Math.min(...[1, 2, 3].map(() => msFor(read, textOf(FIRST.short))));
    if (first < MOST * Math.max(FIRST.leastMs, least)) return;
    // Slow, or the machine is busy: longer texts show which.
    const [short, long] = [textOf(SHORT), textOf(LONG)];
    // Other work on the machine can only add to the measurement.
    let growth = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 10 && growth > MOST; round++) {
      const least = Math.max(LEAST_MS, msFor(read, short));
      growth = Math.min(growth, msFor(read, long) / least);
    }
    expect(growth).toBeLessThan(MOST);
  });
});

function msFor(read: (text: string) => unknown, text: string): number {
  const started = performance.now();
  read(text);
  return performance.now() - started;
}
