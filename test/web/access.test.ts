/** The permissions of each role on the page, and devices that are refused. */
import { describe, expect } from 'vitest';
import { call, say, scene } from '../../stage/screenplay.ts';
import { hasTurn } from '../drivers/driven-hub.ts';
import { answers, openScriptedHub } from '../scripted-hub.ts';
import { DESK, openProfile } from './browser.ts';
import { look } from './look.ts';
import { begin, sharedPageTest as pageTest } from './page-test.ts';

const making = scene(
  'make it',
  [call('Bash', { command: 'touch a.txt', description: 'x' })],
  [say('All done.')],
);

describe('access', () => {
  pageTest(
    'a device is renamed, given another role, and revoked; a link works once',
    async ({ hub, browser, device }) => {
      const other = await device({ role: 'viewer' });
      await other.getByText('No sessions yet').waitFor();
      const [paired] = (await hub.client.devices.list()).items;
      const page = await device();
      await page.goto(new URL('/settings', hub.url).href);
      const row = page.locator('.devices li').filter({ hasText: 'viewer' });
      await row.getByRole('button', { name: /^Edit/ }).click();
      await page.getByLabel('Name').fill('Kitchen');
      await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption('approver');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Revoke Kitchen' }).waitFor();
      expect((await hub.client.devices.list()).items.find(({ id }) => id === paired?.id)).toMatchObject({
        name: 'Kitchen',
        role: 'approver',
      });
      await page.getByRole('button', { name: 'Revoke Kitchen' }).click();
      await page.getByText('Kitchen loses access immediately.').waitFor();
      await page.getByRole('button', { name: 'Keep' }).click();
      expect((await hub.client.devices.list()).items).toHaveLength(2);
      await page.getByRole('button', { name: 'Revoke Kitchen' }).click();
      await page.getByRole('button', { name: 'Revoke', exact: true }).click();
      await other.getByText('Access was revoked').waitFor();
      await page.getByRole('button', { name: 'Revoke Kitchen' }).waitFor({ state: 'detached' });

      await page.getByRole('combobox', { name: 'Role for a new device' }).selectOption('operator');
      await page.getByRole('button', { name: 'Show a code' }).click();
      await page.getByRole('img', { name: 'Link that pairs a device' }).waitFor();
      expect(await look(page, 'device-invitation')).toEqual([]);
      const link = (await page.locator('.copy code').first().textContent()) ?? '';
      const open = async () => {
        const page = await (await openProfile(browser, { size: DESK })).newPage();
        await page.goto(link);
        return page;
      };
      const first = await open();
      await first.getByText('No sessions yet').first().waitFor();
      await page.getByText(/ is paired\.$/).waitFor();
      const late = await open();
      await late.getByText('This device is not paired').waitFor();
      expect(late.url()).not.toContain('#');

      // A server on another port receives the cookie, but cannot use it.
      await using elsewhere = await openScriptedHub({
        'GET /': [answers({})],
        'GET /api/todos': [answers({})],
      });
      const visited = await first.context().newPage();
      await visited.goto(elsewhere.url);
      const seen = new Promise<string>((resolve) => {
        visited.on(
          'request',
          (request) => void request.allHeaders().then(({ cookie }) => cookie && resolve(cookie)),
        );
      });
      await visited.evaluate(() => fetch('/api/todos'));
      const cookie = await seen;
      const secret = /^reins_\w+=(reins_[\w-]{43})$/.exec(cookie)?.[1] ?? '';
      expect(secret).not.toBe('');
      for (const headers of [{ cookie }, { authorization: `Bearer ${secret}` }]) {
        expect(
          (await fetch(`${hub.url}/api/me`, { headers: headers as Record<string, string> })).status,
        ).toBe(401);
      }
      expect(await visited.evaluate(() => localStorage.length)).toBe(0);

      // A browser paired before keys existed shows what to do.
      await first.evaluate(() => localStorage.removeItem('reins.device-key'));
      await first.reload();
      await first.getByText('must be paired again').waitFor();
      const again = await hub.client.devices.invite({ role: 'operator' });
      await first.goto(again.links[0] ?? '');
      await first.getByText('No sessions yet').first().waitFor();
      await first.reload();
      await first.getByText('No sessions yet').first().waitFor();
    },
  );

  pageTest('a link shows one session to one browser', async ({ stage, hub, device, browser }) => {
    stage.play(scene('say it', [say('The plan of today.')]), scene('go on', [say('The plan of tomorrow.')]));
    const id = await begin(stage, hub, 'say it');
    await hub.waitFor(id, 'the turn', hasTurn('say it', 'completed'));
    const page = await device();
    await page.goto(new URL(`/sessions/${id}`, hub.url).href);
    await page.getByRole('button', { name: 'Session menu' }).click();
    await page.getByRole('button', { name: 'Create a link' }).click();
    const link = (await page.locator('.share .copy code').first().textContent()) ?? '';
    expect(await look(page, 'share-session')).toEqual([]);

    const open = async (address: string) => {
      const guest = await (await openProfile(browser, { size: DESK })).newPage();
      await guest.goto(address);
      return guest;
    };
    const guest = await open(link);
    await guest.getByText('The plan of today.').waitFor();
    await guest.getByText(/^Shared with you until/).waitFor();
    expect(guest.url()).not.toContain('#');
    expect(await look(guest, 'shared-session')).toEqual([]);
    // It is live, and read-only.
    await hub.send(id, 'go on');
    await guest.getByText('The plan of tomorrow.').waitFor();
    expect(await guest.getByLabel('Message', { exact: true }).count()).toBe(0);
    await guest.goto(new URL('/sessions', hub.url).href);
    await guest.getByText('The plan of today.').waitFor();
    // The link works once; a device that is paired does not use it up.
    const late = await open(link);
    await late.getByText('This device is not paired').waitFor();
    const { links, device_id } = await hub.client.devices.share(id);
    await page.goto(links[0] ?? '');
    await page.getByLabel('Message', { exact: true }).waitFor();
    const shared = (await hub.client.devices.list()).items.filter(({ session_id }) => session_id === id);
    expect(shared.map((one) => one.is_unused)).toEqual([undefined, true]);
    await page.goto(new URL('/settings', hub.url).href);
    await page.getByText(/reads one session until .*; not opened yet/).waitFor();

    for (const one of shared) await hub.client.devices.revoke(one.id);
    await guest.getByText('Cannot show this session').waitFor();
    const recorded: string[] = [];
    const { signal } = new AbortController();
    for await (const { type } of hub.client.subscribe({ sessionId: id, since: 0, signal })) {
      if (type === 'session_shared' || type === 'share_ended') recorded.push(type);
      if (recorded.length === 4) break;
    }
    expect(recorded).toEqual(['session_shared', 'session_shared', 'share_ended', 'share_ended']);
    expect(device_id).toBe(shared[1]?.id);
  });

  pageTest('each role sees only its buttons', async ({ stage, hub, device }) => {
    stage.play(making);
    const id = await begin(stage, hub, 'make it');
    const buttons = async (role: 'viewer' | 'approver' | 'operator') => {
      const page = await device({ role });
      await page.getByText('Claude wants to run a command').waitFor();
      const isThere = (name: string) => page.getByRole('button', { name, exact: true }).isVisible();
      const seen = { allow: await isThere('Allow'), edit: await isThere('Edit command') };
      await page.goto(new URL(`/sessions/${id}`, hub.url).href);
      await page.getByRole('log').getByText('make it', { exact: true }).waitFor();
      const compose = await page.getByLabel('Message', { exact: true }).isVisible();
      await page.goto(new URL('/new', hub.url).href);
      const start = page.getByLabel('What should Claude do?');
      await start.or(page.getByText('This device cannot start sessions.')).waitFor();
      return { ...seen, compose, start: await start.isVisible() };
    };
    expect(await buttons('viewer')).toEqual({ allow: false, edit: false, compose: false, start: false });
    expect(await buttons('approver')).toEqual({ allow: true, edit: false, compose: false, start: false });
    expect(await buttons('operator')).toEqual({ allow: true, edit: true, compose: true, start: true });
  });
});
