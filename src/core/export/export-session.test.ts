import { expect, test } from 'vitest';
import type { Interaction } from '../../protocol/interactions.ts';
import type { Agent } from '../../protocol/session.ts';
import { at, exported, item, prompt, said, tool } from './export-fixture.ts';

const FORMATS = ['markdown', 'html', 'json'] as const;

const AGENT: Agent = {
  ...{ agent_id: 'a1', agent_type: 'Explore', description: 'Count', tool_use_id: 't1', state: 'finished' },
  ...{ started_at: at(1), tool_calls: 0 },
};
const INTERACTION: Interaction = {
  ...{ id: 'i1', session_id: 's', host: 'desk', kind: 'permission', state: 'answered', tool_use_id: 't2' },
  ...{ input: {}, suggestions: [], opened_at: at(0), closed_at: at(65), routes: [] },
  answer: {
    ...{ by: { type: 'device', name: 'phone' }, at: at(65), route: 'hook', applied: 'confirmed' },
    ...{ decision: 'allow' },
  },
};

test.each(FORMATS)('%s contains everything in order, with a subagent inside its call', async (format) => {
  const text = await exported(format, {
    items: [
      prompt('Count the files'),
      item('thinking', { text: 'I could delegate' }),
      tool('Agent', { prompt: 'count them' }, { result: [{ type: 'text', text: 'handed back' }] }),
      tool('Bash', { command: 'ls -l' }, { tool_use_id: 't2', result: 'total 0' }),
      said('There are **no files**.'),
      item('error', { error: 'overloaded', message: 'Try later', status: 529 }),
      item('command', { name: 'model', args: 'opus', output: 'Set model' }),
      item('compaction', { trigger: 'manual', summary: 'We counted' }),
      item('end', { prompt_id: 'p', outcome: 'completed', duration_ms: 65_000 }),
    ],
    agents: { a1: [prompt('inner task'), said('inner answer')] },
    known: [AGENT],
    interactions: [INTERACTION],
  });
  const order = [
    ...[
      'Count the files',
      'I could delegate',
      'count them',
      'inner task',
      'inner answer',
      'ls -l',
      'total 0',
    ],
    ...['no files', 'Try later', 'Set model', 'We counted'],
  ];
  const places = order.map((words) => text.indexOf(words));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(text).toContain('phone');
  if (format !== 'json') expect(text).toContain('Allowed by phone');
});

test('JSON is valid, with subagents nested', async () => {
  const text = await exported('json', {
    items: [prompt('a'), tool('Agent', { prompt: 'x' }), said('b')],
    agents: {
      a1: [prompt('c'), tool('Agent', {}, { tool_use_id: 't9' }), said('d')],
      a2: [said('e')],
      a3: [said('f')],
    },
    known: [
      AGENT,
      { ...AGENT, agent_id: 'a2', tool_use_id: 't9' },
      { ...AGENT, agent_id: 'a3', tool_use_id: 'unknown' },
    ],
    interactions: [{ ...INTERACTION, tool_use_id: 'gone' }],
  });
  expect(JSON.parse(text)).toMatchObject({
    reins_export: 1,
    masked: true,
    session: { title: 'A session' },
    items: [
      { kind: 'prompt', text: 'a' },
      {
        kind: 'tool',
        agent: {
          agent_id: 'a1',
          items: [{}, { agent: { agent_id: 'a2', items: [{ text: 'e' }] } }, { text: 'd' }],
        },
      },
      { kind: 'text', text: 'b' },
    ],
    rest: [{ agent_id: 'a3', items: [{ text: 'f' }] }, { id: 'i1' }],
  });
});

test('the end of a turn follows its answer, no matter where it was reported', async () => {
  const end = () => item('end', { prompt_id: 'p', outcome: 'completed', duration_ms: 1000 });
  const items = [prompt('First?'), end(), said('One.'), prompt('Second?'), said('Two.'), end()];
  const markdown = await exported('markdown', { items });
  const order = [...markdown.matchAll(/First\?|One\.|Second\?|Two\.|Done/g)].map(([word]) => word);
  expect(order).toEqual(['First?', 'One.', 'Done', 'Second?', 'Two.', 'Done']);
});

test('shows edits as diffs, and plans and questions as readable text', async () => {
  const edit = tool('Edit', { file_path: '/p/a.ts', old_string: 'x', new_string: 'y' });
  const patched = tool(
    'Edit',
    { file_path: '/p/b.ts' },
    {
      details: {
        structuredPatch: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-one', '+two'] }],
      },
    },
  );
  const cell = tool(
    'NotebookEdit',
    { notebook_path: '/p/n.ipynb', new_source: 'four' },
    { details: { notebook_path: '/p/n.ipynb', old_source: 'three', new_source: 'four', error: '' } },
  );
  const plan = tool('ExitPlanMode', { plan: '# The plan\n\n1. Do it' });
  const question = tool(
    'AskUserQuestion',
    {
      questions: [{ question: 'Which?', options: [{ label: 'A', description: 'First' }, { label: 'B' }] }],
    },
    { details: { answers: { 'Which?': 'A' } } },
  );
  const reported = { items: [edit, patched, cell, plan, question] };
  const markdown = await exported('markdown', reported);
  expect(markdown).toContain('```diff\n-x\n+y\n```');
  expect(markdown).toContain('```diff\n@@ -1,1 +1,1 @@\n-one\n+two\n```');
  expect(markdown).toContain('```diff\n-three\n+four\n```');
  expect(markdown).toContain('#### The plan');
  expect(markdown).toContain('- A: First');
  expect(markdown).toContain('*Which? → A*');
  const html = await exported('html', reported);
  expect(html).toContain('<span class="del">-one\n</span><span class="add">+two\n</span>');
  expect(html).toContain('<h3>The plan</h3>');
});

test.each(FORMATS)('masks secrets in %s unless they are requested', async (format) => {
  const key = `ghp_${'a1B2'.repeat(9)}`;
  const reported = {
    items: [
      prompt(`use ${key}`),
      tool('Bash', { command: `curl -H "x: ${key}"`, env: { TOKEN: 'hush hush' } }, { result: key }),
      tool('Other', { password: 'correct horse' }, { details: { stdout: key } }),
    ],
    title: `About ${key}`,
    interactions: [{ ...INTERACTION, input: { command: key }, tool_use_id: 'gone' }],
  };
  const masked = await exported(format, reported);
  expect(masked).not.toContain(key);
  expect(masked).not.toMatch(/hush hush|correct horse/);
  expect(await exported(format, { ...reported, raw: true })).toContain(key);
});
