import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TranscriptRow } from '../claude/transcript-row.ts';
import { costOf } from '../core/usage/cost-of.ts';
import { usageOfRow } from './usage-of-row.ts';

const row = (message: object, more: object = {}): TranscriptRow =>
  ({
    type: 'assistant',
    uuid: 'u',
    cwd: '/p',
    message: { id: 'm1', model: 'claude-x', content: [], ...message },
    ...more,
  }) as TranscriptRow;

test('tokens of every kind, and the tools that were called', async () => {
  const usage = {
    ...{ input_tokens: 1, output_tokens: 2, cache_read_input_tokens: 3, cache_creation_input_tokens: 9 },
    cache_creation: { ephemeral_5m_input_tokens: 4, ephemeral_1h_input_tokens: 5 },
    server_tool_use: { web_search_requests: 6 },
  };
  const content = [
    { type: 'text', text: 'x' },
    { type: 'tool_use', name: 'Bash' },
    { type: 'tool_use', name: 'Bash' },
    { type: 'server_tool_use', name: 'web_search' },
  ];
  expect(usageOfRow(row({ usage, content }, { isSidechain: true }), 7)).toEqual({
    ...{
      messageId: 'm1',
      at: 7,
      model: 'claude-x',
      project: '/p',
      isSidechain: true,
      tools: ['Bash', 'web_search'],
    },
    counts: { input: 1, output: 2, cacheRead: 3, cacheWrite5m: 4, cacheWrite1h: 5, webSearches: 6 },
  });
});

test('older rows contain less: no split of the cache, no message id', async () => {
  const usage = { input_tokens: 1, output_tokens: 2, cache_creation_input_tokens: 9 };
  expect(usageOfRow(row({ usage, id: undefined }), 0)).toMatchObject({
    messageId: 'u',
    counts: { cacheWrite5m: 9, cacheWrite1h: 0, cacheRead: 0, webSearches: 0 },
  });
});

test.each([
  ['made up by Claude Code', row({ model: '<synthetic>', usage: { input_tokens: 1 } })],
  ['without tokens', row({})],
  ['of a person', { ...row({ usage: {} }), type: 'user' }],
])('no tokens in a row %s', (_what, odd) => {
  expect(usageOfRow(odd, 0)).toBeUndefined();
});

test('invalid numbers count as nothing', async () => {
  const usage = { input_tokens: 'many', output_tokens: -5, cache_read_input_tokens: null, cache_creation: 7 };
  expect(usageOfRow(row({ usage, content: undefined }), 0)?.counts).toEqual({
    ...{ input: 0, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, webSearches: 0 },
  });
});

/** Recordings of the real CLI contain its own total for the session's cost. */
test("agrees with Claude Code's own total in every recording", async () => {
  const golden = join(import.meta.dirname, '../adapters/golden');
  let compared = 0;
  for (const recording of readdirSync(golden, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  )) {
    const folder = join(golden, recording.name);
    const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl') && name !== 'stream.jsonl');
    const rowsOf = (name: string) =>
      readFileSync(join(folder, name), 'utf8')
        .split('\n')
        .flatMap((line) => (line.includes('"type"') ? [JSON.parse(line) as TranscriptRow] : []));
    const sessions = files.filter((name) => name.startsWith('session-'));
    if (sessions.length !== 1) continue;
    const reported = rowsOf(sessions[0] ?? '').findLast(({ type }) => type === 'cost-state')?.totalCostUSD;
    const messages = new Map(
      files
        .flatMap(rowsOf)
        // Claude Code leaves out interrupted messages; the API charges for them, so they count here.
        .filter(({ isAbortedMidStream }) => !isAbortedMidStream)
        .flatMap((one) => usageOfRow(one, 0) ?? [])
        .map((one) => [one.messageId, one]),
    );
    const ours = [...messages.values()].reduce((sum, { model, counts: { input, output, cacheRead } }) => {
      const none = { messages: 1, cache_write_5m_tokens: 0, cache_write_1h_tokens: 0, web_searches: 0 };
      const tokens = { ...none, input_tokens: input, output_tokens: output, cache_read_tokens: cacheRead };
      return sum + (costOf(model, tokens, false) ?? 0);
    }, 0);
    if (reported === undefined) continue;
    expect([recording.name, ours.toFixed(6)]).toEqual([recording.name, reported.toFixed(6)]);
    compared++;
  }
  expect(compared).toBeGreaterThan(8);
});
