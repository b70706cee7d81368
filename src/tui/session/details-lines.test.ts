import { expect, test } from 'vitest';
import { PLAIN } from '../../lib/style.ts';
import type { SessionView } from '../../protocol/session.ts';
import { detailsLines } from './details-lines.ts';

const NOW = Date.parse('2026-01-02T12:00:00.000Z');
const empty = { background_tasks: [], tasks: [], files: [], mcp_servers: [], cwd: '/work', session_id: 's' };
const lines = (about: object, rules?: Parameters<typeof detailsLines>[1], width = 80) =>
  detailsLines({ ...empty, ...about } as unknown as SessionView, rules, { width, style: PLAIN, now: NOW });

test('shows tasks, limits, files, MCP servers and rules, and omits empty parts', () => {
  const started_at = '2026-01-02T11:56:00.000Z';
  const shown = lines(
    {
      background_tasks: [{ task_id: 'b', task_type: 'local_bash', description: 'Watch tests', started_at }],
      rate_limit: { status: 'rejected', rateLimitType: 'five_hour', resetsAt: NOW / 1000 + 60 },
      tasks: [{ id: '1', subject: 'Write docs', state: 'in_progress' }],
      files: [{ path: '/work/a.ts', edits: 1, lines_added: 3, lines_removed: 1, last_at: '' }],
      mcp_servers: [{ name: 'db', status: 'connected' }],
    },
    { items: [{ behavior: 'deny', rule: 'WebSearch', source: 'cliArg' }], known_from: 'files' },
  );
  expect(shown.map((line) => line.replace(/ {2,}/g, '  ').trim())).toEqual([
    ...['Session', '/work  folder', 's  id'],
    ...['Background tasks 1', 'Watch tests  command, running · 4 min'],
    ...['Limits', '5-hour limit  reached, resets in 1 min'],
    ...['Tasks 0 of 1', 'Write docs  in progress', 'Files changed 1', 'a.ts  +3 −1'],
    ...['MCP servers', 'db  connected', 'Permission rules', 'Denied', 'WebSearch  given at start'],
    ...['Read from settings files. Rules added in the terminal for this session only', 'are missing.'],
  ]);
  expect(lines({})).toHaveLength(5);
});

test('wraps a long rule, with its source below it', () => {
  const rule = `Bash(${'npm run build --workspace packages/one && '.repeat(3)})`;
  const shown = lines(
    {},
    { items: [{ behavior: 'allow', rule, source: 'userSettings' }], known_from: 'claude' },
  );
  expect(shown.every((line) => line.length <= 80)).toBe(true);
  expect(shown.at(-1)).toBe('     in all your projects');
  expect(shown.join('').replace(/ /g, '')).toContain(rule.replace(/ /g, ''));
});
