/** The first start at a terminal: one question, a link, the browser, and then the terminal UI. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import type { Stage } from '../../stage/stage.ts';
import { reinsInPane } from '../pane.ts';
import { startReins } from '../reins-process.ts';
import { stageTest } from '../stage-test.ts';

/** A new user at a desktop whose browser only writes down what it is asked to open. */
function newUser(stage: Stage) {
  const bin = join(stage.folder, 'bin');
  const opened = join(stage.folder, 'opened');
  mkdirSync(bin);
  writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\necho "$1" >>'${opened}'\n`);
  chmodSync(join(bin, 'xdg-open'), 0o755);
  const reinsHome = join(stage.folder, 'reins');
  mkdirSync(reinsHome, { mode: 0o700 });
  writeFileSync(join(reinsHome, 'config.json'), JSON.stringify({ port: 0 }));
  const env = {
    ...stage.env,
    REINS_HOME: reinsHome,
    REINS_CLAUDE: stage.claudeBinary,
    PATH: `${bin}:${stage.env['PATH']}`,
    DISPLAY: ':9',
  };
  const links = () => (existsSync(opened) ? readFileSync(opened, 'utf8').trim().split('\n') : []);
  const run = (...args: string[]) => startReins(args, env).exited;
  return { env, links, run, settings: join(stage.configDir, 'settings.json') };
}

stageTest('"reins" alone leads to hooks, a paired browser and the terminal UI', async ({ stage }) => {
  const { env, links, run, settings } = newUser(stage);
  const tui = await reinsInPane(stage, env);
  await tui.waitForScreen(
    /started a hub at[\s\S]*lines added[\s\S]*"reins uninstall" undoes it[\s\S]*d shows/,
  );
  await tui.press('Enter');
  await tui.waitForScreen(/No sessions yet/);
  expect(readFileSync(settings, 'utf8')).toContain('PermissionRequest');
  await waitUntil('the browser', () => links().length > 0);
  const [link = ''] = links();
  await tui.type('q');
  await tui.waitForScreen(/Opening your browser[\s\S]*\/pair#[\s\S]*exit code 0/);

  // The link pairs the browser; from then on nothing opens by itself, and nothing is asked.
  const { origin, hash } = new URL(link);
  const paired = await fetch(`${origin}/api/pair`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ code: hash.slice(1), name: 'Browser' }),
  });
  expect(await paired.json()).toMatchObject({ name: 'Browser', role: 'operator' });
  expect(await run('down')).toMatchObject({ code: 0 });
  const up = await reinsInPane(stage, env, 'up');
  await up.waitForScreen(/Open this link in a browser/);
  expect(await run('down')).toMatchObject({ code: 0 });
  await up.waitForScreen(/has stopped\.\s+exit code 0/);
  expect(links()).toHaveLength(1);
  expect(await run('uninstall')).toMatchObject({ code: 0 });
});

stageTest('a no is remembered; Ctrl-C at the question stops the hub', async ({ stage }) => {
  const { env, links, run, settings } = newUser(stage);
  const first = await reinsInPane(stage, env, 'up', '--no-open');
  await first.waitForScreen(/Install the hooks now\?/);
  await first.press('C-c');
  await first.waitForScreen(/has stopped\.\s+exit code 0/);

  const second = await reinsInPane(stage, env, 'up', '--detach', '--no-open');
  await second.waitForScreen(/Install the hooks now\?/);
  await second.type('n');
  await second.press('Enter');
  await second.waitForScreen(/Nothing was changed[\s\S]*\/pair#[\s\S]*exit code 0/);
  const third = await reinsInPane(stage, env, 'up', '--detach', '--no-open');
  await third.waitForScreen(/is already up[\s\S]*\/pair#[\s\S]*exit code 0/);
  expect(await third.screen()).not.toContain('Install the hooks');
  expect(existsSync(settings) && readFileSync(settings, 'utf8').includes('hooks')).toBe(false);
  expect(links()).toEqual([]);
  expect(await run('down')).toMatchObject({ code: 0 });
});
