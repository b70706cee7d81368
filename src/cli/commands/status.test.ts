import { expect, test } from 'vitest';
import { PLAIN } from '../terminal/style.ts';
import { renderStatus } from './status.ts';

const none = { starting: 0, working: 0, waiting: 0, idle: 0, ended: 0 };
const hooks = { installed: [{ file: '/home/me/.claude/settings.json', events: 13 }], silenced_by: [] };
const progress = { files: 0, files_read: 0, bytes: 0, bytes_read: 0, unreadable: 0 };
const history = {
  ...({ state: 'ready', progress } as const),
  ...{ database_bytes: 0, log_bytes: 0, files_gone: 0 },
};
const hub = {
  history,
  ...({ running: true, url: 'http://127.0.0.1:4820', version: '1.0.0' } as const),
  ...{ drivers: { stream: 0, tmux: 0, external: 1 }, queued_prompts: 0, waiting_in_terminal: 0 },
  rules: { count: 0, problems: [] },
};

test('shows the hub, its sessions, and pending requests', () => {
  const now = Date.parse('2026-01-01T02:05:00Z');
  const full = { ...hub, pid: 7, started_at: '2026-01-01T00:00:00.000Z', open_interactions: 1, hooks };
  expect(renderStatus({ ...full, sessions: { ...none, working: 2, waiting: 1 } }, PLAIN, now)).toBe(
    [
      'Reins 1.0.0 at http://127.0.0.1:4820, pid 7, up for 2 h 5 min',
      '● 2 working  ◆ 1 waiting',
      '1 request is waiting for you',
      '13 events report from /home/me/.claude/settings.json',
    ].join('\n'),
  );
});

test('counts sessions that wait in their terminal', () => {
  const waiting = { ...hub, sessions: { ...none, waiting: 2 }, hooks, waiting_in_terminal: 1 };
  expect(renderStatus({ ...waiting, open_interactions: 1 }, PLAIN, 0)).toContain(
    '◆ 2 waiting\n1 request is waiting for you\n1 session is waiting for you in the terminal\n',
  );
  expect(renderStatus({ ...waiting, open_interactions: 0 }, PLAIN, 0)).not.toContain('nothing is waiting');
});

test('shows sessions by driver, and queued prompts', () => {
  const driven = { ...hub, drivers: { stream: 2, tmux: 0, external: 1 }, queued_prompts: 3 };
  const text = renderStatus({ ...driven, sessions: none, open_interactions: 0, hooks }, PLAIN, 0);
  expect(text).toContain('\n2 headless (stream), 1 started outside of Reins\n3 prompts in the queue\n');
});

test('a remote hub without sessions', () => {
  const seen = { ...hub, sessions: none, open_interactions: 0 };
  const lines = ['Reins 1.0.0 at http://127.0.0.1:4820', 'no sessions yet', 'nothing is waiting for you'];
  expect(renderStatus({ ...seen, hooks: { installed: [], silenced_by: [] } }, PLAIN, 0)).toBe(
    [...lines, 'sessions in terminals do not report here yet; run "reins install"'].join('\n'),
  );
  expect(renderStatus({ ...seen, hooks: { ...hooks, silenced_by: ['/s.json'] } }, PLAIN, 0)).toBe(
    [...lines, 'hooks are installed, but "disableAllHooks" in /s.json disables them'].join('\n'),
  );
});

test('shows active rules, or an invalid file', () => {
  const seen = { ...hub, sessions: none, open_interactions: 0, hooks };
  expect(renderStatus({ ...seen, rules: { count: 2, problems: [] } }, PLAIN, 0)).toContain(
    '\n2 rules answer for you\n',
  );
  const problems = [{ line: 3, path: 'rules[0]', message: 'unknown key.' }];
  expect(renderStatus({ ...seen, rules: { count: 0, problems } }, PLAIN, 0)).toContain(
    '\nno rule applies, the file is invalid: policy.json:3: rules[0]: unknown key.\n',
  );
});

test('shows the progress of reading past sessions', () => {
  const render = (changes: object) => {
    const kept = { ...history, database_bytes: 412_000_000, log_bytes: 2_100_000, ...changes };
    return renderStatus({ ...hub, history: kept, sessions: none, open_interactions: 0, hooks }, PLAIN, 0);
  };
  const read = { files: 3, files_read: 3, bytes: 200, bytes_read: 200, unreadable: 0 };
  expect(render({ progress: read, files_gone: 2 })).toContain(
    '\n5 transcripts, 2 of them only here, all searchable: 412 MB of history, 2.1 MB of events\n',
  );
  expect(render({ progress: read, log_bytes_per_day: 310_000 })).toContain(
    '2.1 MB of events (grows by 310 kB a day)\n',
  );
  expect(render({ progress })).toContain('\n2.1 MB of events\n');
  const reading = { ...read, bytes_read: 87, unreadable: 1 };
  expect(render({ state: 'reading', progress: reading })).toContain(
    '3 transcripts, 43% searchable so far: 412 MB of history, 2.1 MB of events\n1 transcript cannot be read',
  );
  expect(render({ state: 'failed', problem: 'the disk is full' })).toContain(
    'history cannot be stored for now: the disk is full',
  );
});
