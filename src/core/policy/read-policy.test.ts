import { expect, test } from 'vitest';
import type { Rule } from '../../protocol/policy.ts';
import { checkPolicy, readPolicy } from './read-policy.ts';

function problemsIn(rule: unknown) {
  return checkPolicy({ rules: [rule] }).problems?.map(({ path, message }) => `${path} ${message}`) ?? [];
}

test('a valid policy is returned unchanged', () => {
  const rules: Rule[] = [
    { name: 'look', match: { command: ['git status', 'git log *'] }, decide: 'allow' },
    { name: 'no', match: { tool: 'WebFetch', time: { days: ['sun'] } }, decide: { deny: 'Not on Sundays.' } },
    { name: 'enough', match: { session_cost_usd_over: 20 }, decide: 'stop_session' },
    { name: 'db', match: {}, decide: { answer: { 'Which db?': 'SQLite' } } },
    { name: 'rest', match: { kind: 'question' }, decide: 'first_option', enabled: false },
  ];
  expect(readPolicy(JSON.stringify({ $schema: 'x', rules }))).toEqual({ policy: { $schema: 'x', rules } });
});

test('the mode "manual" is read as "default"', () => {
  const rule = (permission_mode: string | string[]) => ({
    name: 'a',
    match: { tool: 'Read', permission_mode },
    decide: 'allow',
  });
  const modes = (given: string | string[]) =>
    checkPolicy({ rules: [rule(given)] }).policy?.rules[0]?.match.permission_mode;
  expect([modes('manual'), modes(['plan', 'manual'])]).toEqual(['default', ['plan', 'default']]);
});

test('every problem has a line number', () => {
  const text = `{
  "rules": [
    { "name": "a", "match": { "command": "git *" }, "decide": "allow" },
    {
      "name": "a",
      "match": {
        "command": [
          "ls *",
          "npm run test:*"
        ]
      },
      "decide": "allow"
    }
  ]
}`;
  expect(readPolicy(text).problems).toEqual([
    { line: 5, path: 'rules[1].name', message: 'another rule already has this name.' },
    {
      line: 9,
      path: 'rules[1].match.command[1]',
      message:
        '"npm run test:*": "*" is only allowed as the last word; quote it to match the character itself.',
    },
  ]);
});

test.each([
  ['{"rules": [\n{"name": "a", "match": {},\n "decde": "ask"}]}', 3, 'rules[0].decde'],
  ['{"rules": [\n{"name": "a", "match": {},\n "decide": "alow"}]}', 3, 'rules[0].decide'],
  [
    '{"rules": [\n{"name": "a", "match": {"command": ["x",\n 3]}, "decide": "ask"}]}',
    3,
    'rules[0].match.command[1]',
  ],
  ['{"rules": [\n{"name": "a", "match": {"kind":\n "permit"}, "decide": "ask"}]}', 2, 'rules[0].match.kind'],
  ['{"rules": [],\n "rules": []}', 2, 'rules'],
  ['{"rules": [],\n}', 2, ''],
  ['', 1, ''],
  ['[]', 1, ''],
  ['{}', 1, 'rules'],
])('%j is refused in line %i', (text, line, path) => {
  expect(readPolicy(text).problems).toContainEqual(expect.objectContaining({ line, path }));
});

test.each<[string, unknown]>([
  ['rules[0].decide must be "allow", "deny", "ask"', { name: 'a', match: {}, decide: { dny: 'x' } }],
  ['rules[0].decide.deny ', { name: 'a', match: {}, decide: { deny: '' } }],
  ['rules[0].match an allow rule must specify what', { name: 'a', match: { cwd: '~/x' }, decide: 'allow' }],
  ['rules[0].match command and path never', { name: 'a', match: { command: 'a', path: 'b' }, decide: 'ask' }],
  ['rules[0].decide questions and forms', { name: 'a', match: { kind: 'question' }, decide: 'allow' }],
  [
    'rules[0].decide questions and forms',
    { name: 'a', match: { kind: ['plan', 'elicitation'] }, decide: 'allow' },
  ],
  ['rules[0].decide only questions', { name: 'a', match: { kind: 'permission' }, decide: { reply: 'x' } }],
  [
    'rules[0].match.time "from" and "to" requir',
    { name: 'a', match: { time: { from: '09:00' } }, decide: 'ask' },
  ],
  ['rules[0].match.time needs', { name: 'a', match: { time: {} }, decide: 'ask' }],
  [
    'rules[0].match.time.from must be a time',
    { name: 'a', match: { time: { from: '9', to: '10:00' } }, decide: 'ask' },
  ],
  [
    'rules[0].match.time "from" and "to" are',
    { name: 'a', match: { time: { from: '09:00', to: '09:00' } }, decide: 'ask' },
  ],
  ['rules[0].match.cwd "code/**": must start', { name: 'a', match: { cwd: 'code/**' }, decide: 'ask' }],
  ['rules[0].match.path "src/": write "src/**"', { name: 'a', match: { path: 'src/' }, decide: 'ask' }],
  ['rules[0].match.host "https://x": must be', { name: 'a', match: { host: 'https://x' }, decide: 'ask' }],
  ['rules[0].match.url "https://x*": must be', { name: 'a', match: { url: 'https://x*' }, decide: 'ask' }],
  [
    'rules[0].match.command "sudo *": no rule can',
    { name: 'a', match: { command: 'sudo *' }, decide: 'allow' },
  ],
  [
    'rules[0].match.command "bash -c x": no rule',
    { name: 'a', match: { command: 'bash -c x' }, decide: 'allow' },
  ],
  [
    'rules[0].match.command "a && b": must be one',
    { name: 'a', match: { command: 'a && b' }, decide: 'ask' },
  ],
  ['rules[0].match.command "a > b": redirections', { name: 'a', match: { command: 'a > b' }, decide: 'ask' }],
  ['rules[0].match.command "a $b": this command ', { name: 'a', match: { command: 'a $b' }, decide: 'ask' }],
  ['rules[0].match.tool "Bash(ls:*)": must be', { name: 'a', match: { tool: 'Bash(ls:*)' }, decide: 'ask' }],
  ['rules[0].match.permission_mode ', { name: 'a', match: { permission_mode: 'edits' }, decide: 'ask' }],
  ['rules[0].name ', { name: '', match: {}, decide: 'ask' }],
  ['rules[0].match.session ', { name: 'a', match: { session: 'x' }, decide: 'ask' }],
  [
    'rules[0].match.session_cost_usd_over ',
    { name: 'a', match: { session_cost_usd_over: -1 }, decide: 'ask' },
  ],
])('%s', (beginning, rule) => {
  const [problem = ''] = problemsIn(rule);
  expect(problem.slice(0, beginning.length)).toBe(beginning);
});

test.each([
  { name: 'a', match: { command: 'sudo *' }, decide: 'deny' },
  { name: 'a', match: { command: 'bash *' }, decide: 'allow' },
  { name: 'a', match: { command: `git commit -m '*'` }, decide: 'allow' },
  { name: 'a', match: { command: '*' }, decide: 'allow' },
  { name: 'a', match: {}, decide: 'stop_session' },
  { name: 'a', match: { kind: 'plan' }, decide: 'allow' },
])('%j is valid', (rule) => {
  expect(problemsIn(rule)).toEqual([]);
});
