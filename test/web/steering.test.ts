/** Every action on a session from the page, with the real Claude Code. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect } from 'vitest';
import { Gate } from '../../stage/gate.ts';
import { patienceMs, waitUntil } from '../../stage/patience.ts';
import { call, hold, say, scene } from '../../stage/screenplay.ts';
import { conversation, hasTurn, idleTerminal } from '../drivers/driven-hub.ts';
import { begin, PIXEL, sharedPageTest as pageTest } from './page-test.ts';

describe('steering', () => {
  pageTest(
    'messages: completed words, a picture, queued, moved up, steered, interrupting; offline',
    async ({ stage, hub, device }) => {
      mkdirSync(join(stage.project, '.claude/commands'), { recursive: true });
      writeFileSync(
        join(stage.project, '.claude/commands/ship.md'),
        '---\ndescription: Ships it\n---\nShip it',
      );
      writeFileSync(join(stage.project, 'notes.md'), 'x');
      stage.play(
        scene('hello', [say('Hi.')]),
        scene(/look at @notes\.md/, [say('I see a dot.')]),
        scene('work', [call('Bash', { command: 'touch a', description: 'x' })], [say('Worked.')]),
        scene('one', [say('Did one.')]),
        scene('two', [say('Did two.')]),
        scene('talk', [say('A long'), hold()]),
        scene('talk on', [say('And on'), hold()]),
        scene('stop that', [say('Stopped.')]),
        scene('chat', [say('On and'), hold()]),
        scene('at once', [say('Done at once.')]),
        scene('later', [say('At last.')]),
      );
      const page = await device();
      const id = await begin(stage, hub, 'hello');
      await page.goto(new URL(`/sessions/${id}`, hub.url).href);
      await page.getByText('Hi.', { exact: true }).waitFor();
      const field = page.getByLabel('Message', { exact: true });
      const send = () => page.getByRole('button', { name: 'Send', exact: true }).click();
      // Text that is being written is shown before its prompt is in the log.
      const isAccepted = (words: string) =>
        hub.waitFor(id, `"${words}" to be accepted`, ({ messages }) => {
          const { text, when, state } = messages.at(-1) ?? {};
          return text === words && when === 'now' && state === 'accepted';
        });

      // The commands are requested again if the hub could not be reached at the slash.
      let failures = 1;
      await page.route('**/commands', (route) => (failures-- > 0 ? route.abort() : route.fallback()));
      await Promise.all([page.waitForEvent('requestfailed'), field.pressSequentially('/')]);
      await field.pressSequentially('shi');
      await page.getByRole('option', { name: /^\/ship/ }).waitFor();
      await field.press('Tab');
      expect(await field.inputValue()).toBe('/ship ');
      await field.fill('');
      await field.pressSequentially('look at @not');
      await page.getByRole('option', { name: 'notes.md' }).tap();
      // A tap ends before the click that follows from it.
      await expect.poll(() => field.inputValue(), { timeout: patienceMs() }).toBe('look at @notes.md ');
      await page
        .getByLabel('Add an image')
        .setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: PIXEL });
      await page.getByRole('img', { name: 'dot.png' }).waitFor();
      await send();
      await page.getByText('I see a dot.').waitFor();
      const picture = page.getByRole('log').getByRole('button', { name: 'Image 1' }).locator('img');
      await waitUntil('the image', () =>
        picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth === 1),
      );
      expect(JSON.stringify(stage.requests.at(-1)?.body)).toContain('"media_type":"image/png"');

      await field.fill('work');
      await send();
      await page.getByText('Claude wants to run a command').waitFor();
      await field.fill('by the way');
      await page.getByRole('radio', { name: 'Steer now' }).check();
      // It is in the conversation from the tap on, although it has not even reached the hub.
      const gate = new Gate();
      await page.route('**/message', async (route) => {
        await gate.pass(new AbortController().signal);
        await route.fallback();
      });
      await send();
      await page.getByRole('log').getByText('by the way', { exact: true }).waitFor();
      gate.open();
      await hub.waitFor(id, 'delivery', ({ messages }) =>
        messages.some(
          ({ text, when, state }) => text === 'by the way' && when === 'steer' && state !== 'queued',
        ),
      );
      await page.getByRole('log').getByText('Claude reads this next').waitFor();
      for (const words of ['one', 'two']) {
        await field.fill(words);
        await send();
        await page.getByRole('button', { name: `Edit: ${words}` }).waitFor();
      }
      await page.getByRole('button', { name: 'Move up: two' }).click();
      await waitUntil('the other order', async () => {
        const { items } = await hub.client.queue(id);
        return items.map(({ text }) => text).join() === 'two,one';
      });
      await page.getByRole('button', { name: 'Move up: one' }).waitFor();
      await page.getByRole('button', { name: 'Allow', exact: true }).click();
      const view = await hub.waitFor(id, 'both', hasTurn('one', 'completed'));
      expect(
        conversation(view)
          .slice(-2)
          .map(([prompt]) => prompt),
      ).toEqual(['two', 'one']);

      await field.fill('talk');
      await send();
      await page.getByText('A long').waitFor();
      await page.getByRole('button', { name: 'Interrupt Claude' }).click();
      await hub.waitFor(id, 'the end of the turn', hasTurn('talk', 'interrupted'));
      await page.getByText('Interrupted').waitFor();
      await field.fill('talk on');
      await send();
      // Not the button that interrupts: until the page knows that the turn before has ended, it shows that one's.
      await page.getByText('And on').waitFor();
      await field.fill('stop that');
      await page.getByRole('radio', { name: 'Interrupt and send' }).check();
      await send();
      await page.getByText('Stopped.', { exact: true }).waitFor();
      await isAccepted('stop that');
      await hub.waitFor(id, 'the end of the turn', hasTurn('stop that', 'completed'));

      // The choice holds if the turn ends before the message is sent: another turn may already be running.
      await field.fill('chat');
      await send();
      await page.getByText('On and').waitFor();
      await field.fill('at once');
      await page.getByRole('radio', { name: 'Interrupt and send' }).check();
      await hub.client.interrupt(id);
      await page.getByRole('radiogroup', { name: 'Delivery' }).waitFor({ state: 'hidden' });
      await send();
      await page.getByText('Done at once.').waitFor();
      await isAccepted('at once');

      // An offline message survives a reload and is sent once.
      await page.context().setOffline(true);
      for (const words of ['never', 'later']) {
        await field.fill(words);
        await page.getByRole('button', { name: 'Send', exact: true }).click();
        await page.getByRole('button', { name: `Cancel: ${words}` }).waitFor();
      }
      await page.getByText('waiting for the hub').first().waitFor();
      await page.getByRole('button', { name: 'Cancel: never' }).click();
      await expect.poll(() => field.inputValue(), { timeout: patienceMs() }).toBe('never');
      await field.fill('');
      const sent = async () => (await hub.view(id)).messages.map(({ text }) => text);
      expect((await sent()).at(-1)).toBe('at once');
      await page.context().setOffline(false);
      await page.reload();
      await page.getByText('At last.').waitFor();
      expect((await sent()).slice(-2)).toEqual(['at once', 'later']);
    },
  );

  pageTest('a new session gets its chosen options', async ({ stage, hub, device }) => {
    const git = (...words: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { cwd: stage.project });
    git('init', '-q');
    git('commit', '-q', '--allow-empty', '-m', 'x');
    stage.play(
      scene(
        'look at this',
        [call('Bash', { command: 'touch seen.txt', description: 'x' })],
        [say('Continued.')],
      ),
    );
    const careful = { permission_mode: 'plan', max_turns: 1, append_system_prompt: 'Mind the gap.' } as const;
    await hub.client.settings.change({ templates: { careful } });
    const page = await device();
    // Speech recognition needs a microphone and, in Chromium, a service on the internet.
    await page.addInitScript(() => {
      class SpokenWords {
        onresult?: (event: object) => void;
        onend?: () => void;
        start() {
          const result = Object.assign([{ transcript: ' at this ' }], { isFinal: true });
          this.onresult?.({ resultIndex: 0, results: [result] });
        }
        stop() {
          this.onend?.();
        }
      }
      Object.assign(globalThis, { SpeechRecognition: SpokenWords });
    });
    await page.goto(new URL('/new', hub.url).href);
    const select = (name: string, value: string) =>
      page.getByRole('combobox', { name, exact: true }).selectOption(value);
    const fill = (label: string, words: string) => page.getByLabel(label, { exact: true }).fill(words);

    await page.getByLabel('Folder on the hub’s machine').fill(dirname(stage.project));
    await page.getByRole('button', { name: 'Browse' }).click();
    const folders = page.getByRole('dialog', { name: 'Choose a folder' });
    await folders
      .getByRole('button', { name: `${basename(stage.project)} git`, exact: true })
      .last()
      .click();
    await folders.getByText('There are no folders in it.').waitFor();
    await folders.getByRole('button', { name: 'Use this folder' }).click();
    expect(await page.getByLabel('Folder on the hub’s machine').inputValue()).toBe(stage.project);
    await fill('What should Claude do?', 'look');
    await page.getByRole('button', { name: 'Dictate' }).click();
    await page.getByRole('button', { name: 'Dictate', pressed: true }).click();
    expect(await page.getByLabel('What should Claude do?').inputValue()).toBe('look at this');
    await page
      .getByLabel('Add an image')
      .setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: PIXEL });
    await page.getByRole('img', { name: 'dot.png' }).waitFor();
    await select('Template', 'careful');
    // Options of the template are visible and editable.
    expect(await page.getByLabel('Maximum turns').inputValue()).toBe('1');
    await page.getByText('2 set').waitFor();
    await select('Model', 'haiku');
    await select('Mode', 'default');
    await fill('Name', 'The dot');
    await page.getByLabel('Work in a separate git worktree').check();
    await fill('Name of the worktree', 'side');
    await fill('Budget in US dollars', 'much');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByText('Budget in US dollars: must be a number above 0.').waitFor();
    await fill('Budget in US dollars', '2.5');
    await fill('Auto-continue at most this many times', '1');
    await page.getByLabel('Unattended').check();
    await fill('Allowed tools', 'Bash(touch *)');
    await fill('Disallowed tools', 'WebFetch');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByText('Continued.').waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const view = await hub.waitFor(id, 'the second turn', hasTurn('continue', 'completed'));

    expect(view).toMatchObject({
      ...{ title: 'The dot', driver: 'stream', permission_mode: 'default', git_branch: 'worktree-side' },
      cwd: join(stage.project, '.claude/worktrees/side'),
      autonomy: { non_interactive: true, auto_continue: { limit: 1 }, continued: 1 },
    });
    const [first] = stage.requests;
    expect(String(first?.body['model'])).toContain('haiku');
    expect(JSON.stringify(first?.body['messages'])).toContain('"media_type":"image/png"');
    expect(JSON.stringify(first?.body['system'])).toContain('Mind the gap.');
    const flags = readFileSync(`/proc/${view.pid}/cmdline`, 'utf8').split('\0');
    expect(flags).toEqual(
      expect.arrayContaining(['--max-budget-usd=2.5', '--max-turns=1', '--disallowed-tools=WebFetch']),
    );
  });

  pageTest(
    'mode, model, name, fork, end, resume, export; a terminal is taken over or ended',
    async ({ stage, hub, device }) => {
      stage.play(
        scene('hello', [say('Hi.')]),
        scene('in the copy', [say('Copied.')]),
        scene('by hand', [say('In the terminal.')]),
        scene('from the phone', [say('Under the hub.')]),
        scene('by hand', [say('In the terminal.')]),
      );
      const page = await device();
      const id = await begin(stage, hub, 'hello');
      await page.goto(new URL(`/sessions/${id}`, hub.url).href);
      await page.getByText('Hi.', { exact: true }).waitFor();
      await hub.waitFor(id, 'the turn', hasTurn('hello', 'completed'));
      const menu = () => page.getByRole('button', { name: 'Session menu' }).click();
      await menu();
      await page.getByRole('combobox', { name: 'Mode', exact: true }).selectOption('acceptEdits');
      await hub.waitFor(id, 'the mode', ({ permission_mode }) => permission_mode === 'acceptEdits');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await menu();
      await page.getByRole('combobox', { name: 'Model', exact: true }).selectOption('haiku');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await menu();
      await page.getByRole('combobox', { name: 'Model', exact: true }).selectOption('Other');
      await page.getByLabel('Model name').fill('claude-opus-5-5');
      await page.getByRole('button', { name: 'Use this model' }).click();
      await hub.waitFor(id, 'the model', ({ model }) => model === 'claude-opus-5-5');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await menu();
      await page.getByLabel('Name', { exact: true }).fill('A greeting');
      await page.getByRole('button', { name: 'Rename' }).click();
      await page.getByRole('heading', { name: 'A greeting' }).waitFor();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await menu();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByLabel('Export to a file').selectOption('Markdown'),
      ]);
      expect(file.suggestedFilename()).toBe(`session-${id.slice(0, 8)}.md`);
      expect(readFileSync(await file.path(), 'utf8')).toMatch(/A greeting[\s\S]*Hi\./);
      await page.getByRole('button', { name: 'Fork into a new session' }).click();
      await page.waitForURL((url) => !url.pathname.endsWith(id));
      const field = page.getByLabel('Message', { exact: true });
      const send = () => page.getByRole('button', { name: 'Send', exact: true }).click();
      await field.fill('in the copy');
      await send();
      await page.getByText('Copied.').waitFor();
      await menu();
      await page.getByRole('button', { name: 'End this session' }).click();
      await page.getByText(/Claude stops immediately/).waitFor();
      await page.getByRole('button', { name: 'End it' }).click();
      await page.getByText('This session has ended.').waitFor();
      // The menu has this button, too, until it is closed.
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Resume', exact: true }).click();
      await field.waitFor();
      const { items } = await hub.client.list();
      expect(items.filter(({ cwd }) => cwd === stage.project)).toHaveLength(2);

      const terminal = await stage.terminal({ isPlain: true });
      await terminal.prompt('by hand');
      await terminal.waitForScreen(/In the terminal\./);
      const own = await idleTerminal(hub, 'by hand');
      await page.goto(new URL(`/sessions/${own.session_id}`, hub.url).href);
      await page.getByText('This session runs in its own terminal.').waitFor();
      await page.getByRole('button', { name: 'Take over', exact: true }).click();
      await terminal.waitForExit();
      await field.fill('from the phone');
      await send();
      await page.getByText('Under the hub.').waitFor();
      await page.getByText('In the terminal.').waitFor();

      const other = await stage.terminal({ isPlain: true });
      await other.prompt('by hand');
      await other.waitForScreen(/In the terminal\./);
      const theirs = await idleTerminal(hub, 'by hand');
      await page.goto(new URL(`/sessions/${theirs.session_id}`, hub.url).href);
      await menu();
      await page.getByRole('button', { name: 'End this session' }).click();
      await page.getByText(/started this session outside of Reins.*draft in its terminal is lost/).waitFor();
      await page.getByRole('button', { name: 'Leave it running' }).click();
      expect(await hub.view(theirs.session_id)).toMatchObject({ status: 'idle', pid: theirs.pid });
      await page.getByRole('button', { name: 'End this session' }).click();
      await page.getByRole('button', { name: 'End it' }).click();
      await other.waitForExit();
      await page.getByText('This session has ended.').waitFor();
    },
  );
});
