/** The page of one host shows and steers the sessions of another one. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Session } from '../../src/protocol/session.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import type { DrivenHub } from '../drivers/driven-hub.ts';
import { look } from '../web/look.ts';
import { pageTest } from '../web/page-test.ts';
import { type FleetStage, startFleet } from './fleet-stage.ts';
import { hook } from './hook-sessions.ts';

const fleetPageTest = pageTest.extend<{ fleet: FleetStage; hub: DrivenHub }>({
  fleet: async ({ stage }, use) => use(await startFleet(stage, ['laptop'])),
  hub: async ({ fleet }, use) => use(fleet.home),
});

const PHONE = { width: 390, height: 844 };

fleetPageTest('hosts, a request and an offline host on a phone', async ({ stage, fleet, device }) => {
  stage.play(
    scene('make it', [call('Bash', { command: 'touch made.txt', description: 'x' })], [say('It is made.')]),
  );
  const page = await device({ size: PHONE });
  const problems: string[] = [];

  // A session is started on the other host.
  await page.getByRole('link', { name: 'New' }).click();
  await page.getByRole('combobox', { name: 'Host' }).selectOption('laptop');
  await page.getByLabel('Folder on laptop').fill(stage.project);
  await page.getByLabel('What should Claude do?').fill('make it');
  await page.getByLabel('Mode', { exact: true }).selectOption('default');
  problems.push(...(await look(page, 'fleet-new')));
  await page.getByRole('button', { name: 'Start' }).click();
  const trust = page.getByRole('button', { name: 'Trust the folder and start' });
  const command = page.getByText('touch made.txt').first();
  await trust.or(command).first().waitFor();
  if (await trust.isVisible()) await trust.click();

  // Its request is in the inbox, with the name of the host, and can be answered.
  await command.waitFor();
  await page.getByRole('link', { name: 'All sessions' }).click();
  await page.getByText('laptop').first().waitFor();
  problems.push(...(await look(page, 'fleet-sessions')));
  await page.goto(`${fleet.home.url}/`);
  await page.getByText('for you in this project').waitFor();
  problems.push(...(await look(page, 'fleet-inbox')));
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.getByText('Nothing is waiting for you').waitFor();
  await waitUntil('the file', () => existsSync(join(stage.project, 'made.txt')));

  // The owner's audit log names the device, its role, and the host it came through.
  const audited = await fleet.others[0]?.ask('GET', '/audit');
  expect(audited?.items).toMatchObject([
    {
      what: 'answered',
      by: { type: 'device', host: 'home', role: 'operator' },
      decided: { decision: 'allow' },
    },
  ]);

  // Marks go to the owner and come back with its events; links are made on the owner only.
  const { session_id: remote }: Session = (await fleet.home.ask('GET', '/sessions')).items[0];
  await fleet.home.client.changeSession(remote, { labels: ['elsewhere'] });
  await waitUntil('the label on both hosts', async () => {
    const lists = [fleet.home, ...fleet.others].map((hub) => hub.ask('GET', '/sessions?label=elsewhere'));
    return (await Promise.all(lists)).every(({ items }) => items.length === 1);
  });
  await expect(fleet.home.client.devices.share(remote)).rejects.toMatchObject({ code: 'invalid_request' });

  // The list of hosts invites another one.
  await page.goto(`${fleet.home.url}/hosts`);
  await page.getByText('laptop').waitFor();
  await page.getByLabel('Name of the new host').fill('tower');
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByText('reins fleet join reins-fleet-1:').waitFor();
  await page.getByRole('img', { name: 'Invitation for tower' }).waitFor();
  problems.push(...(await look(page, 'fleet-hosts')));

  // The same session on both hosts: either can be opened.
  const { session_id: shared }: Session = (await fleet.home.ask('GET', '/sessions')).items[0];
  await hook(fleet.home, 'UserPromptSubmit', shared, { prompt: 'only at home', cwd: stage.project });
  await page.goto(`${fleet.home.url}/sessions`);
  const row = (host: string) => page.locator(`a.session-row[href="/sessions/${shared}@${host}"]`);
  await row('home').click();
  await page.getByText('only at home').first().waitFor();
  await page.goto(`${fleet.home.url}/sessions/${shared}`);
  problems.push(...(await look(page, 'fleet-same-session')));
  await page.getByRole('link', { name: 'laptop' }).click();
  await page.getByText('It is made.').waitFor();

  // A host that goes away leaves a copy that says so.
  await page.getByText('It is made.').waitFor();
  await fleet.others[0]?.kill('SIGTERM');
  await page.getByText('laptop is offline').waitFor();
  await page.getByPlaceholder('Message Claude on laptop').fill('and then');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('waits until its host is back').waitFor();
  problems.push(...(await look(page, 'fleet-offline')));
  await page.getByRole('button', { name: 'Cancel: and then' }).click();
  await page.getByText('waits until its host is back').waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
});
