import { describe, expect, test } from 'vitest';
import { newSessionSchema } from '../../protocol/steering.ts';
import { type Template, templateSchema } from '../../protocol/templates.ts';
import { COMMON_FIELDS, choicesOf, EMPTY_FORM, FIELD_NAMES, isOffered, MORE_FIELDS } from './form-fields.ts';
import { fillIn, toNewSession } from './to-new-session.ts';

const form = (values: object) => ({ ...EMPTY_FORM, cwd: '/work', ...values });

/** Every field that the form shows, and some that it does not show. */
const FULL: Template = {
  ...{
    cwd: '/work',
    prompt: 'Fix it.',
    model: 'opus',
    permission_mode: 'plan',
    driver: 'stream',
    name: 'fix',
  },
  ...{ worktree: 'side', max_turns: 3, max_budget_usd: 0.5, non_interactive: true, all_hooks: true },
  auto_continue: { limit: 2, command: 'dot ls --json' },
  append_system_prompt: 'Be brief.\nNo jokes.',
  allowed_tools: ['Bash(git log *)', 'Edit'],
  disallowed_tools: ['WebFetch'],
  add_dirs: ['/a, b', '/c'],
  ...{ agents: { reviewer: {} }, persist: true, claude_args: ['--effort', 'high'] },
};

describe('the form of a new session', () => {
  test('shows every field once', () => {
    const shown = [...COMMON_FIELDS, ...MORE_FIELDS].map(({ name }) => name);
    expect(shown.toSorted()).toEqual([...FIELD_NAMES].toSorted());
  });

  test('omits empty fields', () => {
    expect(toNewSession(form({ prompt: ' \n' }))).toEqual({ cwd: '/work' });
  });

  test('becomes a body that the API accepts', () => {
    const values = form({
      ...{ prompt: ' Fix it. ', model: 'opus', permission_mode: 'plan', name: 'fix', worktree: 'on' },
      ...{
        max_turns: '3',
        max_budget_usd: '$0.50',
        continue_limit: '2',
        non_interactive: 'on',
        all_hooks: 'on',
      },
      ...{ allowed_tools: 'Bash(git log *, x), Edit', add_dirs: '/a, b\n\n /c \n' },
    });
    const body = toNewSession(values);
    expect(body).toEqual({
      ...{
        cwd: '/work',
        prompt: 'Fix it.',
        model: 'opus',
        permission_mode: 'plan',
        name: 'fix',
        worktree: true,
      },
      ...{ max_turns: 3, max_budget_usd: 0.5, auto_continue: { limit: 2 }, driver: 'stream' },
      ...{ non_interactive: true, all_hooks: true },
      ...{ allowed_tools: ['Bash(git log *, x)', 'Edit'], add_dirs: ['/a, b', '/c'] },
    });
    expect(newSessionSchema.parse(body)).toEqual(body);
  });

  test.each([
    [{ max_turns: 'many' }, 'Maximum turns: must be a number above 0.'],
    [{ max_turns: '1.5' }, 'Maximum turns: must be a whole number above 0.'],
    [{ max_budget_usd: '-1' }, 'Budget in US dollars: must be a number above 0.'],
    [{ continue_limit: '0' }, 'must be a number above 0.'],
  ])('%j is refused before sending', (values, words) => {
    expect(() => toNewSession(form(values))).toThrow(words);
  });

  test('omits options that Claude Code does not support in a terminal', () => {
    const values = form({ driver: 'tmux', max_turns: '3', continue_limit: '2', continue_command: 'x' });
    expect(toNewSession(values)).toEqual({ cwd: '/work', driver: 'tmux' });
    const offered = MORE_FIELDS.filter((field) => isOffered(field, values)).map(({ name }) => name);
    expect(offered).not.toContain('max_turns');
    expect(offered).not.toContain('worktree_name');
  });

  test('images require a background session and are sent with the prompt as a separate message', () => {
    expect(toNewSession(form({ prompt: 'look' }), { hasPictures: true })).toEqual({
      cwd: '/work',
      driver: 'stream',
    });
    expect(() => toNewSession(form({ driver: 'tmux' }), { hasPictures: true })).toThrow(
      'does not accept images',
    );
  });
});

describe('a template', () => {
  test('is unchanged if nothing is edited', () => {
    expect(templateSchema.parse(FULL)).toEqual(FULL);
    expect(toNewSession(fillIn(FULL, EMPTY_FORM), { template: FULL })).toEqual(FULL);
    const unnamed: Template = { cwd: '/work', worktree: true, driver: 'tmux', all_hooks: false };
    expect(toNewSession(fillIn(unnamed, EMPTY_FORM), { template: unnamed })).toEqual(unnamed);
  });

  test('keeps folder and prompt unless it has its own, and clears fields that another template filled in', () => {
    const typed = form({ prompt: 'mine', model: 'opus', name: 'old' });
    expect(fillIn({ model: 'haiku' }, typed)).toEqual(form({ prompt: 'mine', model: 'haiku' }));
  });

  test('is overridden by later edits', () => {
    const values = {
      ...fillIn(FULL, EMPTY_FORM),
      model: '',
      worktree: '',
      non_interactive: '',
      max_turns: '9',
    };
    const body = toNewSession(values, { template: FULL });
    expect(body).toMatchObject({ max_turns: 9, non_interactive: false, agents: { reviewer: {} } });
    expect(body).not.toHaveProperty('model');
    expect(body).not.toHaveProperty('worktree');
  });

  test('contains no secrets, session or trust', () => {
    for (const field of [
      'env',
      'mcp_config',
      'trust',
      'session_id',
      'resume',
      'fork',
      'continue',
      'terminal',
    ])
      expect(templateSchema.shape).not.toHaveProperty(field);
    expect(templateSchema.safeParse({ modle: 'opus' }).success).toBe(false);
  });

  test('may contain a mode that the form does not offer', () => {
    const mode = COMMON_FIELDS.find(({ name }) => name === 'permission_mode');
    expect(mode && choicesOf(mode, 'dontAsk').at(-1)?.value).toBe('dontAsk');
    expect(mode && choicesOf(mode, 'plan')).toHaveLength(5);
  });
});
