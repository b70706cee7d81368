/** `reins answer` with flags: every decision reaches Claude, and a late answer says who was first. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { sharedHubTest as test } from '../shared-hub-test.ts';
import { bash, lastToolResult, openInteraction, QUESTIONS } from './interaction-stage.ts';

describe('reins answer', () => {
  test('allows an edited command and keeps an edited rule; denies with a reason', async ({ stage, hub }) => {
    const interaction = await openInteraction({ stage, hub }, 'Bash', bash('npm run build'));
    const wrong = await hub.run('answer', interaction.id.slice(0, 8), '--reply', 'x');
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
    const { code, stdout, stderr } = await hub.run('answer', interaction.id.slice(0, 8), ...flags);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^allowed \(edited\): run touch edited\.txt/);
    await lastToolResult(stage);
    expect(existsSync(join(stage.project, 'edited.txt'))).toBe(true);
    const settings = join(stage.project, '.claude/settings.local.json');
    await waitUntil(
      'the rule',
      () => existsSync(settings) && readFileSync(settings, 'utf8').includes('Bash(npm run *)'),
    );

    const late = await hub.run('answer', interaction.id, '--deny');
    expect(late).toMatchObject({ code: 1, stdout: '' });
    expect(late.stderr).toContain('Already allowed (edited) by operator');
    expect((await hub.run('answer', 'ffffffff', '--deny')).stderr).toContain('No request has an id');

    // Without an id: the only pending request.
    const session = interaction.session_id;
    await openInteraction({ stage, hub, session }, 'Bash', bash('touch a.txt'), 'once more');
    const denied = await hub.run('answer', '--deny', '--message', 'use a folder', '--json');
    expect(denied.code).toBe(0);
    expect(JSON.parse(denied.stdout)).toMatchObject({
      state: 'answered',
      answer: { by: { name: 'operator' } },
    });
    expect(await lastToolResult(stage)).toMatchObject({ isError: true, text: 'use a folder' });
    expect(await hub.run('answer', '--deny')).toMatchObject({
      code: 1,
      stderr: 'reins: No pending requests.\n',
    });
  });

  test('answers questions by text, header and number, with a custom answer and a note; replies instead', async ({
    stage,
    hub,
  }) => {
    const interaction = await openInteraction({ stage, hub }, 'AskUserQuestion', QUESTIONS);
    const unknown = await hub.run('answer', interaction.id, '--answer', '1=MySQL');
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
    expect(await hub.run('answer', interaction.id, ...flags)).toMatchObject({ code: 0, stderr: '' });
    const { text } = await lastToolResult(stage);
    expect(text).toContain('"Which db?"="SQLite"');
    expect(text).toContain('"Which features?"="Auth, Fax"');
    expect(text).toContain('soon');

    const session = interaction.session_id;
    const again = await openInteraction({ stage, hub, session }, 'AskUserQuestion', QUESTIONS, 'ask again');
    await hub.run('answer', again.id, '--reply', 'neither, think again');
    expect((await lastToolResult(stage)).text).toContain('neither, think again');
  });

  test('rejects a plan, and approves an edited one from a file', async ({ stage, hub }) => {
    const rejected = await openInteraction({ stage, hub }, 'ExitPlanMode', { plan: '2. more' });
    await hub.run('answer', rejected.id, '--reject', '--feedback', 'smaller steps');
    expect((await lastToolResult(stage)).text).toContain('smaller steps');

    const session = rejected.session_id;
    const plan = { plan: '1. do it' };
    const interaction = await openInteraction({ stage, hub, session }, 'ExitPlanMode', plan, 'plan again');
    const file = join(stage.folder, 'plan.md');
    writeFileSync(file, '1. do it well');
    const flags = ['--approve', '--mode', 'acceptEdits', '--plan', `@${file}`];
    const { stdout, stderr } = await hub.run('answer', interaction.id, ...flags);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^approved \(edited, mode acceptEdits\)/);
    expect((await lastToolResult(stage)).text).toContain('do it well');
  });
});
