import { expect, test } from 'vitest';
import { answerRow, callRow, promptRow, resultRow, shown, startTestHistory } from './history-fixture.ts';

const ID = '11111111-1111-4111-8111-111111111111';
const OTHER = '22222222-2222-4222-8222-222222222222';

test.for([
  ['backwards', 'the heron counts [backwards]'],
  ['heron backw', 'the [heron] counts [backwards]'],
  ['"heron counts"', 'the [heron counts] backwards'],
  ['hero* counts', 'the [heron] [counts] backwards'],
  ['HERON', 'the [heron] counts backwards'],
  ['eventlog', 'open the [EventLog] of parseHTTPHeader'],
  ['EventLog', 'open the [EventLog] of parseHTTPHeader'],
  ['header', 'open the EventLog of parseHTTP[Header]'],
  ['http', 'open the EventLog of parse[HTTP]Header'],
  ['snake_case', 'call [snake_case]_name in src/store/event-log.ts'],
  ['case', 'call snake_[case]_name in src/store/event-log.ts'],
  ['store/event-log', 'call snake_case_name in src/[store/event-log].ts'],
  ['event-log.ts', 'call snake_case_name in src/store/[event-log.ts]'],
  ['--dry-run', 'npm publish --[dry-run] failed with TS2345 and ENOENT'],
  ['--dry', 'npm publish --[dry-run] failed with TS2345 and ENOENT'],
  ['TS2345', 'npm publish --dry-run failed with [TS2345] and ENOENT'],
  ['enoent', 'npm publish --dry-run failed with TS2345 and [ENOENT]'],
  ['连接', '数据库[连接]超时 was told'],
  ['库连', '数据[库连]接超时 was told'],
  ['时', '数据库连接超[时] was told'],
  ['セッション', '[セッション]は正常'],
])('%s finds %s', async ([q, expected]) => {
  using history = startTestHistory();
  history.write(
    history.path(ID),
    promptRow('the heron counts backwards'),
    promptRow('open the EventLog of parseHTTPHeader'),
    promptRow('call snake_case_name in src/store/event-log.ts'),
    promptRow('npm publish --dry-run failed with TS2345 and ENOENT'),
    promptRow('数据库连接超时 was told'),
    promptRow('セッションは正常'),
  );
  await history.index();
  expect(history.search(q as string).map(shown)).toEqual([expected]);
});

test.for([
  'backward heron nothing',
  '"counts heron"',
  '--heron',
  'heron*x',
  '库据',
  '()"',
  'AND',
  'labels:x1',
  'x1',
])('%s finds nothing, and breaks nothing', async (q) => {
  using history = startTestHistory();
  history.write(history.path(ID), promptRow('the heron counts backwards 数据库'));
  await history.index();
  expect(history.search(q)).toEqual([]);
});

test('finds everything that was said and done, with who and where', async () => {
  using history = startTestHistory();
  history.write(
    history.path(ID),
    promptRow('prompt zebra'),
    answerRow([{ type: 'thinking', thinking: 'thought zebra' }]),
    answerRow([{ type: 'text', text: 'answer zebra' }]),
    callRow('toolu-1', 'Bash', { command: 'echo zebra' }),
    resultRow('toolu-1', 'output zebra', true),
    callRow('toolu-2', 'ExitPlanMode', { plan: '# plan zebra' }),
    resultRow('toolu-3', [
      { type: 'text', text: 'block zebra' },
      { type: 'image', source: { data: 'zebra' } },
    ]),
    { type: 'custom-title', customTitle: 'title zebra', sessionId: ID },
    promptRow('summary zebra', { isCompactSummary: true }),
  );
  await history.index();
  const hits = history.search('zebra').map((hit) => [shown(hit), hit.role, hit.tool, hit.is_error]);
  expect(hits.sort()).toEqual([
    ['# plan [zebra]', 'tool', 'ExitPlanMode', false],
    ['answer [zebra]', 'assistant', undefined, false],
    ['block [zebra]', 'tool', undefined, false],
    ['echo [zebra]', 'tool', 'Bash', false],
    ['output [zebra]', 'tool', undefined, true],
    ['prompt [zebra]', 'user', undefined, false],
    ['summary [zebra]', 'summary', undefined, false],
    ['thought [zebra]', 'thinking', undefined, false],
    ['title [zebra]', 'title', undefined, false],
  ]);
  const [hit] = history.search('echo');
  expect(hit).toMatchObject({ session_id: ID, item: 'tool:toolu-1', cwd: '/work/shop', branch: 'main' });
});

