/**
 * User story: one session in a terminal, on the page, in the terminal UI and in an editor at the same time. Every prompt
 * shows in all of them; a request can be answered in any of them and disappears from all.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { methods } from '@agentclientprotocol/sdk';
import { expect } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import { Editor } from '../acp/editor.ts';
import { reinsInPane } from '../pane.ts';
import { tuiInPane } from '../tui/tui-pane.ts';
import { pageTest } from '../web/page-test.ts';

/** The places where a person may be. */
interface Place {
  readonly name: string;
  prompt(text: string): Promise<unknown>;
  sees(text: string): Promise<unknown>;
  isAsked(): Promise<unknown>;
  allow(): Promise<unknown>;
  isNotAsked(): Promise<unknown>;
}

pageTest('one session everywhere', async ({ stage, hub, device }) => {
  expect((await hub.run('install')).code).toBe(0);
  stage.play(scene('hello', [say('Good morning.')]));
  const terminal = await reinsInPane(stage, hub.env, 'new', 'hello', '--permission-mode', 'manual');
  await terminal.waitForScreen(/Good morning\./);
  const id = (await hub.client.list()).items[0]?.session_id ?? '';

  const page = await device();
  await page.goto(new URL(`/sessions/${id}`, hub.url).href);
  const tui = await tuiInPane(stage, hub.env, { columns: 120, rows: 40, args: ['tui', id] });
  const editor = await Editor.open(hub.env);
  await editor.agent.request(methods.agent.session.load, {
    sessionId: id,
    cwd: stage.project,
    mcpServers: [],
  });

  const shows = (screen: () => Promise<string>, fits: (text: string) => boolean) =>
    waitUntil('the screen', async () => fits(await screen()), { explain: screen });
  const asking = page.getByText('Claude wants to run a command');
  let asked = 0;
  const places: Place[] = [
    {
      name: 'terminal',
      prompt: (text) => terminal.prompt(text),
      sees: (text) => shows(terminal.screen, (screen) => screen.includes(text)),
      isAsked: () => terminal.waitForScreen(/Do you want to proceed\?/),
      allow: () => terminal.answerDialog(/Do you want to proceed\?/, 'Enter'),
      isNotAsked: () => shows(terminal.screen, (screen) => !screen.includes('Do you want to proceed?')),
    },
    {
      name: 'page',
      async prompt(text) {
        await page.getByLabel('Message', { exact: true }).fill(text);
        await page.getByRole('button', { name: 'Send' }).click();
      },
      sees: (text) => page.getByText(text, { exact: true }).first().waitFor(),
      isAsked: () => asking.waitFor(),
      allow: () => page.getByRole('button', { name: 'Allow', exact: true }).click(),
      isNotAsked: () => asking.waitFor({ state: 'detached' }),
    },
    {
      name: 'tui',
      async prompt(text) {
        await tui.type('c');
        await tui.waitForScreen(/Enter send/);
        await tui.type(text);
        await tui.press('Enter', 'Escape');
      },
      sees: (text) => shows(tui.screen, (screen) => screen.includes(text)),
      isAsked: () => tui.waitForScreen(/a allow/),
      allow: () => tui.type('a'),
      isNotAsked: () => shows(tui.screen, (screen) => !screen.includes('a allow')),
    },
    {
      name: 'editor',
      prompt: async (text) => void editor.prompt(id, text),
      sees: (text) => editor.sees(text, () => editor.output.includes(text)),
      isAsked: () => editor.permission(asked),
      allow: async () => (await editor.permission(asked)).answer('allow'),
      isNotAsked: () =>
        editor.sees('the answer', () =>
          editor.permissions.every(({ signal, isAnswered }) => signal.aborted || isAnswered),
        ),
    },
  ];
  const everywhere = (look: (place: Place) => Promise<unknown>) => Promise.all(places.map(look));

  for (const { name, prompt } of places) {
    stage.play(scene(`from the ${name}`, [say(`Heard from the ${name}.`)]));
    await prompt(`from the ${name}`);
    await everywhere(({ sees }) => sees(`from the ${name}`));
    await everywhere(({ sees }) => sees(`Heard from the ${name}.`));
  }
  for (const { name, allow } of places) {
    const file = `by-${name}.txt`;
    const command = { command: `touch ${file}`, description: 'Make a file' };
    stage.play(scene(`make ${file}`, [call('Bash', command)], [say(`Made ${file}.`)]));
    await hub.send(id, `make ${file}`);
    await everywhere(({ isAsked }) => isAsked());
    await allow();
    await everywhere(({ isNotAsked }) => isNotAsked());
    await everywhere(({ sees }) => sees(`Made ${file}.`));
    expect(existsSync(join(stage.project, file))).toBe(true);
    asked += 1;
  }
  await editor.close();
});
