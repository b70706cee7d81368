/**
 * User story: a plain `claude` in a terminal asks for permission. A colleague answers in Slack while Emacs and a phone
 * show the same request; all of them, and the terminal, show who decided.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import { type DrivenHub, startDrivenHub } from '../drivers/driven-hub.ts';
import { runInEmacs } from '../emacs/run-in-emacs.ts';
import { isOpen, type SlackStage, withSlack } from '../slack/slack-stage.ts';
import { pageTest } from '../web/page-test.ts';

type World = SlackStage & { readonly hub: DrivenHub };

const test = pageTest.extend<{ world: World; hub: DrivenHub }>({
  world: ({ stage }, use) => withSlack(stage, (env) => startDrivenHub(stage, 'reins-home', env), use),
  hub: ({ world }, use) => use(world.hub),
});

test('a permission request of a terminal, answered in Slack', async ({ stage, hub, world, device }) => {
  const command = { command: 'touch agreed.txt', description: 'Make it' };
  stage.play(scene('make it', [call('Bash', command)], [say('It is made.')]));
  expect((await hub.run('install')).code).toBe(0);
  const terminal = await stage.terminal({ args: ['--permission-mode', 'manual'], isPlain: true });
  await terminal.prompt('make it');
  await terminal.waitForScreen(/Do you want to proceed/);

  const phone = await device();
  await phone.getByText('touch agreed.txt').first().waitFor();
  const card = await world.message(/touch agreed\.txt/, isOpen);
  const watched: string[] = [];
  const emacs = runInEmacs(['story.el', 'watch.el'], hub.env, (line) => watched.push(line));
  await Promise.race([waitUntil('Emacs to show it', () => watched.includes('watching')), emacs]);

  await world.bob.press(card, /^Allow$/);
  await emacs;
  await world.message(/touch agreed\.txt[\s\S]*allowed by Bob via slack/);
  await phone.getByText('Nothing is waiting for you').waitFor();
  await phone.goto(new URL('/decisions', hub.url).href);
  await phone.getByText('Allowed by Bob via slack').waitFor();
  await terminal.waitForScreen(/It is made/);
  await waitUntil('the file', () => existsSync(join(stage.project, 'agreed.txt')));
});
