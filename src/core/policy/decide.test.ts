import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ANSWER_SCHEMAS } from '../../protocol/answers.ts';
import { policySchema, type Rule } from '../../protocol/policy.ts';
import { decide } from './decide.ts';
import type { PendingInteraction } from './pending-interaction.ts';
import { bashInteraction, CWD, hub, moment, policyOf, toolInteraction } from './policy-fixture.ts';

/** The decision of one rule. */
function by(rule: Omit<Rule, 'name'>, interaction: PendingInteraction, when = moment) {
  return decide(policyOf(rule), interaction, when);
}

const plan: PendingInteraction = toolInteraction(
  'ExitPlanMode',
  { plan: '# Plan' },
  { kind: 'plan', permission_mode: 'plan' },
);
const question: PendingInteraction = toolInteraction(
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
const form: PendingInteraction = {
  ...toolInteraction('', { mcp_server_name: 'x', message: 'm' }),
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
    expect(decide(policy, bashInteraction('git push'), moment)).toEqual({
      decision: 'deny',
      answer: { decision: 'deny', message: 'No pushing.' },
      rule: { name: 'rule 0', index: 0 },
      reason: 'Decided by rule "rule 0".',
    });
    expect(decide(policy, bashInteraction('git status'), moment)).toMatchObject({
      decision: 'allow',
      rule: { index: 1 },
    });
    expect(decide(policy, bashInteraction('ls'), moment)).toMatchObject({
      decision: 'deny',
      rule: { index: 2 },
    });
  });

  test('asks a person if it is empty or nothing matches', () => {
    expect(decide({ rules: [] }, bashInteraction('ls'), moment)).toEqual({
      decision: 'ask',
      reason: 'No rule matches.',
    });
    const reported = by({ match: { command: 'ls' }, decide: 'allow' }, bashInteraction('ls $(rm x)'));
    expect(reported.reason).toContain('a variable or a substitution');
    expect(reported).not.toHaveProperty('rule');
  });

  test('skips disabled rules', () => {
    expect(
      by({ match: { tool: 'Bash' }, decide: 'allow', enabled: false }, bashInteraction('ls')).decision,
    ).toBe('ask');
  });

  test('asks a person if it reaches an invalid rule', () => {
    const policy = policyOf(
      { match: { command: 'git $X' }, decide: 'deny' },
      { match: { command: 'ls' }, decide: 'allow' },
    );
    expect(decide(policy, bashInteraction('ls'), moment)).toMatchObject({
      decision: 'ask',
      rule: { index: 0 },
    });
  });
});

