import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ANSWER_SCHEMAS } from '../../protocol/answers.ts';
import { policySchema, type Rule } from '../../protocol/policy.ts';
import type { Ask } from './ask.ts';
import { decide } from './decide.ts';
import { bashAsk, CWD, hub, moment, policyOf, toolAsk } from './policy-fixture.ts';

/** The decision of one rule. */
function by(rule: Omit<Rule, 'name'>, ask: Ask, when = moment) {
  return decide(policyOf(rule), ask, when);
}

const plan: Ask = toolAsk('ExitPlanMode', { plan: '# Plan' }, { kind: 'plan', permission_mode: 'plan' });
const question: Ask = toolAsk(
  'AskUserQuestion',
  {
    questions: [
      {
        question: 'Which db?',
        header: 'DB',
        options: [{ label: 'Postgres' }, { label: 'SQLite' }],
        multiSelect: false,
      },
      {
        question: 'Extras?',
        header: 'Extras',
        options: [{ label: 'Auth' }, { label: 'Push' }],
        multiSelect: true,
      },
    ],
  },
  { kind: 'question' },
);
const form: Ask = {
  ...toolAsk('', { mcp_server_name: 'x', message: 'm' }),
  kind: 'elicitation',
  tool_name: undefined,
};

describe('the list', () => {
  test('is checked in order, and the first match decides', () => {
    const policy = policyOf(
      { match: { command: 'git push *' }, decide: { deny: 'No pushing.' } },
      { match: { command: ['git *'] }, decide: 'allow' },
      { match: { tool: '*' }, decide: 'deny' },
    );
    expect(decide(policy, bashAsk('git push'), moment)).toEqual({
      decision: 'deny',
      answer: { decision: 'deny', message: 'No pushing.' },
      rule: { name: 'rule 0', index: 0 },
      reason: 'Decided by rule "rule 0".',
    });
    expect(decide(policy, bashAsk('git status'), moment)).toMatchObject({
      decision: 'allow',
      rule: { index: 1 },
    });
    expect(decide(policy, bashAsk('ls'), moment)).toMatchObject({ decision: 'deny', rule: { index: 2 } });
  });

  test('asks a person if it is empty or nothing matches', () => {
    expect(decide({ rules: [] }, bashAsk('ls'), moment)).toEqual({
      decision: 'ask',
      reason: 'No rule matches.',
    });
    const told = by({ match: { command: 'ls' }, decide: 'allow' }, bashAsk('ls $(rm x)'));
    expect(told.reason).toContain('a variable or a substitution');
    expect(told).not.toHaveProperty('rule');
  });

  test('skips disabled rules', () => {
    expect(by({ match: { tool: 'Bash' }, decide: 'allow', enabled: false }, bashAsk('ls')).decision).toBe(
      'ask',
    );
  });

  test('asks a person if it reaches an invalid rule', () => {
    const policy = policyOf(
      { match: { command: 'git $X' }, decide: 'deny' },
      { match: { command: 'ls' }, decide: 'allow' },
    );
    expect(decide(policy, bashAsk('ls'), moment)).toMatchObject({ decision: 'ask', rule: { index: 0 } });
  });
});

