/**
 * The first list of a hub over transcripts it has never seen: read immediately from both ends of each file, however many
 * there are.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { startTestHub } from '../hub/test-hub.ts';
import { stageTest } from '../stage-test.ts';

const row = (row: object) => `${JSON.stringify(row)}\n`;
const prompt = (text: string, gitBranch = 'main') =>
  row({
    ...{
      type: 'user',
      uuid: text.slice(0, 20),
      timestamp: '2026-01-01T10:00:00.000Z',
      cwd: '/shop',
      gitBranch,
    },
    message: { content: text },
  });

stageTest('titles and branches come from both ends of a file', async ({ stage }) => {
  const folder = join(stage.configDir, 'projects', 'made-by-hand');
  mkdirSync(folder, { recursive: true });
  const write = (digit: string, ...rows: string[]) =>
    writeFileSync(join(folder, `${digit.repeat(8)}-1111-4111-8111-111111111111.jsonl`), rows.join(''));
  const much = prompt('much said in between '.repeat(4000));
  write('1', prompt('first words'), much, prompt('later words', 'fix/it'));
  write(
    '2',
    prompt('first words'),
    much,
    row({ type: 'custom-title', customTitle: 'A given title' }),
    prompt('x'),
  );
  write('3', prompt(`a long first prompt ${'of many words '.repeat(3000)}`), much);
  write('4', prompt('short'));
  write('5', 'no json\n', much.slice(0, 50_000));
  using hub = startTestHub(stage);
  await waitUntil('all five', () => hub.sessions().length === 5);
  const seen = hub.sessions().map(({ session_id, title, git_branch, turns }) => {
    expect(turns).toEqual([]);
    return [session_id[0], title.slice(0, 19), git_branch];
  });
  expect(seen.sort()).toEqual([
    ['1', 'first words', 'fix/it'],
    ['2', 'A given title', 'main'],
    ['3', 'a long first prompt', 'main'],
    ['4', 'short', 'main'],
    ['5', '', undefined],
  ]);
});
