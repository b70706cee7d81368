/**
 * A device with notifications, without the internet: the page subscribes to a push service on loopback instead of the
 * browser's own, and the test delivers its messages to Chromium, which passes them to the page's real service worker.
 */
import type { BrowserContext, Page, Worker } from 'playwright-core';
import { waitUntil as waitWithin } from '../../src/lib/wait-until.ts';
import { waitUntil } from '../../stage/patience.ts';
import type { PushService, Received } from '../notify-receiver.ts';

export interface Shown {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly silent: boolean;
  readonly actions: readonly string[];
}

export class PushDevice {
  readonly page: Page;
  /** The messages delivered to Chromium, in order. */
  readonly received: Received[] = [];
  readonly #context: BrowserContext;
  readonly #service: PushService;
  readonly #path: string;
  /** The messages whose notification was shown. */
  readonly #seen = new Set<string>();

  private constructor(page: Page, service: PushService, path: string) {
    this.page = page;
    this.#context = page.context();
    this.#service = service;
    this.#path = path;
  }

  /** Turns notifications on in the settings, as a person does. */
  static async take(page: Page, service: PushService, name: string): Promise<PushDevice> {
    const context = page.context();
    await context.grantPermissions(['notifications']);
    const path = `/${name}`;
    await context.addInitScript(standInForBrowser, service.subscription(path));
    const origin = new URL(page.url()).origin;
    // A separate page, so that messages arrive while the hub's page is closed.
    const session = await context.newCDPSession(await context.newPage());
    let registrationId = '';
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (own) registrationId = own.registrationId;
    });
    await session.send('ServiceWorker.enable');
    await waitUntil('the service worker', () => registrationId !== '');
    const device = new PushDevice(page, service, path);
    service.onMessage(async (received) => {
      if (!received.path.startsWith(path)) return;
      device.received.push(received);
      const data = JSON.stringify(received.message);
      // The test may be over by then.
      const deliver = () =>
        session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data }).catch(() => {});
      await deliver();
      // On a busy machine Chromium loses one now and then, without a word; a push service would send it again.
      if (await device.#loses(received)) await deliver();
    });
    // The hub sends no requests to a device in the foreground.
    let isInForeground = false;
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        isInForeground ||= String(payload).includes('"re":"presence"');
      }),
    );
    await page.goto(`${origin}/settings`);
    // Chromium drops messages for a worker that is not active yet; a push service would wait.
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.getByRole('button', { name: 'Turn on notifications' }).click();
    await page.getByRole('button', { name: 'Send a test', exact: true }).waitFor();
    await waitUntil('the hub to know that the page is in the foreground', () => isInForeground);
    return device;
  }

  /** The browser moves its subscription and notifies the worker. */
  async moveSubscription(): Promise<void> {
    await (await this.#worker()).evaluate(
      (given) => {
        const scope = globalThis as unknown as EventTarget & {
          PushManager: { prototype: object };
          ExtendableEvent: new (type: string) => Event;
        };
        Object.assign(scope.PushManager.prototype, { subscribe: async () => ({ toJSON: () => given }) });
        scope.dispatchEvent(new scope.ExtendableEvent('pushsubscriptionchange'));
      },
      this.#service.subscription(`${this.#path}-moved`),
    );
  }

  async #worker(): Promise<Worker> {
    return waitUntil('the worker to run', () => this.#context.serviceWorkers()[0]);
  }

  /** Whether a message is not shown, although no newer one has replaced it. */
  async #loses(received: Received): Promise<boolean> {
    const { id, type } = received.message;
    const isOver = () => type !== 'show' || this.#seen.has(String(id)) || this.received.at(-1) !== received;
    const look = async () => {
      await this.shown();
      return isOver();
    };
    return !isOver() && !(await waitWithin('it to be shown', look, { timeoutMs: 5000 }).catch(isOver));
  }

  async shown(): Promise<Shown[]> {
    const all = await (await this.#worker()).evaluate(async () => {
      const scope = globalThis as unknown as { registration: ServiceWorkerRegistration };
      const all = await scope.registration.getNotifications();
      return all.map((one) => ({
        id: String(one.data?.id),
        title: one.title,
        body: one.body,
        tag: one.tag,
        silent: one.silent === true,
        actions: (one as unknown as { actions: { action: string }[] }).actions.map(({ action }) => action),
      }));
    });
    for (const { id } of all) this.#seen.add(id);
    return all.map(({ id: _, ...one }) => one);
  }

  /** Dismisses all notifications. */
  async closeAll(): Promise<void> {
    await (await this.#worker()).evaluate(async () => {
      const scope = globalThis as unknown as { registration: ServiceWorkerRegistration };
      for (const one of await scope.registration.getNotifications()) one.close();
    });
  }

  /** Waits for exactly one matching notification. */
  waitForShown(what: string, fits: (shown: Shown) => boolean): Promise<Shown> {
    let last: Shown[] = [];
    return waitUntil(
      what,
      async () => {
        last = await this.shown();
        const [only, ...others] = last;
        return only && others.length === 0 && fits(only) ? only : undefined;
      },
      { explain: () => JSON.stringify([last, this.received], null, 1) },
    );
  }

  /**
   * Presses a button of the notification, or the notification itself. Tests cannot click the system tray, so this dispatches
   * the event that Chromium would, with the real notification; `times` simulates repeated taps.
   */
  async press(action: 'allow' | 'deny' | 'open' | '', times = 1): Promise<void> {
    const worker = await this.#worker();
    // A notification that replaces another one is missing for a moment.
    await waitUntil('a notification to press', () => worker.evaluate(pressFirst, { action, times }));
  }
}

/** Runs in the worker. */
async function pressFirst(press: { readonly action: string; readonly times: number }): Promise<boolean> {
  const scope = globalThis as unknown as EventTarget & {
    registration: ServiceWorkerRegistration;
    NotificationEvent: new (type: string, about: object) => Event;
  };
  const [notification] = await scope.registration.getNotifications();
  if (!notification) return false;
  for (let count = 0; count < press.times; count += 1) {
    const { action } = press;
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification, action }));
  }
  return true;
}

interface Subscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** Runs in the page before everything else: subscriptions go to the test's service and survive reloads. */
function standInForBrowser(given: Subscription): void {
  const KEPT = 'test.push-key';
  const describe = (key: string) => ({
    endpoint: given.endpoint,
    options: {
      applicationServerKey: Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
        letter.charCodeAt(0),
      ).buffer,
    },
    toJSON: () => given,
    unsubscribe: async () => {
      localStorage.removeItem(KEPT);
      return true;
    },
  });
  const manager = (globalThis as { PushManager?: { prototype: object } }).PushManager;
  if (!manager) return;
  Object.assign(manager.prototype, {
    getSubscription: async () => {
      const key = localStorage.getItem(KEPT);
      return key === null ? null : describe(key);
    },
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      localStorage.setItem(KEPT, applicationServerKey);
      return describe(applicationServerKey);
    },
  });
}