describe('an allow', () => {
  test('contains only the decision: no suggestions, no input, no mode', () => {
    expect(by({ match: { command: 'ls' }, decide: 'allow' }, bashAsk('ls')).answer).toEqual({
      decision: 'allow',
    });
  });

  test.each<[Rule['match'], Ask, boolean]>([
    [{ tool: 'Bash' }, bashAsk('ls && make'), true],
    [{ tool: 'Bash' }, bashAsk('ls $(make)'), false],
    [{ tool: 'Bash' }, bashAsk('sudo make'), false],
    [{ tool: 'Bash' }, bashAsk('ls > x'), false],
    [{ tool: ['Edit', 'Write'], path: 'src/**' }, toolAsk('Edit', { file_path: `${CWD}/src/a.ts` }), true],
    [{ tool: ['Edit', 'Write'], path: 'src/**' }, toolAsk('Write', { file_path: 'src/a.ts' }), true],
    [{ path: 'src/**' }, toolAsk('NotebookEdit', { notebook_path: 'src/a.ipynb' }), true],
    [{ path: 'src/**' }, toolAsk('Edit', { file_path: 'src/../../x' }), false],
    [{ path: 'src/**' }, toolAsk('Edit', { file_path: 'src/a\u202e.ts' }), false],
    [{ path: '**' }, toolAsk('Edit', { file_path: ' /etc/passwd' }), false],
    [{ path: 'src/**' }, toolAsk('Edit', {}), false],
    [{ path: 'src/**' }, toolAsk('Glob', { path: 'src', pattern: '/etc/*' }), false],
    [{ path: 'src/**' }, toolAsk('mcp__fs__write', { path: 'src/a' }), false],
    [{ path: 'src/**' }, bashAsk('cat src/a'), false],
    [{ tool: 'mcp__github__*' }, toolAsk('mcp__github__list', { a: 1 }), true],
    [{ tool: 'mcp__github__*' }, toolAsk('mcp__other__list', {}), false],
    [{ host: 'example.com' }, toolAsk('WebFetch', { url: 'https://example.com/x' }), true],
    [{ host: 'example.com' }, toolAsk('mcp__x__fetch', { url: 'https://example.com/x' }), false],
    [{ tool: 'WebFetch' }, toolAsk('WebFetch', { url: 'file:///etc/passwd' }), false],
    [{ tool: 'WebFetch' }, toolAsk('WebFetch', { url: 'http://localhost:4820/' }), false],
    [{ tool: 'Bash', cwd: '~/code/**' }, bashAsk('ls'), true],
    [{ tool: 'Bash', cwd: '~/other/**' }, bashAsk('ls'), false],
    [{ tool: 'Bash', permission_mode: 'default' }, bashAsk('ls'), true],
    [{ tool: 'Bash', permission_mode: ['acceptEdits'] }, bashAsk('ls'), false],
    [{ tool: 'Bash', subagent: true }, bashAsk('ls'), false],
    [{ tool: 'Bash', subagent: true }, bashAsk('ls', { agent_id: 'a1' }), true],
    [{ tool: 'Bash', subagent: false }, bashAsk('ls', { agent_id: 'a1' }), false],
    [{ tool: 'Bash', session: '0b8f1de2-6b1c-4c3e-9d51-6d4a7b8f0e11' }, bashAsk('ls'), true],
    [{ tool: 'Bash', session: '11111111-6b1c-4c3e-9d51-6d4a7b8f0e11' }, bashAsk('ls'), false],
    [{ tool: 'Bash', time: { days: ['thu'] } }, bashAsk('ls'), true],
    [{ tool: 'Bash', time: { days: ['fri'] } }, bashAsk('ls'), false],
    [{ tool: '*' }, question, false],
    [{ tool: '*' }, plan, false],
    [{ kind: 'plan' }, plan, true],
  ])('%j for %j: %j', (match, ask, isAllowed) => {
    expect(by({ match, decide: 'allow' }, ask).decision === 'allow').toBe(isAllowed);
  });
});