describe('an allow', () => {
  test('contains only the decision: no suggestions, no input, no mode', () => {
    expect(by({ match: { command: 'ls' }, decide: 'allow' }, bashInteraction('ls')).answer).toEqual({
      decision: 'allow',
    });
  });

  test.each<[Rule['match'], PendingInteraction, boolean]>([
    [{ tool: 'Bash' }, bashInteraction('ls && make'), true],
    [{ tool: 'Bash' }, bashInteraction('ls $(make)'), false],
    [{ tool: 'Bash' }, bashInteraction('sudo make'), false],
    [{ tool: 'Bash' }, bashInteraction('ls > x'), false],
    [
      { tool: ['Edit', 'Write'], path: 'src/**' },
      toolInteraction('Edit', { file_path: `${CWD}/src/a.ts` }),
      true,
    ],
    [{ tool: ['Edit', 'Write'], path: 'src/**' }, toolInteraction('Write', { file_path: 'src/a.ts' }), true],
    [{ path: 'src/**' }, toolInteraction('NotebookEdit', { notebook_path: 'src/a.ipynb' }), true],
    [{ path: 'src/**' }, toolInteraction('Edit', { file_path: 'src/../../x' }), false],
    [{ path: 'src/**' }, toolInteraction('Edit', { file_path: 'src/a\u202e.ts' }), false],
    [{ path: '**' }, toolInteraction('Edit', { file_path: ' /etc/passwd' }), false],
    [{ path: 'src/**' }, toolInteraction('Edit', {}), false],
    [{ path: 'src/**' }, toolInteraction('Glob', { path: 'src', pattern: '/etc/*' }), false],
    [{ path: 'src/**' }, toolInteraction('mcp__fs__write', { path: 'src/a' }), false],
    [{ path: 'src/**' }, bashInteraction('cat src/a'), false],
    [{ tool: 'mcp__github__*' }, toolInteraction('mcp__github__list', { a: 1 }), true],
    [{ tool: 'mcp__github__*' }, toolInteraction('mcp__other__list', {}), false],
    [{ host: 'example.com' }, toolInteraction('WebFetch', { url: 'https://example.com/x' }), true],
    [{ host: 'example.com' }, toolInteraction('mcp__x__fetch', { url: 'https://example.com/x' }), false],
    [{ tool: 'WebFetch' }, toolInteraction('WebFetch', { url: 'file:///etc/passwd' }), false],
    [{ tool: 'WebFetch' }, toolInteraction('WebFetch', { url: 'http://localhost:4820/' }), false],
    [{ tool: 'Bash', cwd: '~/code/**' }, bashInteraction('ls'), true],
    [{ tool: 'Bash', cwd: '~/other/**' }, bashInteraction('ls'), false],
    [{ tool: 'Bash', permission_mode: 'default' }, bashInteraction('ls'), true],
    [{ tool: 'Bash', permission_mode: ['acceptEdits'] }, bashInteraction('ls'), false],
    [{ tool: 'Bash', subagent: true }, bashInteraction('ls'), false],
    [{ tool: 'Bash', subagent: true }, bashInteraction('ls', { agent_id: 'a1' }), true],
    [{ tool: 'Bash', subagent: false }, bashInteraction('ls', { agent_id: 'a1' }), false],
    [{ tool: 'Bash', session: '0b8f1de2-6b1c-4c3e-9d51-6d4a7b8f0e11' }, bashInteraction('ls'), true],
    [{ tool: 'Bash', session: '11111111-6b1c-4c3e-9d51-6d4a7b8f0e11' }, bashInteraction('ls'), false],
    [{ tool: 'Bash', time: { days: ['thu'] } }, bashInteraction('ls'), true],
    [{ tool: 'Bash', time: { days: ['fri'] } }, bashInteraction('ls'), false],
    [{ tool: '*' }, question, false],
    [{ tool: '*' }, plan, false],
    [{ kind: 'plan' }, plan, true],
  ])('%j for %j: %j', (match, interaction, isAllowed) => {
    expect(by({ match, decide: 'allow' }, interaction).decision === 'allow').toBe(isAllowed);
  });
});

