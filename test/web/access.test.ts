/** Who may do what in the page, and who is shown out. */
import { describe, expect } from 'vitest';
import { call, say, scene } from '../../stage/screenplay.ts';
import { begin, pageTest } from './page-test.ts';

const making = scene(
  'make it',
  [call('Bash', { command: 'touch a.txt', description: 'x' })],
  [say('All done.')],
);

describe('access', { timeout: 150_000 }, () => {
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
      return { ...seen, compose: await page.getByLabel('Message', { exact: true }).isVisible() };
    };
    expect(await buttons('viewer')).toEqual({ allow: false, edit: false, compose: false });
    expect(await buttons('approver')).toEqual({ allow: true, edit: false, compose: false });
    expect(await buttons('operator')).toEqual({ allow: true, edit: true, compose: true });
  });

  pageTest('a revoked device is out at once', async ({ hub, device }) => {
    const page = await device();
    await page.getByText('No sessions yet').waitFor();
    const [paired] = (await hub.client.devices.list()).items;
    await hub.client.devices.revoke(paired?.id ?? '');
    await page.getByText('This device is not paired').waitFor();
  });

  pageTest('a link works once', async ({ hub, browser, device }) => {
    await device();
    const { links } = await hub.client.devices.invite({ role: 'operator' });
    const link = links[0] ?? '';
    const open = async () => {
      const page = await (await browser.newContext()).newPage();
      await page.goto(link);
      return page;
    };
    await (await open()).getByText('No sessions yet').first().waitFor();
    const late = await open();
    await late.getByText('This device is not paired').waitFor();
    expect(late.url()).not.toContain('#');
  });
});