describe('a person is asked despite every rule', () => {
  test.each<[string, Ask]>([
    ['in plan mode, for a command', bashAsk('ls', { permission_mode: 'plan' })],
    ['in plan mode, for a write', toolAsk('Write', { file_path: 'a' }, { permission_mode: 'plan' })],
    ['in plan mode, for an unknown tool', toolAsk('mcp__x__y', {}, { permission_mode: 'plan' })],
    ['when the mode is not known', bashAsk('ls', { permission_mode: undefined })],
    ['when the folder is not known', bashAsk('ls', { cwd: undefined })],
    ['for a call that touches the hub', bashAsk('cat ~/.reins/token')],
    ['for a file of the hub', toolAsk('Read', { file_path: '/home/ann/.reins/token' })],
    ['in a folder that holds the hub', bashAsk('ls', { cwd: '/home/ann' })],
    ['in the folder of the hub', bashAsk('ls', { cwd: '/home/ann/.reins/x' })],
    [
      'for a command outside of the sandbox',
      toolAsk('Bash', { command: 'ls', dangerouslyDisableSandbox: true }),
    ],
    ['for an invalid command', toolAsk('Bash', { command: ['ls'] })],
    ['for settings of Claude Code', toolAsk('Write', { file_path: '.claude/settings.json' })],
    ['for local settings', toolAsk('Edit', { file_path: `${CWD}/.claude/settings.local.json` })],
    ['for hooks in them', bashAsk('cp x .claude/hooks/y')],
    ['for a server of tools', toolAsk('Write', { file_path: '.mcp.json' })],
    ['for its config by a command', bashAsk('cp x ~/.claude.json')],
    ['for its folder', bashAsk('mv x .claude')],
    ['for a pattern that its folder fits', bashAsk('cp x ~/.claud?/settings.json')],
    ['for an agent', toolAsk('Write', { file_path: '.claude/agents/a.md' })],
    ['for a skill', toolAsk('Write', { file_path: '/home/ann/.claude/skills/a/SKILL.md' })],
    ['for a slash command', toolAsk('Edit', { file_path: '.claude/commands/a.md' })],
    [
      'for settings in a worktree',
      toolAsk('Write', { file_path: '.claude/worktrees/w/.claude/settings.json' }),
    ],
    ['for a hook of git', toolAsk('Write', { file_path: '.git/hooks/pre-commit' })],
    ['for the config of git', bashAsk('cp x sub/.git/config')],
    ['for git by a change of folder', bashAsk('cd .git && cp x hooks/pre-commit')],
    ['for a config in two steps', bashAsk('cd /home/ann/.config && cp x git/config')],
    ['for a hook behind an option', bashAsk('cp --target-directory=.git/hooks x')],
    ['for a startup file', toolAsk('Write', { file_path: '~/.bashrc' })],
    ['for a startup file by an option', bashAsk('cp -t.husky x')],
    ['for what an editor runs', toolAsk('Write', { file_path: '.vscode/tasks.json' })],
  ])('%s', (_, ask) => {
    const told = by({ match: { tool: '*' }, decide: 'allow' }, ask);
    expect(told.decision).toBe('ask');
    expect(told.reason).toMatch(/^(?:Rule "rule 0" would allow it, but|No rule matches)/);
  });

  test.each([undefined, ''])('if the tool is unknown: %j', (tool_name) => {
    const shown: Ask = { ...bashAsk('ls'), tool_name, input: { screen: 'Do you want to proceed?' } };
    for (const match of [{ cwd: CWD }, { permission_mode: 'default' as const }])
      expect(by({ match, decide: 'allow' }, shown).decision).toBe('ask');
    expect(by({ match: {}, decide: { deny: 'no' } }, shown).decision).toBe('deny');
  });

  test('recognizes settings in another config folder', () => {
    const elsewhere = { ...moment, hub: { ...hub, claudeFolder: '/opt/cc' } };
    const write = (file_path: string) =>
      by({ match: { tool: 'Write' }, decide: 'allow' }, toolAsk('Write', { file_path }), elsewhere);
    expect(write('/opt/cc/settings.json').decision).toBe('ask');
    expect(write('/opt/cc/skills/a.md').decision).toBe('ask');
    expect(write('/opt/cc/worktrees/w/a.ts').decision).toBe('allow');
    expect(write('/opt/other/settings.json').decision).toBe('allow');
  });

  test('reading, worktrees and read-only tools in plan mode stay possible', () => {
    const allow = { match: { tool: '*' }, decide: 'allow' } as const;
    for (const command of [
      'cat .git/HEAD',
      "find . -not -path './.git/*'",
      'grep -r --exclude-dir=.git x .',
      'git status',
    ])
      expect(by(allow, bashAsk(command)).decision).toBe('allow');
    expect(by(allow, toolAsk('Read', { file_path: 'a' }, { permission_mode: 'plan' })).decision).toBe(
      'allow',
    );
    expect(by(allow, toolAsk('Read', { file_path: '.claude/settings.json' })).decision).toBe('allow');
    expect(by(allow, toolAsk('Edit', { file_path: `${CWD}/.claude/worktrees/w/a.ts` })).decision).toBe(
      'allow',
    );
    expect(by(allow, toolAsk('Bash', { command: 'ls', dangerouslyDisableSandbox: false })).decision).toBe(
      'allow',
    );
  });
});

