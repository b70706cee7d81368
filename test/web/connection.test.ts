/** Lost connections: the page shows it, keeps its content and reconnects automatically. */
import { expect } from 'vitest';
import { call, say, scene } from '../../stage/screenplay.ts';
import { hasTurn } from '../drivers/driven-hub.ts';
import { begin, pageTest } from './page-test.ts';

pageTest(
  'a hub that is down or killed, a proxy that fails, and a network that is gone',
  async ({ stage, hub, device }) => {
    stage.play(
      scene('first', [say('One.')]),
      scene('second', [say('Two.')]),
      scene('third', [say('Three.')]),
      scene('make it', [call('Bash', { command: 'touch a.txt', description: 'x' })], [say('All done.')]),
    );
    const page = await device();
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));

    // The shell opens without a hub and says what is wrong.
    await hub.kill('SIGTERM');
    await page.reload();
    await page.getByText('Cannot reach the hub').waitFor();
    await hub.restart();
    await page.getByText('No sessions yet').waitFor();

    // A proxy that fails once does not make this device a stranger.
    let failures = 1;
    await page.route('**/api/me', (route) =>
      failures-- > 0 ? route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }) : route.fallback(),
    );
    await page.reload();
    await page.getByText('No sessions yet').waitFor();
    expect(failures).toBeLessThan(0);

    // A session opens although a proxy fails at first.
    const id = await begin(stage, hub, 'first');
    let left = 2;
    await page.route(new RegExp(`/api/sessions/${id}(/message)?(\\?|$)`), (route) =>
      left-- > 0 ? route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }) : route.fallback(),
    );
    await page.goto(new URL(`/sessions/${id}`, hub.url).href);
    await page.getByText('One.', { exact: true }).waitFor();
    left = 1;
    await page.getByLabel('Message', { exact: true }).fill('second');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Two.', { exact: true }).waitFor();
    // Text that is being written is shown before its turn is in the log.
    const { turns } = await hub.waitFor(id, 'the second turn', hasTurn('second', 'completed'));
    expect(turns).toHaveLength(2);

    // The hub is killed and comes back while the page is open.
    await hub.kill('SIGKILL');
    await page.getByText(/^Reconnecting\. Showing data from/).waitFor();
    await hub.restart();
    await page.getByText(/^Reconnecting/).waitFor({ state: 'detached' });
    await hub.send(id, 'third');
    await page.getByText('Three.', { exact: true }).waitFor();
    await page.getByText('One.', { exact: true }).waitFor();

    // An answer given without a network goes out once it is back.
    await page.goto(hub.url);
    await hub.send(id, 'make it');
    await page.getByText('Claude wants to run a command').waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByText('Your answer will be sent as soon as it is back').waitFor();
    expect((await hub.view(id)).open_interactions).toBe(1);
    await page.context().setOffline(false);
    await page.getByText('Nothing is waiting for you').waitFor();
    await hub.waitFor(id, 'the turn', hasTurn('make it', 'completed'));
    expect((await hub.client.interactions({ session: id })).items).toHaveLength(1);
  },
);
