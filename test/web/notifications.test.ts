/** Notifications in a real Chromium: from a request of the real Claude Code to a button on the notification. */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { Delivery, PushState } from '../../src/protocol/notify.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import type { DrivenHub } from '../drivers/driven-hub.ts';
import { hasTurn } from '../drivers/driven-hub.ts';
import { PushService } from '../notify-receiver.ts';
import { DESK } from './browser.ts';
import { begin, lastToolResult, notifiedPageTest, waiting } from './page-test.ts';
import { PushDevice } from './push-device.ts';

const pushTest = notifiedPageTest.extend<{ service: PushService }>({
  service: async ({ hub }, use) => {
    await hub.ask('PATCH', '/settings', { push_private_addresses: true });
    const service = await PushService.start();
    await use(service);
    await service.close();
  },
});

const bash = (cue: string, command: string) =>
  scene(cue, [call('Bash', { command, description: 'x' })], [say('I see.')]);

const deliveries = async (hub: DrivenHub) => (await hub.client.push.deliveries()).items;

/** Waits until the newest delivery is in this state. */
const delivered = (hub: DrivenHub, state: Delivery['state']) =>
  waitUntil(`a delivery that was ${state}`, async () => (await deliveries(hub))[0]?.state === state, {
    explain: async () => JSON.stringify(await deliveries(hub), null, 1),
  });

const pushState = (page: Page): Promise<PushState> =>
  page.evaluate(async () => {
    const key = JSON.parse(localStorage.getItem('reins.device-key') ?? '""');
    return (await fetch('/api/push', { headers: { 'x-reins-device-key': key } })).json();
  });

/** Without notices of sessions that have been idle for a minute: the test may take longer. */
async function withoutIdle(device: PushDevice): Promise<PushDevice> {
  await device.page.getByLabel('A session is waiting for your next prompt').uncheck();
  await waitUntil('the choice to be kept', async () => {
    const { preferences } = await pushState(device.page);
    return preferences.kinds?.idle === false;
  });
  return device;
}