describe('a refusal', () => {
  test.each<[Rule['match'], Ask]>([
    [{ command: 'rm *' }, bashAsk('ls && rm x')],
    [{ command: 'rm *' }, bashAsk('(rm x)')],
    [{ path: '~/.ssh/**' }, toolAsk('Read', { file_path: '/home/ann/.SSH/id' })],
    [{ path: 'secrets/**' }, toolAsk('Grep', { path: 'secrets' })],
    [{ path: '**' }, toolAsk('Write', { file_path: 'a/.env' })],
    [{ host: '*.example.com' }, toolAsk('mcp__x__fetch', { url: 'https://a.example.com:99/' })],
    [{ tool: 'WebFetch', host: 'example.com' }, toolAsk('WebFetch', { url: '::::' })],
    [{ session_cost_usd_over: 0.5 }, bashAsk('ls')],
    [{ day_cost_usd_over: 4.99 }, bashAsk('ls')],
  ])('%j matches %j', (match, ask) => {
    expect(by({ match, decide: 'deny' }, ask).decision).toBe('deny');
    expect(by({ match, decide: 'stop_session' }, ask)).toEqual({
      decision: 'stop_session',
      rule: { name: 'rule 0', index: 0 },
      reason: 'Decided by rule "rule 0".',
    });
    expect(by({ match, decide: 'ask' }, ask)).toMatchObject({ decision: 'ask', rule: { index: 0 } });
  });

  test('does not match below a limit', () => {
    expect(by({ match: { session_cost_usd_over: 1 }, decide: 'deny' }, bashAsk('ls')).reason).toBe(
      'No rule matches.',
    );
  });

  test.each<[Rule['match'], Partial<typeof moment>, Partial<Ask>]>([
    [{ session_cost_usd_over: 1 }, { sessionCostUsd: undefined }, {}],
    [{ day_cost_usd_over: 1 }, { dayCostUsd: undefined }, {}],
    [{ permission_mode: 'auto' }, {}, { permission_mode: undefined }],
    [{ cwd: '/x/**' }, {}, { cwd: undefined }],
  ])(
    '%j asks a person if the value is unknown, and keeps later rules from allowing',
    (match, when, about) => {
      const policy = policyOf({ match, decide: 'deny' }, { match: { tool: 'Read' }, decide: 'allow' });
      const told = decide(policy, toolAsk('Read', { file_path: '/a' }, about), { ...moment, ...when });
      expect(told).toMatchObject({ decision: 'ask', rule: { index: 0 } });
      expect(told.reason).toContain('unknown');
    },
  );

  test('denies each kind in its own form', () => {
    const deny = { match: {}, decide: { deny: 'Not now.' } };
    expect(by(deny, plan).answer).toEqual({ decision: 'reject', feedback: 'Not now.' });
    expect(by(deny, question).answer).toEqual({ reply: 'Not now.' });
    expect(by(deny, form).answer).toEqual({ action: 'decline' });
    expect(by({ match: {}, decide: 'deny' }, bashAsk('ls')).answer).toEqual({ decision: 'deny' });
    expect(by({ match: {}, decide: 'deny' }, plan).answer).toEqual({ decision: 'reject' });
  });
});

