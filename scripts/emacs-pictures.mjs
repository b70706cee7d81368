/** Regenerates the pictures in docs/emacs.md: the real Emacs in a terminal, connected to `reins demo`. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { ansiToHtml } from './ansi-to-html.mjs';
import { ensureBuilt } from './build.mjs';
import { root } from './run-step.mjs';
import { ensureSystemPrograms } from './system-programs.mjs';
import { packPictures, pictureFolder } from './take-pictures.mjs';

const COLUMNS = 100;
const folder = mkdtempSync(join(tmpdir(), 'reins-pictures-'));
const clean = { PATH: process.env['PATH'] ?? '', HOME: folder, LANG: 'C.UTF-8' };

/** @param {string[]} args */
const tmux = (...args) =>
  execFileSync('tmux', ['-S', join(folder, 'tmux'), '-f', '/dev/null', ...args], {
    env: { ...clean, TERM: 'xterm-256color' },
    encoding: 'utf8',
  });

/** @param {string[]} keys */
const press = (...keys) => tmux('send-keys', ...keys);

/** @param {RegExp} pattern */
async function waitForScreen(pattern) {
  for (let tries = 0; tries < 600; tries++) {
    if (pattern.test(tmux('capture-pane', '-p'))) return;
    await delay(100);
  }
  throw new Error(`The screen does not show ${pattern}:\n${tmux('capture-pane', '-p')}`);
}

ensureSystemPrograms(['img2webp']);
await ensureBuilt();
const demo = spawn(process.execPath, [join(root, 'dist/reins.js'), 'demo'], {
  env: { ...clean, REINS_HOME: join(folder, 'none') },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let printed = '';
demo.stdout.on('data', (chunk) => {
  printed += chunk;
});
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 860, height: 600 }, deviceScaleFactor: 1.5 });

/**
 * @param {string} home
 * @param {string} name
 */
async function take(home, name) {
  await delay(500);
  // Paths of a typical machine.
  const screen = tmux('capture-pane', '-p', '-e').replaceAll(dirname(home), '~/code').trimEnd();
  await page.setContent(ansiToHtml(screen));
  await page.locator('pre').screenshot({ path: join(pictureFolder, `${name}.png`) });
}

try {
  while (!/REINS_HOME='(.*)'/.test(printed)) await delay(100);
  const home = /REINS_HOME='(.*)'/.exec(printed)?.[1] ?? '';
  const lisp = ['(setq inhibit-startup-screen t)', '(menu-bar-mode -1)', '(load-theme (quote tango-dark) t)'];
  const emacs = ['emacs', '-nw', '-q', '-f', 'package-initialize', '-L', join(root, 'emacs')];
  const variables = [`REINS_HOME=${home}`, 'TERM=xterm-256color', 'COLORTERM=truecolor'];
  tmux(
    ...['new-session', '-d', '-x', String(COLUMNS), '-y', '26', '--', 'env', ...variables, ...emacs],
    ...lisp.flatMap((one) => ['--eval', one]),
    ...['-l', 'reins', '--eval', '(reins)'],
  );
  tmux('set-option', '-g', 'status', 'off');
  await waitForScreen(/Waiting for you 3[\s\S]*fix the flaky test +idle/);
  press('n', 'TAB');
  await waitForScreen(/a allow · d deny/);
  await take(home, 'emacs-overview');

  press('C-s');
  press('-l', 'flaky');
  press('Enter', 'Enter');
  await waitForScreen(/two workers share/);
  press('M-<');
  await waitForScreen(/❯ fix the flaky test/);
  await take(home, 'emacs-session');

  press('q', 'M-<', 'C-s');
  press('-l', 'Claude has a plan');
  press('Enter', 'Enter', 'C-x', '1');
  await waitForScreen(/approve/);
  press('C-s');
  press('-l', 'Remove');
  press('Enter', 'C-c', 'C-q');
  await waitForScreen(/Comment on this line/);
  press('-l', 'Keep it if a test fails');
  press('Enter');
  await waitForScreen(/↳ Keep it/);
  await take(home, 'emacs-plan');
  packPictures();
} finally {
  await browser.close();
  tmux('kill-server');
  demo.kill('SIGINT');
  await new Promise((resolve) => demo.once('close', resolve));
  rmSync(folder, { recursive: true, force: true });
}
