/** Everything that can be done with a session from the page, with the real Claude Code. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { patienceMs, waitUntil } from '../../stage/patience.ts';
import { call, hold, say, scene } from '../../stage/screenplay.ts';
import { conversation, hasTurn } from '../drivers/driven-hub.ts';
import { begin, pageTest } from './page-test.ts';

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('steering', () => {
  pageTest(
    'messages: completed, with a picture, queued, moved, into the turn, after a stop',
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
        scene('stop that', [say('Stopped.')]),
      );
      const page = await device();
      const id = await begin(stage, hub, 'hello');
      await page.goto(new URL(`/sessions/${id}`, hub.url).href);
      await page.getByText('Hi.', { exact: true }).waitFor();
      const field = page.getByLabel('Message', { exact: true });
      const send = () => page.getByRole('button', { name: 'Send', exact: true }).click();

      await field.pressSequentially('/shi');
      await page.getByRole('option', { name: /^\/ship/ }).waitFor();
      await field.press('Tab');
      expect(await field.inputValue()).toBe('/ship ');
      await field.fill('');
      await field.pressSequentially('look at @not');
      await page.getByRole('option', { name: 'notes.md' }).tap();
      expect(await field.inputValue()).toBe('look at @notes.md ');
      await page
        .getByLabel('Add a picture')
        .setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: PIXEL });
      await page.getByRole('img', { name: 'dot.png' }).waitFor();
      await send();
      await page.getByText('I see a dot.').waitFor();
      await page.getByText('with a picture').waitFor();
      expect(JSON.stringify(stage.requests.at(-1)?.body)).toContain('"media_type":"image/png"');

      await field.fill('work');
      await send();
      await page.getByText('Claude wants to run a command').waitFor();
      await field.fill('by the way');
      await page.getByRole('radio', { name: 'Into this turn' }).check();
      await send();
      await hub.waitFor(id, 'it to be handed over', ({ messages }) =>
        messages.some(
          ({ text, when, state }) => text === 'by the way' && when === 'steer' && state !== 'queued',
        ),
      );
      for (const words of ['one', 'two']) {
        await field.fill(words);
        await send();
        await page.getByRole('button', { name: `Edit: ${words}` }).waitFor();
      }
      await page.getByRole('button', { name: 'Send earlier: two' }).click();
      await waitUntil('the other order', async () => {
        const { items } = await hub.client.queue(id);
        return items.map(({ text }) => text).join() === 'two,one';
      });
      await page.getByRole('button', { name: 'Send earlier: one' }).waitFor();
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
      await field.fill('talk');
      await send();
      await page.getByRole('button', { name: 'Interrupt Claude' }).waitFor();
      await field.fill('stop that');
      await page.getByRole('radio', { name: 'Stop and send' }).check();
      await send();
      await page.getByText('Stopped.', { exact: true }).waitFor();
      expect((await hub.view(id)).messages.at(-1)).toMatchObject({ when: 'now', state: 'accepted' });
    },
  );

  pageTest(
    'without a network a message waits, also over a reload, and goes once',
    async ({ stage, hub, device }) => {
      stage.play(scene('hello', [say('Hi.')]), scene('later', [say('At last.')]));
      const page = await device();
      const id = await begin(stage, hub, 'hello');
      await page.goto(new URL(`/sessions/${id}`, hub.url).href);
      await page.getByText('Hi.', { exact: true }).waitFor();
      const field = page.getByLabel('Message', { exact: true });
      await page.context().setOffline(true);
      for (const words of ['never', 'later']) {
        await field.fill(words);
        await page.getByRole('button', { name: 'Send', exact: true }).click();
        await page.getByRole('button', { name: `Take back: ${words}` }).waitFor();
      }
      await page.getByText('sent as soon as the hub answers').first().waitFor();
      await page.getByRole('button', { name: 'Take back: never' }).click();
      await expect.poll(() => field.inputValue(), { timeout: patienceMs() }).toBe('never');
      await field.fill('');
      const sent = async () => (await hub.view(id)).messages.map(({ text }) => text);
      expect(await sent()).toEqual(['hello']);
      await page.context().setOffline(false);
      await page.reload();
      await page.getByText('At last.').waitFor();
      expect(await sent()).toEqual(['hello', 'later']);
    },
  );

  pageTest('mode, model, fork, end, resume; a terminal is taken over', async ({ stage, hub, device }) => {
    stage.play(
      scene('hello', [say('Hi.')]),
      scene('in the copy', [say('Copied.')]),
      scene('by hand', [say('In the terminal.')]),
      scene('from the phone', [say('Under the hub.')]),
    );
    const page = await device();
    const id = await begin(stage, hub, 'hello');
    await page.goto(new URL(`/sessions/${id}`, hub.url).href);
    await page.getByText('Hi.', { exact: true }).waitFor();
    const menu = () => page.getByRole('button', { name: 'What you can do' }).click();
    await menu();
    await page.getByRole('combobox', { name: 'Mode', exact: true }).selectOption('acceptEdits');
    await hub.waitFor(id, 'the mode', ({ permission_mode }) => permission_mode === 'acceptEdits');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await menu();
    await page.getByRole('combobox', { name: 'Model', exact: true }).selectOption('haiku');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await menu();
    await page.getByRole('button', { name: 'Fork into a new session' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(id));
    const field = page.getByLabel('Message', { exact: true });
    const send = () => page.getByRole('button', { name: 'Send', exact: true }).click();
    await field.fill('in the copy');
    await send();
    await page.getByText('Copied.').waitFor();
    await menu();
    await page.getByRole('button', { name: 'End this session' }).click();
    await page.getByText('This session has ended.').waitFor();
    // The menu offers it too, until it has closed.
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await field.waitFor();
    expect((await hub.client.list()).items).toHaveLength(2);

    const terminal = await stage.terminal({ isPlain: true });
    await terminal.prompt('by hand');
    await terminal.waitForScreen(/In the terminal\./);
    const own = await waitUntil('the session of the terminal', async () =>
      (await hub.client.list()).items.find(
        ({ driver, status }) => driver === 'external' && status === 'idle',
      ),
    );
    await page.goto(new URL(`/sessions/${own.session_id}`, hub.url).href);
    await page.getByText('This session runs in a terminal of its own.').waitFor();
    await page.getByRole('button', { name: 'Take over', exact: true }).click();
    await terminal.waitForExit();
    await field.fill('from the phone');
    await send();
    await page.getByText('Under the hub.').waitFor();
    await page.getByText('In the terminal.').waitFor();
  });
});