describe('a person is asked despite every rule', () => {
  test.each<[string, PendingInteraction]>([
    ['in plan mode, for a command', bashInteraction('ls', { permission_mode: 'plan' })],
    ['in plan mode, for a write', toolInteraction('Write', { file_path: 'a' }, { permission_mode: 'plan' })],
    ['in plan mode, for an unknown tool', toolInteraction('mcp__x__y', {}, { permission_mode: 'plan' })],
    ['when the mode is not known', bashInteraction('ls', { permission_mode: undefined })],
    ['when the folder is not known', bashInteraction('ls', { cwd: undefined })],
    ['for a call that touches the hub', bashInteraction('cat ~/.reins/token')],
    ['for a file of the hub', toolInteraction('Read', { file_path: '/home/ann/.reins/token' })],
    ['in a folder that holds the hub', bashInteraction('ls', { cwd: '/home/ann' })],
    ['in the folder of the hub', bashInteraction('ls', { cwd: '/home/ann/.reins/x' })],
    [
      'for a command outside of the sandbox',
      toolInteraction('Bash', { command: 'ls', dangerouslyDisableSandbox: true }),
    ],
    ['for an invalid command', toolInteraction('Bash', { command: ['ls'] })],
    ['for settings of Claude Code', toolInteraction('Write', { file_path: '.claude/settings.json' })],
    ['for local settings', toolInteraction('Edit', { file_path: `${CWD}/.claude/settings.local.json` })],
    ['for hooks in them', bashInteraction('cp x .claude/hooks/y')],
    ['for a server of tools', toolInteraction('Write', { file_path: '.mcp.json' })],
    ['for its config by a command', bashInteraction('cp x ~/.claude.json')],
    ['for its folder', bashInteraction('mv x .claude')],
    ['for a pattern that its folder fits', bashInteraction('cp x ~/.claud?/settings.json')],
    ['for an agent', toolInteraction('Write', { file_path: '.claude/agents/a.md' })],
    ['for a skill', toolInteraction('Write', { file_path: '/home/ann/.claude/skills/a/SKILL.md' })],
    ['for a slash command', toolInteraction('Edit', { file_path: '.claude/commands/a.md' })],
    [
      'for settings in a worktree',
      toolInteraction('Write', { file_path: '.claude/worktrees/w/.claude/settings.json' }),
    ],
    ['for a hook of git', toolInteraction('Write', { file_path: '.git/hooks/pre-commit' })],
    ['for the config of git', bashInteraction('cp x sub/.git/config')],
    ['for git by a change of folder', bashInteraction('cd .git && cp x hooks/pre-commit')],
    ['for a config in two steps', bashInteraction('cd /home/ann/.config && cp x git/config')],
    ['for a hook behind an option', bashInteraction('cp --target-directory=.git/hooks x')],
    ['for a startup file', toolInteraction('Write', { file_path: '~/.bashrc' })],
    ['for a startup file by an option', bashInteraction('cp -t.husky x')],
    ['for what an editor runs', toolInteraction('Write', { file_path: '.vscode/tasks.json' })],
  ])('%s', (_, interaction) => {
    const reported = by({ match: { tool: '*' }, decide: 'allow' }, interaction);
    expect(reported.decision).toBe('ask');
    expect(reported.reason).toMatch(/^(?:Rule "rule 0" would allow it, but|No rule matches)/);
  });

  test.each([undefined, ''])('if the tool is unknown: %j', (tool_name) => {
    const shown: PendingInteraction = {
      ...bashInteraction('ls'),
      tool_name,
      input: { screen: 'Do you want to proceed?' },
    };
    for (const match of [{ cwd: CWD }, { permission_mode: 'default' as const }])
      expect(by({ match, decide: 'allow' }, shown).decision).toBe('ask');
    expect(by({ match: {}, decide: { deny: 'no' } }, shown).decision).toBe('deny');
  });

  test('recognizes settings in another config folder', () => {
    const elsewhere = { ...moment, hub: { ...hub, claudeFolder: '/opt/cc' } };
    const write = (file_path: string) =>
      by({ match: { tool: 'Write' }, decide: 'allow' }, toolInteraction('Write', { file_path }), elsewhere);
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
      expect(by(allow, bashInteraction(command)).decision).toBe('allow');
    expect(by(allow, toolInteraction('Read', { file_path: 'a' }, { permission_mode: 'plan' })).decision).toBe(
      'allow',
    );
    expect(by(allow, toolInteraction('Read', { file_path: '.claude/settings.json' })).decision).toBe('allow');
    expect(
      by(allow, toolInteraction('Edit', { file_path: `${CWD}/.claude/worktrees/w/a.ts` })).decision,
    ).toBe('allow');
    expect(
      by(allow, toolInteraction('Bash', { command: 'ls', dangerouslyDisableSandbox: false })).decision,
    ).toBe('allow');
  });
});

