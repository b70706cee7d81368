/**
 * The animated picture in the README, renewed by `node scripts/pictures.mjs`: a session of the real Claude Code in a terminal, and
 * next to it the page on a phone, which answers it and sends it a prompt. Not a test.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { ansiToHtml } from '../../scripts/ansi-to-html.mjs';
import { call, say, scene } from '../../stage/screenplay.ts';
import { nameFolders } from './name-folders.ts';
import { pageTest } from './page-test.ts';

const FOLDER = process.env['REINS_PICTURES'] ?? '';
const PHONE = { width: 340, height: 620 };
const TERMINAL = { columns: 84, rows: 30 };

const release = scene(
  'Prepare the release.',
  [
    say('The release needs a migration of the staging database first.'),
    call('Bash', { command: 'npm run migrate -- --env staging', description: 'Migrate staging' }),
  ],
  [say('The migration ran: 3 tables changed. Version 2.4.0 is ready to be tagged.')],
);
const tagging = scene('Great, tag it.', [say('Tagged as v2.4.0.')]);

/** Frames of terminal and phone side by side, each shown for its own time. */
class Recording {
  readonly #canvas: Page;
  readonly #phone: Page;
  readonly #captureTerminal: () => string;
  readonly #folder: string;
  readonly #arguments: string[] = [];

  constructor(canvas: Page, phone: Page, captureTerminal: () => string, folder: string) {
    this.#canvas = canvas;
    this.#phone = phone;
    this.#captureTerminal = captureTerminal;
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  async take(ms: number): Promise<void> {
    const phone = await this.#phone.screenshot();
    await this.#canvas.setContent(`
      <style>
        body { margin: 0; }
        main { padding: 20px; display: flex; gap: 20px; background: #e9e6e0; width: max-content; }
        .terminal { border-radius: 10px; overflow: hidden; background: #2e3436; height: ${PHONE.height + 12}px; }
        .phone { border: 6px solid #1b1a18; border-radius: 26px; overflow: hidden; height: ${PHONE.height}px; }
        img { width: ${PHONE.width}px; display: block; }
      </style>
      <main>
        <div class="terminal">${ansiToHtml(this.#captureTerminal())}</div>
        <div class="phone"><img src="data:image/png;base64,${phone.toString('base64')}"></div>
      </main>`);
    const file = join(this.#folder, `${this.#arguments.length / 3}.png`);
    await this.#canvas.locator('main').screenshot({ path: file });
    this.#arguments.push('-d', String(ms), file);
  }

  save(file: string): void {
    execFileSync('img2webp', ['-loop', '0', '-lossy', '-q', '85', ...this.#arguments, '-o', file]);
  }
}

pageTest('the animated picture in the README', async ({ stage, hub, device, browser }) => {
  stage.play(release, tagging);
  if ((await hub.run('install')).code !== 0) throw new Error('Failed to install the hooks');
  const project = stage.makeProject('api-server');
  const scripts = { migrate: 'echo 3 tables changed' };
  writeFileSync(join(project, 'package.json'), JSON.stringify({ scripts }));
  const terminal = await stage.terminal({ ...TERMINAL, cwd: project, args: ['--permission-mode', 'manual'] });
  const socket = join(stage.folder, 'tmux.sock');
  const capture = () =>
    execFileSync('tmux', ['-S', socket, 'capture-pane', '-p', '-e'], { encoding: 'utf8' })
      .replaceAll(project, '~/code/api-server')
      // The font of the picture does not have this corner.
      .replaceAll('⎿', '└');
  const phone = await device({ size: PHONE, scheme: 'light' });
  const canvas = await (await browser.newContext({ deviceScaleFactor: 1.5 })).newPage();
  const recording = new Recording(canvas, phone, capture, join(stage.folder, 'frames'));
  const take = async (ms: number) => {
    await nameFolders(phone, join(project, '..'));
    await recording.take(ms);
  };

  await terminal.waitForScreen(/❯/);
  await terminal.type('Prepare the rel');
  await terminal.waitForScreen(/Prepare the rel/);
  await take(700);
  await terminal.type('ease.');
  await terminal.press('Enter');
  await terminal.waitForScreen(/Do you want to proceed/);
  await phone.getByText('npm run migrate').first().waitFor();
  await take(2600);
  const allow = phone.getByRole('button', { name: 'Allow', exact: true });
  await phone.evaluate(showTouch, await allow.boundingBox());
  await take(600);
  await allow.click();
  await terminal.waitForScreen(/ready to be tagged/);
  await phone.getByText('Nothing is waiting for you').waitFor();
  await take(1800);
  const [session] = (await hub.ask('GET', '/sessions')).items;
  await phone.goto(new URL(`/sessions/${session?.session_id}`, hub.url).href);
  await phone.getByText('ready to be tagged').waitFor();
  await take(2200);
  const box = phone.getByRole('textbox', { name: /message/i });
  await box.fill('Great, tag');
  await take(500);
  await box.fill('Great, tag it.');
  await take(700);
  await phone.getByRole('button', { name: 'Send', exact: true }).click();
  await terminal.waitForScreen(/Tagged as/);
  await phone.getByText('Tagged as').waitFor();
  await phone.getByText('idle').first().waitFor();
  await take(3200);
  recording.save(join(FOLDER, 'phone-and-terminal.webp'));
});

/** Marks where a finger touches the page. */
function showTouch(box: { x: number; y: number; width: number; height: number } | null): void {
  if (!box) return;
  const mark = document.createElement('div');
  const style = {
    ...{ position: 'fixed', width: '44px', height: '44px', borderRadius: '22px', zIndex: '9999' },
    ...{ left: `${box.x + box.width / 2 - 22}px`, top: `${box.y + box.height / 2 - 22}px` },
    ...{ background: 'rgba(240, 160, 32, 0.55)', pointerEvents: 'none' },
  };
  Object.assign(mark.style, style);
  document.body.append(mark);
  addEventListener('click', () => mark.remove(), { once: true });
}
