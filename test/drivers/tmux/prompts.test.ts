/** What reaches the model when a prompt is pasted into the real terminal. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Run } from '../../../src/drivers/driver.ts';
import { readScreen } from '../../../src/drivers/tmux/screen/read-screen.ts';
import { waitUntil } from '../../../stage/patience.ts';
import { call, say, scene } from '../../../stage/screenplay.ts';
import type { Stage } from '../../../stage/stage.ts';
import { stageTest } from '../../stage-test.ts';
import { openTmuxStage, pressKeys, text, waitForScreen } from './tmux-stage.ts';

/**
 * Delivers a prompt and returns the model's input, when the turn has ended: a prompt in Claude Code's own queue loses its
 * leading space.
 */
async function inputFor(stage: Stage, run: Run, words: string): Promise<string> {
  const before = stage.requests.length;
  stage.play(scene(/./, [say(`Heard ${before}.`)]));
  await run.deliver(text(words));
  const request = await waitUntil('the model to receive it', () => stage.requests[before], {
    explain: async () => (await run.screen()).text,
  });
  await waitForScreen(run, new RegExp(`Heard ${before}\\.`));
  await waitUntil('the end of the turn', async () => isAtRest((await run.screen()).text));
  return request.hearing.said.join('\n');
}

function isAtRest(screen: string): boolean {
  const { box, isBusy } = readScreen(screen.split('\n'));
  return box !== undefined && !isBusy;
}

stageTest('prompts arrive unchanged', async ({ stage }) => {
  using tmux = openTmuxStage(stage);
  const run = await tmux.start();

  const odd =
    'Line one\n\n  indented "quotes" $HOME `x` \\n #{pane_id} ; kill-server\n👩‍👩‍👧 ünïcødé 漢字 end';
  expect(await inputFor(stage, run, odd)).toBe(odd);

  const long = Array.from({ length: 4500 }, (_, row) => `row ${row} of a long text that goes on and on`).join(
    '\n',
  );
  expect(long.length).toBeGreaterThan(180_000);
  expect(await inputFor(stage, run, long)).toBe(long);
  const oneLine = 'word '.repeat(40_000).trim();
  expect(await inputFor(stage, run, oneLine)).toBe(oneLine);

  expect(await inputFor(stage, run, '!touch shell-ran.txt')).toBe(' !touch shell-ran.txt');
  expect(existsSync(join(stage.project, 'shell-ran.txt'))).toBe(false);
  expect(await inputFor(stage, run, '/nosuchcommand and words')).toBe(' /nosuchcommand and words');
  // Claude Code would replace it with "/model".
  expect(await inputFor(stage, run, '/mod')).toBe(' /mod');
  expect(await inputFor(stage, run, '/etc/hosts is a file')).toBe(' /etc/hosts is a file');
  expect(await inputFor(stage, run, '# a heading')).toBe('# a heading');
  expect(await inputFor(stage, run, 'an end \x1b[201~\x03of paste')).toBe('an end [201~of paste');
});

stageTest(
  'a draft survives, including one for the shell; the hub’s own prompt is not a draft',
  async ({ stage }) => {
    stage.play(...Array.from({ length: 6 }, () => scene(/./, [say('Heard.')])));
    using tmux = openTmuxStage(stage);
    const run = await tmux.start();
    const type = async (words: string) => {
      await pressKeys(stage, tmux, run, '-l', words);
      await waitForScreen(run, new RegExp(`❯\\s+${words}`));
    };
    // As after a hub that ended between its paste and its Enter.
    await type('our own words');
    expect(await run.isUnsent?.('our own words')).toBe(true);
    const prompt = (words: string) => ({ ...text(words), others: ['our own words', words] });
    expect(await run.deliver(prompt('hello'))).toBe('handed_over');
    await waitUntil('the prompt', () => stage.requests.at(-1)?.hearing.said.join() === 'hello');
    await waitForScreen(run, /Heard\.[\s\S]*❯/);
    expect(await run.draft()).toBeUndefined();

    // And beside a draft that someone has stashed.
    await type('half a thought');
    await pressKeys(stage, tmux, run, 'C-s');
    await waitForScreen(run, /stashed/);
    await type('our own words');
    expect(await run.blockedBy([])).toBe('draft');
    expect(await run.blockedBy(['our own words'])).toBeUndefined();
    await run.deliver(prompt('again'));
    await waitUntil('the prompt', () => stage.requests.at(-1)?.hearing.said.join() === 'again');
    await waitForScreen(run, /❯\s+half a thought/);

    // A draft survives prompts, also one for the shell.
    await waitUntil('the draft', async () => (await run.draft()) === 'half a thought');
    expect(await inputFor(stage, run, 'and so on')).toBe('and so on');
    await waitForScreen(run, /❯\s+half a thought/);
    await pressKeys(stage, tmux, run, 'C-u');
    await waitUntil('no draft', async () => (await run.draft()) === undefined);
    await pressKeys(stage, tmux, run, '-l', '!touch shell-ran.txt');
    await waitForScreen(run, /!\s+touch shell-ran/);
    expect(await inputFor(stage, run, 'at last')).toBe('at last');
    await waitForScreen(run, /!\s+touch shell-ran/);
    expect(existsSync(join(stage.project, 'shell-ran.txt'))).toBe(false);
  },
);

stageTest('a command remains a command, and the next prompt gets past what it opened', async ({ stage }) => {
  stage.play(scene(/./, [say('Heard.')]));
  using tmux = openTmuxStage(stage);
  const run = await tmux.start();
  await run.deliver(text('/rename A new name'));
  await waitForScreen(run, /A new name ─/);
  await run.deliver(text('/cost'));
  await waitForScreen(run, /Esc to cancel/);
  expect(await run.blockedBy()).toBeUndefined();
  expect(await inputFor(stage, run, 'hello')).toMatch(/<command-args>A new name<[\s\S]*\nhello$/);
});

stageTest('types nothing while a dialog is open', async ({ stage }) => {
  stage.play(scene('make a file', [call('Bash', { command: 'touch made.txt', description: 'Make a file' })]));
  using tmux = openTmuxStage(stage);
  const run = await tmux.start();
  await run.deliver(text('make a file'));
  await waitForScreen(run, /Do you want to proceed\?/);
  expect(await run.blockedBy()).toBe('dialog');
  await expect(run.deliver(text('hello'))).rejects.toMatchObject({
    code: 'blocked',
    details: { blocked_by: 'dialog' },
  });
  await expect(run.setPermissionMode('plan')).rejects.toMatchObject({ code: 'blocked' });
  expect(existsSync(join(stage.project, 'made.txt'))).toBe(false);

  await run.interrupt();
  await waitUntil('the input box to be free', async () => (await run.blockedBy()) === undefined);
  await run.deliver(text('hello'));
  await waitUntil('the model to receive it', () => stage.requests.at(-1)?.hearing.said.includes('hello'));
  expect(existsSync(join(stage.project, 'made.txt'))).toBe(false);
});