describe('notifications', () => {
  pushTest(
    'denied on a notification; a focused device gets none, several requests make one, answered ones are withdrawn',
    async ({ stage, hub, device, service }) => {
      stage.play(
        bash('make it', 'touch it.txt'),
        bash('make one', 'touch a.txt'),
        bash('clean', 'rm -rf build'),
        bash('make another', 'touch b.txt'),
        bash('make more', 'touch c.txt'),
      );
      // With the page closed, a request is denied on its notification, once, and its card is gone when the page opens.
      const phone = await withoutIdle(await PushDevice.take(await device(), service, 'phone'));
      await phone.page.close();
      let arrivedAt = 0;
      service.onMessage(() => (arrivedAt ||= Date.now()));
      const first = await begin(stage, hub, 'make it');
      const { actions } = await phone.waitForShown('the request', ({ body }) => body === 'Run touch it.txt');
      const shownAt = Date.now();
      expect(actions).toEqual(['deny', 'allow']);
      await delivered(hub, 'shown');
      const [asked] = (await hub.client.interactions({ session: first })).items;
      const opened = Date.parse(asked?.opened_at ?? '');
      console.log(
        `asked to pushed: ${arrivedAt - opened} ms, seen to be shown after ${shownAt - opened} ms at most`,
      );
      await phone.press('deny', 2);
      await hub.waitFor(first, 'the turn', hasTurn('make it', 'completed'));
      expect(lastToolResult(stage)).toMatchObject({ isError: true });
      const [answered] = (await hub.client.interactions({ session: first })).items;
      expect(answered?.answer).toMatchObject({ decision: 'deny', by: { type: 'device' } });
      await delivered(hub, 'clicked');
      expect(await phone.shown()).toEqual([]);
      // The device that answered gets no notification about it.
      expect(phone.received).toHaveLength(1);
      const page = await phone.page.context().newPage();
      await page.goto(hub.url);
      await page.getByText('Nothing is waiting for you').waitFor();
      expect(await page.title()).toBe('Reins');
      await page.close();

      const desk = await withoutIdle(await PushDevice.take(await device({ size: DESK }), service, 'desk'));
      const icon = () => desk.page.locator('link[rel="icon"]').getAttribute('href');
      expect(await icon()).toBe('/icons/reins.svg');

      await hub.send(first, 'make one');
      await phone.waitForShown('the first request', ({ body }) => body === 'Run touch a.txt');
      await waitUntil('the sign in the title', async () => (await desk.page.title()) === '(1) Reins');
      expect(await icon()).toBe('/icons/reins-waits.svg');
      const second = await begin(stage, hub, 'clean');
      const both = await phone.waitForShown(
        'both',
        ({ title }) => title === '2 requests are waiting for you',
      );
      expect(both.actions).toEqual([]);
      expect(desk.received).toEqual([]);

      await hub.client.answer((await waiting(hub, first)).id, { decision: 'allow' });
      const left = await phone.waitForShown('what is left', ({ body }) => body === 'Run rm -rf build');
      // A dangerous request must be opened before it can be allowed.
      expect(left).toMatchObject({ silent: true, actions: ['deny', 'open'] });
      await hub.client.answer((await waiting(hub, second)).id, { decision: 'deny' });
      await phone.waitForShown('who has answered', ({ body }) => body.startsWith('Denied by'));
      await waitUntil('the sign to go', async () => (await icon()) === '/icons/reins.svg');
      expect(desk.received).toEqual([]);

      // The desktop sends a test notification to the phone.
      await desk.page.goto(`${hub.url}/settings`);
      await desk.page.getByRole('button', { name: /^Send a test notification to / }).click();
      await desk.page.getByText('The notification was shown').waitFor();
      expect(desk.received).toEqual([]);
      await phone.closeAll();

      // The first session is muted on the desktop only.
      await desk.page.goto(`${hub.url}/sessions/${first}`);
      await desk.page.getByRole('button', { name: 'Session menu' }).click();
      await desk.page.getByLabel('Notifications on this device').selectOption('Nothing');
      await waitUntil('the choice to be kept', async () => {
        const { preferences } = await pushState(desk.page);
        return preferences.sessions?.[first] === 'mute';
      });

      // Another window comes to the front on the desktop.
      const session = await desk.page.context().newCDPSession(desk.page);
      await session.send('Emulation.setFocusEmulationEnabled', { enabled: false });
      const other = await desk.page.context().newPage();
      for (const page of [desk.page, other]) await page.bringToFront();
      await waitUntil('the desk to lose the focus', () => desk.page.evaluate(() => !document.hasFocus()));
      const third = await begin(stage, hub, 'make another');
      await desk.waitForShown('the third request', ({ body }) => body === 'Run touch b.txt');
      await phone.waitForShown('the third request', ({ body }) => body === 'Run touch b.txt');

      // A click leads to the request.
      const { id: interaction } = await waiting(hub, third);
      await desk.press('');
      await desk.page.waitForURL(`${hub.url}/asks/${interaction}`);

      // Both at once: one answer counts, and the other device is notified.
      const [elsewhere] = await Promise.all([
        hub.call('POST', `/interactions/${interaction}/answer`, { decision: 'allow' }),
        phone.press('deny'),
      ]);
      await hub.waitFor(third, 'the turn', hasTurn('make another', 'completed'));
      const { answer } = (await hub.client.interactions({ session: third })).items[0] ?? {};
      const isOurs = elsewhere.status === 200;
      expect(answer?.['decision']).toBe(isOurs ? 'allow' : 'deny');
      expect(lastToolResult(stage)?.isError ?? false).toBe(!isOurs);

      await hub.send(first, 'make more');
      await phone.waitForShown('the fourth request', ({ body }) => body === 'Run touch c.txt');
      expect(desk.received.map(({ message }) => message['body'])).not.toContain('Run touch c.txt');
    },
  );

  pushTest(
    'a test arrives and choices are kept; the next visit renews the subscription after a new key or its end',
    async ({ hub, device, service }) => {
      const phone = await PushDevice.take(await device(), service, 'phone');
      const { page } = phone;
      await page.getByRole('button', { name: 'Send a test', exact: true }).click();
      await phone.waitForShown('the test', ({ tag }) => tag === 'test');
      await page.getByText('The notification was shown').waitFor();

      await page.getByLabel('A turn finished').check();
      await page.getByLabel('Quiet hours, in the hub’s time zone').check();
      await page.getByLabel('Still notify me about requests').check();
      await page.getByLabel('To', { exact: true }).fill('06:30');
      await waitUntil('the last choice', async () => {
        const { preferences } = await pushState(page);
        return preferences.quiet?.to === '06:30' && preferences;
      });
      expect((await pushState(page)).preferences).toEqual({
        kinds: { finished: true },
        quiet: { from: '22:00', to: '06:30', asks_too: true },
      });

      const keyOf = async () => {
        const before = phone.received.length;
        await page.getByRole('button', { name: 'Send a test', exact: true }).click();
        return (await waitUntil('another test', () => phone.received[before])).signedBy;
      };
      const old = phone.received[0]?.signedBy;
      await hub.client.push.rotate();
      expect(await keyOf()).toBe(old);
      const subscribing = () =>
        page.waitForRequest((one) => one.url().endsWith('/push/subscription') && one.method() === 'POST');
      const [renewed] = await Promise.all([subscribing(), page.reload()]);
      await renewed.response();
      expect(await keyOf()).not.toBe(old);

      // The browser may move its subscription while the page is closed.
      const moved = page.context().waitForEvent('request', (one) => one.url().endsWith('/push/subscription'));
      await phone.moveSubscription();
      await (await moved).response();
      await keyOf();
      expect(phone.received.at(-1)?.path).toBe('/phone-moved');

      service.statuses.push(410);
      await page.getByRole('button', { name: 'Send a test', exact: true }).click();
      await page.getByText('the browser has ended this subscription').first().waitFor();
      await page.getByRole('button', { name: 'Turn on notifications' }).waitFor();
      const [subscribed] = await Promise.all([subscribing(), page.reload()]);
      await subscribed.response();
      await page.reload();
      await keyOf();
    },
  );
});