test('neither finds nor stores what must not be stored', async () => {
  using history = startTestHistory();
  history.write(
    history.path(ID),
    { type: 'api-request', blob: 'secret zebra' },
    { type: 'attachment', attachment: { type: 'prompt_snapshot', content: 'secret zebra' } },
    promptRow('hidden zebra', { isMeta: true }),
    { ...resultRow('t', 'patched'), toolUseResult: { originalFile: 'secret zebra', structuredPatch: [] } },
  );
  await history.index();
  expect(history.search('zebra')).toEqual([]);
  const blocks = history.database.prepare('SELECT sum(bytes) AS bytes FROM blocks').get() as {
    bytes: number;
  };
  // The hidden prompt and the result are rows of the conversation.
  expect(blocks.bytes).toBeLessThan(700);
});

test('filters narrow', async () => {
  using history = startTestHistory();
  history.write(
    history.path(ID),
    promptRow('zebra one', { timestamp: '2026-09-01T10:00:00.000Z' }),
    promptRow('zebra two', { cwd: '/work/shop/api', gitBranch: 'fix/it' }),
    callRow('t1', 'Edit', { file_path: '/work/shop/src/cart-view.ts', new_string: 'zebra three' }),
    resultRow('t1', 'zebra four', true),
  );
  history.write(history.path(OTHER), promptRow('zebra five', { cwd: '/work/other' }));
  await history.index();
  const found = (filter: object, q = 'zebra') =>
    history
      .search(q, filter)
      .map((hit) => shown(hit).match(/one|two|three|four|five/)?.[0])
      .sort();
  expect(found({ project: '/work/shop' })).toEqual(['four', 'one', 'three', 'two']);
  expect(found({ project: 'api' })).toEqual(['two']);
  expect(found({ branch: 'fix/it' })).toEqual(['two']);
  expect(found({ tool: 'edit' })).toEqual(['four', 'three']);
  expect(found({ role: 'user' })).toEqual(['five', 'one', 'two']);
  expect(found({ file: 'cart-view' })).toEqual(['three']);
  expect(found({ file: 'src/cart' })).toEqual(['three']);
  expect(found({ errors: 'true' })).toEqual(['four']);
  expect(found({ errors: 'true' }, '')).toEqual(['four']);
  expect(found({ session: OTHER })).toEqual(['five']);
  expect(found({ until: '2026-10-01' })).toEqual(['one']);
  expect(found({ since: '2026-10-01', role: 'user' })).toEqual(['five', 'two']);
  expect(found({ project: '/nowhere' })).toEqual([]);
});

test('newer comes first, exact words before parts of them, and pages follow each other', async () => {
  using history = startTestHistory();
  const at = (day: string) => ({ timestamp: `${day}T10:00:00.000Z` });
  history.write(
    history.path(ID),
    promptRow('red zebra old', at('2026-01-01')),
    promptRow('red zebra new', at('2026-11-14')),
    promptRow('zebra which is red', at('2026-11-14')),
    promptRow('red zebra of the future', at('2036-11-14')),
  );
  await history.index();
  const texts = history.search('red zebra').map((hit) => shown(hit).replaceAll(/[[\]]/g, ''));
  expect(texts.at(-1)).toBe('red zebra old');
  expect(texts.indexOf('zebra which is red')).toBe(2);
  const pages = [0, 1, 2, 3].flatMap((cursor) =>
    history.search('red zebra', { limit: 1, cursor: `${cursor}` }),
  );
  expect(new Set(pages.map(shown)).size).toBe(4);
});

test('a prefix in thousands of rows matches its most common words, the word itself, and words after it in a phrase', async () => {
  using history = startTestHistory();
  const rows = Array.from({ length: 3100 }, (_, index) => promptRow(`present ${index}`));
  history.write(
    history.path(ID),
    promptRow('pre'),
    ...rows,
    promptRow('a press'),
    promptRow('the last preset'),
  );
  await history.index();
  expect(history.search('pre').map(shown).join()).toMatch(/\[present\] \d+/);
  expect(history.search('PRE').map(shown)).toContain('[pre]');
  expect(history.search('last pre').map(shown)).toEqual(['the [last] [preset]']);
  expect(history.search('"a pre*"').map(shown)).toEqual(['[a press]']);
  expect(history.search('pré*').length).toBeGreaterThan(0);
});