describe('a refusal', () => {
  test.each<[Rule['match'], PendingInteraction]>([
    [{ command: 'rm *' }, bashInteraction('ls && rm x')],
    [{ command: 'rm *' }, bashInteraction('(rm x)')],
    [{ path: '~/.ssh/**' }, toolInteraction('Read', { file_path: '/home/ann/.SSH/id' })],
    [{ path: 'secrets/**' }, toolInteraction('Grep', { path: 'secrets' })],
    [{ path: '**' }, toolInteraction('Write', { file_path: 'a/.env' })],
    [{ host: '*.example.com' }, toolInteraction('mcp__x__fetch', { url: 'https://a.example.com:99/' })],
    [{ tool: 'WebFetch', host: 'example.com' }, toolInteraction('WebFetch', { url: '::::' })],
    [{ session_cost_usd_over: 0.5 }, bashInteraction('ls')],
    [{ day_cost_usd_over: 4.99 }, bashInteraction('ls')],
  ])('%j matches %j', (match, interaction) => {
    expect(by({ match, decide: 'deny' }, interaction).decision).toBe('deny');
    expect(by({ match, decide: 'stop_session' }, interaction)).toEqual({
      decision: 'stop_session',
      rule: { name: 'rule 0', index: 0 },
      reason: 'Decided by rule "rule 0".',
    });
    expect(by({ match, decide: 'ask' }, interaction)).toMatchObject({ decision: 'ask', rule: { index: 0 } });
  });

  test('does not match below a limit', () => {
    expect(by({ match: { session_cost_usd_over: 1 }, decide: 'deny' }, bashInteraction('ls')).reason).toBe(
      'No rule matches.',
    );
  });

  test.each<[Rule['match'], Partial<typeof moment>, Partial<PendingInteraction>]>([
    [{ session_cost_usd_over: 1 }, { sessionCostUsd: undefined }, {}],
    [{ day_cost_usd_over: 1 }, { dayCostUsd: undefined }, {}],
    [{ permission_mode: 'auto' }, {}, { permission_mode: undefined }],
    [{ cwd: '/x/**' }, {}, { cwd: undefined }],
  ])(
    '%j asks a person if the value is unknown, and keeps later rules from allowing',
    (match, when, about) => {
      const policy = policyOf({ match, decide: 'deny' }, { match: { tool: 'Read' }, decide: 'allow' });
      const reported = decide(policy, toolInteraction('Read', { file_path: '/a' }, about), {
        ...moment,
        ...when,
      });
      expect(reported).toMatchObject({ decision: 'ask', rule: { index: 0 } });
      expect(reported.reason).toContain('unknown');
    },
  );

  test('denies each kind in its own form', () => {
    const deny = { match: {}, decide: { deny: 'Not now.' } };
    expect(by(deny, plan).answer).toEqual({ decision: 'reject', feedback: 'Not now.' });
    expect(by(deny, question).answer).toEqual({ reply: 'Not now.' });
    expect(by(deny, form).answer).toEqual({ action: 'decline' });
    expect(by({ match: {}, decide: 'deny' }, bashInteraction('ls')).answer).toEqual({ decision: 'deny' });
    expect(by({ match: {}, decide: 'deny' }, plan).answer).toEqual({ decision: 'reject' });
  });
});

describe('plans and questions', () => {
  test('only a rule for plans approves a plan, and without changing the mode', () => {
    expect(by({ match: { kind: 'plan' }, decide: 'allow' }, plan).answer).toEqual({ decision: 'approve' });
    expect(by({ match: { tool: 'ExitPlanMode' }, decide: 'allow' }, plan).decision).toBe('ask');
    const touching: PendingInteraction = { ...plan, input: { plan: 'Read ~/.reins/token' } };
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
    const odd: PendingInteraction = { ...question, input: { questions: [{ question: 'x' }] } };
    expect(by({ match: {}, decide: 'first_option' }, odd).decision).toBe('ask');
    expect(by({ match: {}, decide: 'first_option' }, bashInteraction('ls')).decision).toBe('ask');
  });
});

test.each([plan, question, form, bashInteraction('ls')])(
  'answers to %j are valid in the API',
  (interaction) => {
    const decisions: Rule['decide'][] = ['allow', 'deny', { deny: 'No.' }, 'first_option', { reply: 'Yes.' }];
    const reported = decisions.map((decision) => {
      const match = decision === 'allow' ? { kind: interaction.kind, tool: '*' } : {};
      return by({ match, decide: decision }, interaction).answer;
    });
    const answers = reported.filter((answer) => answer !== undefined);
    expect(answers.length).toBeGreaterThan(1);
    for (const answer of answers) expect(ANSWER_SCHEMAS[interaction.kind].parse(answer)).toEqual(answer);
  },
);

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
      const reported = decide(policy, toolInteraction(name, given as Record<string, unknown>), moment);
      if (reported.decision === 'allow') expect(reported.rule).toBeDefined();
    }),
    { numRuns: 2000 },
  );
});