describe('plans and questions', () => {
  test('only a rule for plans approves a plan, and without changing the mode', () => {
    expect(by({ match: { kind: 'plan' }, decide: 'allow' }, plan).answer).toEqual({ decision: 'approve' });
    expect(by({ match: { tool: 'ExitPlanMode' }, decide: 'allow' }, plan).decision).toBe('ask');
    const touching: Ask = { ...plan, input: { plan: 'Read ~/.reins/token' } };
    expect(by({ match: { kind: 'plan' }, decide: 'allow' }, touching).decision).toBe('ask');
  });

  test.each<[Rule['decide'], unknown]>([
    ['first_option', { answers: { 'Which db?': 'Postgres', 'Extras?': ['Auth'] } }],
    [
      { answer: { 'Which db?': 'SQLite', Extras: ['Auth', 'Push'] } },
      { answers: { 'Which db?': 'SQLite', 'Extras?': ['Auth', 'Push'] } },
    ],
    [{ reply: 'Decide yourself.' }, { reply: 'Decide yourself.' }],
  ])('%j answers', (decision, answer) => {
    expect(by({ match: {}, decide: decision }, question)).toMatchObject({ decision: 'answer', answer });
  });

  test.each<[string, Rule['decide']]>([
    ['a question is missing', { answer: { 'Which db?': 'SQLite' } }],
    ['an option is not offered', { answer: { 'Which db?': 'MySQL', Extras: 'Auth' } }],
    [
      'several options are chosen for a single choice',
      { answer: { 'Which db?': ['SQLite', 'Postgres'], Extras: 'Auth' } },
    ],
  ])('does not answer if %s', (_, decision) => {
    expect(by({ match: {}, decide: decision }, question).decision).toBe('ask');
  });

  test('a person answers invalid questions', () => {
    const odd: Ask = { ...question, input: { questions: [{ question: 'x' }] } };
    expect(by({ match: {}, decide: 'first_option' }, odd).decision).toBe('ask');
    expect(by({ match: {}, decide: 'first_option' }, bashAsk('ls')).decision).toBe('ask');
  });
});

test.each([plan, question, form, bashAsk('ls')])('answers to %j are valid in the API', (ask) => {
  const decisions: Rule['decide'][] = ['allow', 'deny', { deny: 'No.' }, 'first_option', { reply: 'Yes.' }];
  const told = decisions.map((decision) => {
    const match = decision === 'allow' ? { kind: ask.kind, tool: '*' } : {};
    return by({ match, decide: decision }, ask).answer;
  });
  const answers = told.filter((answer) => answer !== undefined);
  expect(answers.length).toBeGreaterThan(1);
  for (const answer of answers) expect(ANSWER_SCHEMAS[ask.kind].parse(answer)).toEqual(answer);
});

test('never throws for any input from Claude, and never allows without a rule', () => {
  const rules: Omit<Rule, 'name'>[] = [
    { match: { command: ['git *', 'ls *'] }, decide: 'allow' },
    { match: { path: 'src/**' }, decide: 'allow' },
    { match: { host: 'example.com' }, decide: 'allow' },
    { match: { command: 'rm *' }, decide: 'deny' },
    { match: { path: '/etc/**' }, decide: 'deny' },
  ];
  const policy = policyOf(...rules);
  expect(policySchema.safeParse(policy).success).toBe(true);
  const tool = fc.constantFrom('Bash', 'Edit', 'Read', 'WebFetch', 'Glob', 'mcp__a__b', 'ExitPlanMode');
  const fields = fc.constantFrom('command', 'file_path', 'url', 'path', 'content', 'questions', '__proto__');
  const input = fc.dictionary(fields, fc.oneof(fc.string(), fc.anything()));
  fc.assert(
    fc.property(tool, input, (name, given) => {
      const told = decide(policy, toolAsk(name, given as Record<string, unknown>), moment);
      if (told.decision === 'allow') expect(told.rule).toBeDefined();
    }),
    { numRuns: 2000 },
  );
});
