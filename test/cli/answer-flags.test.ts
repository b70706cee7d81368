/** `reins answer` with flags: everything a person can decide reaches Claude, and who comes late is told. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { asks, bash, QUESTIONS, askingTest as test, told } from './asking-stage.ts';

describe('reins answer', () => {
  test('allows an edited command and keeps an edited rule', async ({ stage, hub }) => {
    const ask = await asks({ stage, hub }, 'Bash', bash('npm run build'));
    const wrong = await hub.run('answer', ask.id.slice(0, 8), '--reply', 'x');
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(wrong.stderr).toContain(
      'This is a permission request, which --reply cannot answer. Use --allow, --deny',
    );
    const flags = [
      '--allow',
      '--command',
      'touch edited.txt',
      '--apply',
      '1',
      '--rule',
      'npm run *',
      '--to',
      'local',
    ];
    const { code, stdout, stderr } = await hub.run('answer', ask.id.slice(0, 8), ...flags);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^allowed \(edited\): run touch edited\.txt/);
    await told(stage);
    expect(existsSync(join(stage.project, 'edited.txt'))).toBe(true);
    const settings = join(stage.project, '.claude/settings.local.json');
    await waitUntil(
      'the rule',
      () => existsSync(settings) && readFileSync(settings, 'utf8').includes('Bash(npm run *)'),
    );

    const late = await hub.run('answer', ask.id, '--deny');
    expect(late).toMatchObject({ code: 1, stdout: '' });
    expect(late.stderr).toContain('Already allowed (edited) by operator');
    expect((await hub.run('answer', 'ffffffff', '--deny')).stderr).toContain('No request has an id');
  });

  test('denies with words; without an id the only one that waits', async ({ stage, hub }) => {
    await asks({ stage, hub }, 'Bash', bash('touch a.txt'));
    const { code, stdout } = await hub.run('answer', '--deny', '--message', 'use a folder', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ state: 'answered', answer: { by: { name: 'operator' } } });
    expect(await told(stage)).toMatchObject({ isError: true, text: 'use a folder' });
    expect(await hub.run('answer', '--deny')).toMatchObject({
      code: 1,
      stderr: 'reins: No pending requests.\n',
    });
  });

  test('answers questions by text, header and number, with words and a note', async ({ stage, hub }) => {
    const ask = await asks({ stage, hub }, 'AskUserQuestion', QUESTIONS);
    const unknown = await hub.run('answer', ask.id, '--answer', '1=MySQL');
    expect(unknown).toMatchObject({ code: 2 });
    expect(unknown.stderr).toContain('Use --other for a custom answer');
    const flags = [
      '--answer',
      'Which db?=sqlite',
      '--answer',
      'features=Auth',
      '--other',
      '2=Fax',
      '--note',
      'db=soon',
    ];
    expect(await hub.run('answer', ask.id, ...flags)).toMatchObject({ code: 0, stderr: '' });
    const { text } = await told(stage);
    expect(text).toContain('"Which db?"="SQLite"');
    expect(text).toContain('"Which features?"="Auth, Fax"');
    expect(text).toContain('soon');
  });

  test('says something instead of answering', async ({ stage, hub }) => {
    const ask = await asks({ stage, hub }, 'AskUserQuestion', QUESTIONS);
    await hub.run('answer', ask.id, '--reply', 'neither, think again');
    expect((await told(stage)).text).toContain('neither, think again');
  });

  test('approves an edited plan from a file, and sends one back', async ({ stage, hub }) => {
    const ask = await asks({ stage, hub }, 'ExitPlanMode', { plan: '1. do it' });
    const file = join(stage.folder, 'plan.md');
    writeFileSync(file, '1. do it well');
    const { stdout, stderr } = await hub.run(
      'answer',
      ask.id,
      '--approve',
      '--mode',
      'acceptEdits',
      '--plan',
      `@${file}`,
    );
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^approved \(edited, mode acceptEdits\)/);
    expect((await told(stage)).text).toContain('do it well');
    const next = await asks({ stage, hub }, 'ExitPlanMode', { plan: '2. more' }, 'plan again');
    await hub.run('answer', next.id, '--reject', '--feedback', 'smaller steps');
    await waitUntil('the feedback', async () => (await told(stage)).text.includes('smaller steps'));
  });
});
