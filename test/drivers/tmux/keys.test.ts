/** Operations with keys at the real terminal: interrupt, permission mode, model, name. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Gate } from '../../../stage/gate.ts';
import { waitUntil } from '../../../stage/patience.ts';
import { hold, say, scene } from '../../../stage/screenplay.ts';
import { stageTest } from '../../stage-test.ts';
import { openTmuxStage, pressKeys, text, waitForScreen } from './tmux-stage.ts';

const LONG_STORY = [say('Once upon a time'), hold()];

stageTest(
  'interrupts a turn, queues a prompt, changes mode and name; never clears a draft',
  async ({ stage }) => {
    const gate = new Gate();
    stage.play(
      scene('tell', LONG_STORY),
      scene('go on', [say('Here I am.')]),
      scene('another', [say('There was a king'), hold(gate), say(' the end.')]),
      scene('next', [say('Next done.')]),
      scene('after the view', [say('Back again.')]),
    );
    using tmux = openTmuxStage(stage);
    const run = await tmux.start();
    await run.deliver(text('tell'));
    await waitForScreen(run, /Once upon/);
    await pressKeys(stage, tmux, run, '-l', 'my draft');
    await waitForScreen(run, /❯\s+my draft/);
    await run.interrupt();
    await waitForScreen(run, /Interrupted/);
    // Again and again: there is nothing to interrupt.
    await run.interrupt();
    await run.interrupt();
    expect(await run.draft()).toBe('my draft');
    await run.deliver(text('go on'));
    await waitForScreen(run, /Here I am\./);
    await waitForScreen(run, /❯\s+my draft/);

    // A prompt while Claude works goes into its queue.
    await run.deliver(text('another'));
    await waitForScreen(run, /There was a king/);
    await waitForScreen(run, /❯\s+my draft/);
    await run.deliver(text('next'));
    gate.open();
    await waitForScreen(run, /Next done\./);
    await waitUntil('the draft', async () => (await run.draft()) === 'my draft');
    await pressKeys(stage, tmux, run, 'C-u');
    await waitUntil('no draft', async () => (await run.draft()) === undefined);

    // It changes the permission mode, and reports which it cannot.
    for (const [mode, shown] of [
      ['plan', /plan mode on/],
      ['default', /manual mode on/],
      ['auto', /auto mode on/],
      ['acceptEdits', /accept edits on/],
    ] as const) {
      await run.setPermissionMode(mode);
      expect((await run.screen()).text).toMatch(shown);
    }
    await expect(run.setPermissionMode('bypassPermissions')).rejects.toMatchObject({ code: 'not_capable' });
    expect((await run.screen()).text).toMatch(/accept edits on/);

    // It renames, and leaves the transcript view.
    await run.rename('A good name');
    await waitForScreen(run, /A good name ─/);
    await pressKeys(stage, tmux, run, 'C-o');
    await waitForScreen(run, /Showing detailed transcript/);
    expect(await run.blockedBy()).toBeUndefined();
    await run.deliver(text('after the view'));
    await waitUntil('the model to receive it', () =>
      stage.requests.at(-1)?.hearing.said.includes('after the view'),
    );
  },
);

stageTest('interrupts in vim mode, where Escape means something else first', async ({ stage }) => {
  stage.play(scene('tell', LONG_STORY));
  using tmux = openTmuxStage(stage);
  const run = await tmux.start({ settings: { editorMode: 'vim' } });
  await run.deliver(text('tell'));
  await waitForScreen(run, /Once upon/);
  await run.interrupt();
  await waitForScreen(run, /Interrupted/);
});

stageTest('changes the model for this session only, if Claude Code can', async ({ stage }) => {
  stage.play(...Array.from({ length: 3 }, (_, at) => scene(`hello ${at}`, [say(`Heard ${at}.`)])));
  using tmux = openTmuxStage(stage);
  const run = await tmux.start();
  const settings = join(stage.configDir, 'settings.json');
  const savedModel = () => existsSync(settings) && JSON.parse(readFileSync(settings, 'utf8')).model;
  const hello = async (at: number) => {
    await run.deliver(text(`hello ${at}`));
    await waitForScreen(run, new RegExp(`Heard ${at}\\.`));
    return stage.requests.at(-1)?.body.model;
  };
  await hello(0);
  await run.setModel('haiku');
  expect(await hello(1)).toMatch(/haiku/);
  expect(savedModel()).toBeFalsy();
  expect(tmux.reports.warnings).toEqual([]);

  await pressKeys(stage, tmux, run, '-l', 'my draft');
  await waitForScreen(run, /❯\s+my draft/);
  await run.setModel('claude-unheard-of-9');
  expect(await hello(2)).toBe('claude-unheard-of-9');
  expect(savedModel()).toBe('claude-unheard-of-9');
  expect(tmux.reports.warnings).toMatchObject([{ code: 'model_is_default_now' }]);
  await waitUntil('the draft', async () => (await run.draft()) === 'my draft');
});
