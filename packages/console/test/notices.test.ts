/**
 * Being told in a browser: real Chromium, a real server, and a push service on this machine in place of the browser maker's,
 * which is out of reach. It opens what the server sends it, and the same words are handed to the browser as its own push
 * service would hand them over.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, CDPSession, Page, Worker } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type MailServer, mailServer, refusal } from '../../portarium/test/app/mail-server.js';
import { type PushReceiver, pushReceiver } from '../../portarium/test/app/push-receiver.js';
import { chromiumIsAbsent, complaints, enter, openBrowser, openPage, violations, visit } from './support/browser.js';
import { RunningServer } from './support/running-server.js';

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const smtpPassword = 'correct horse battery staple';
const prompt = 'Shall we? <b>No</b> \u202egnp.exe';
const workflow = {
  workflowId: 'asks',
  name: 'Asks',
  executionTier: 'HumanApprove',
  actions: [{ actionId: 'ask', operation: 'approval:request', prompt }],
};

type Target = ReturnType<PushReceiver['subscribe']>;

/** What Chromium would get from its push service: an address and keys. All else of it is real. */
function playPushService(target: Target): void {
  const kept = 'played-subscription';
  const made = (key: string) => ({
    options: {
      applicationServerKey: Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
        .buffer,
    },
    toJSON: () => ({ ...target, expirationTime: null }),
    unsubscribe: async () => {
      localStorage.removeItem(kept);
      return true;
    },
  });
  const played = {
    subscribe: async ({ applicationServerKey: key }: { applicationServerKey: string }) => {
      localStorage.setItem(kept, key);
      return made(key);
    },
    getSubscription: async () => {
      const key = localStorage.getItem(kept);
      return key === null ? null : made(key);
    },
  };
  Object.assign(PushManager.prototype, played);
}

describe.skipIf(chromiumIsAbsent)('being told in a browser (needs chromium: apt-get install chromium)', () => {
  const server = new RunningServer();
  let receiver: PushReceiver;
  let mail: MailServer;
  let isRefused = false;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let devices: CDPSession;
  let bob = '';
  let registrationId = '';
  beforeAll(async () => {
    receiver = await pushReceiver(({ browser: name }) => (name === 'lost' ? 500 : 201));
    const at = (name: string) => join(server.data, name);
    writeFileSync(at('ca.pem'), receiver.cert);
    mail = await mailServer(
      { allowInsecureAuth: true, onAuth: ({ username }, _, done) => done(null, { user: username }) },
      { answer: () => (isRefused ? refusal(550, 'nobody here') : undefined) },
    );
    const notices = {
      push: { contact: 'mailto:ops@gate.example' },
      webhookHosts: [receiver.host],
      smtp: {
        ...{ host: '127.0.0.1', port: mail.port, security: 'none', from: 'gate@gate.example' },
        ...{ user: 'gate', password: smtpPassword },
      },
    };
    writeFileSync(at('notices.json'), JSON.stringify(notices));
    vi.stubEnv('NODE_EXTRA_CA_CERTS', at('ca.pem'));
    [browser] = await Promise.all([openBrowser(), server.start('--notices', at('notices.json'))]);
    const admin = <T>(path: string, body: object) => server.rest<T>(path, body, server.key);
    await admin('/users', { principalId: 'bob', kind: 'user', roles: ['approver'] });
    ({ secret: bob } = await admin<{ secret: string }>('/api-keys', { principalId: 'bob', label: 'bob' }));
    await admin('/workflows', workflow);
    page = await openPage(browser, phone);
    context = page.context();
  }, 180_000);
  afterAll(async () => {
    vi.unstubAllEnvs();
    await browser?.close();
    await server.remove();
    receiver?.close();
    await mail?.close();
    expect(complaints).toEqual([]);
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const look = async (name: string) => {
    const folder = process.env.SCREENSHOTS;
    if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  };
  const worker = (): Worker => context.serviceWorkers()[0] as Worker;
  const shown = () =>
    worker().evaluate(async () => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
      return (await registration.getNotifications()).map(({ title, body, tag, data }) => ({ title, body, tag, data }));
    });
  /** The worker knows of a page for a moment longer than it is there. */
  const windows = () =>
    worker().evaluate(async () => {
      const { clients } = globalThis as unknown as { clients: { matchAll(of: object): Promise<unknown[]> } };
      return (await clients.matchAll({ type: 'window', includeUncontrolled: true })).length;
    });
  const told = () =>
    worker().evaluate(() => {
      const world = globalThis as unknown as { registration: ServiceWorkerRegistration; told?: number };
      const { registration } = world;
      if (world.told === undefined) {
        const show = registration.showNotification.bind(registration);
        registration.showNotification = async (...notice) => {
          await show(...notice);
          world.told = (world.told ?? 0) + 1;
        };
      }
      world.told ??= 0;
      return world.told;
    });
  /** Until it is shown: Chromium forgets a notice whose list is asked for between keeping and showing it. */
  const deliver = async (data: string) => {
    const before = await told();
    await devices.send('ServiceWorker.deliverPushMessage', { origin: server.url, registrationId, data });
    await expect.poll(told, { timeout: 60_000 }).toBe(before + 1);
  };
  /** As the system does for a person, as far as a test can: windows are brought to the front for people only. */
  const click = (tag: string) =>
    worker().evaluate(async (wanted) => {
      const world = globalThis as unknown as { registration: ServiceWorkerRegistration; opened?: string[] };
      const { clients } = globalThis as unknown as { clients: { openWindow(url: string): Promise<null> } };
      world.opened = [];
      clients.openWindow = async (url) => {
        world.opened?.push(url);
        return null;
      };
      const [notification] = await world.registration.getNotifications({ tag: wanted });
      const Clicked = (globalThis as never as { NotificationEvent: new (type: string, init: object) => Event })
        .NotificationEvent;
      dispatchEvent(new Clicked('notificationclick', { notification }));
    }, tag);
  const subscriptions = () =>
    server.rest<{ items: { noticeId: string }[] }>('/push/subscriptions', undefined, bob).then(({ items }) => items);

  test('somebody without permission is told so, and nothing is asked of the server', async () => {
    await context.grantPermissions([], { origin: server.url });
    await enter(page, server.url, bob, '/notices');
    await page.getByText('You are not told in this browser.').waitFor();
    await page.evaluate(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }));
    await visit(page, '/runs');
    await visit(page, '/notices');
    await page.getByText('Notices of this site are blocked in this browser.').waitFor();
    expect(await button('Tell me in this browser').getAttribute('aria-disabled')).toBe('true');
    await look('notices-blocked');
    expect(await subscriptions()).toEqual([]);
  });

  test('a page with a policy that lets no text become a script starts its service worker, and the server knows the browser', async () => {
    await context.grantPermissions(['notifications'], { origin: server.url });
    await context.addInitScript(playPushService, receiver.subscribe('phone'));
    devices = await context.newCDPSession(page);
    devices.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      registrationId = registrations[0]?.registrationId ?? registrationId;
    });
    await devices.send('ServiceWorker.enable');
    await page.reload();
    await page.getByText('You are not told in this browser.').waitFor();
    await page.getByRole('checkbox', { name: 'work' }).check();
    await look('notices-off');
    await button('Tell me in this browser').click();
    await page.getByText('You are told here what waits').waitFor();
    await look('notices-on');
    expect(await subscriptions()).toMatchObject([{ channel: 'push', topics: ['approval', 'work'] }]);
    const policy = (await fetch(server.url)).headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toContain('trusted-types service-worker');
    const refused = page.evaluate(() => navigator.serviceWorker.register('/service-worker.js'));
    await expect(refused).rejects.toThrow(/TrustedScriptURL/);
    complaints.splice(0, complaints.length, ...complaints.filter((each) => !/TrustedScriptURL/.test(each)));
  });

  test('what waits is sent encrypted to the push service, shown by the closed page’s worker, and a click leads to the approval', async () => {
    await button('Send me one to try').click();
    await page.getByText('It was taken.').waitFor();
    await server.rest('/runs', { workflowId: 'asks', parameters: {} });
    await expect.poll(() => receiver.pushed.length, { timeout: 60_000 }).toBe(2);
    const [, message] = receiver.pushed;
    await expect.poll(() => registrationId, { timeout: 60_000 }).not.toBe('');
    await deliver(JSON.stringify(message?.notice));
    await expect.poll(async () => (await shown()).length, { timeout: 60_000 }).toBe(1);
    const { about = '', tag = '' } = message?.notice ?? {};
    // Marks that turn text round are spelled out, and markup is text: systems show it as it is.
    expect(await shown()).toEqual([
      {
        title: 'Approval: Shall we? <b>No</b> \\u202egnp.exe',
        body: 'Shall we? <b>No</b> \\u202egnp.exe',
        tag,
        data: { place: `#/approvals/${about}` },
      },
    ]);
    // The same again is the same notice.
    await deliver(JSON.stringify(message?.notice));
    await deliver('no notice at all');
    await expect
      .poll(async () => (await shown()).map(({ title }) => title).sort())
      .toEqual(['Approval: Shall we? <b>No</b> \\u202egnp.exe', 'Something waits for you']);
    await click(tag);
    await expect.poll(() => page.url(), { timeout: 60_000 }).toBe(`${server.url}/#/approvals/${about}`);
    await button('Approve').waitFor();
    await expect.poll(async () => (await shown()).map(({ title }) => title)).toEqual(['Something waits for you']);
  });

  test('with no page open a click opens the console there, and whoever has to sign in comes to what it was about', async () => {
    const { about = '' } = receiver.pushed[1]?.notice ?? {};
    await deliver(
      JSON.stringify({
        ...receiver.pushed[1]?.notice,
        tag: 'elsewhere',
        url: `https://evil.example/x#/approvals/${about}`,
      }),
    );
    await expect
      .poll(async () => (await shown()).some(({ tag }) => tag === 'elsewhere'), { timeout: 60_000 })
      .toBe(true);
    await page.goto('about:blank');
    await expect.poll(windows, { timeout: 60_000 }).toBe(0);
    await click('elsewhere');
    const opened = () => worker().evaluate(() => (globalThis as unknown as { opened?: string[] }).opened);
    await expect.poll(opened, { timeout: 60_000 }).toEqual([`/#/approvals/${about}`]);
    const fresh = await context.newPage();
    fresh.setDefaultTimeout(300_000);
    await fresh.goto(`${server.url}/#/approvals/${about}`);
    await fresh.getByLabel('Your key').fill(bob);
    await fresh.getByRole('button', { name: 'Sign in', exact: true }).click();
    await fresh.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    expect(fresh.url()).toBe(`${server.url}/#/approvals/${about}`);
    await fresh.close();
  });

  test('whoever signs out is no longer told here, and somebody else finds nothing of theirs', async () => {
    await enter(page, server.url, bob, '/notices');
    await page.getByText('You are told here what waits').waitFor();
    await button('Menu').click();
    await button('Sign out').click();
    await page.getByLabel('Your key').waitFor();
    expect(await subscriptions()).toEqual([]);
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    // The address of the same page with another key would not load it anew.
    await page.goto('about:blank');
    await enter(page, server.url, server.key, '/notices');
    await page.getByText('You are not told in this browser.').waitFor();
    await page.getByText('Nobody is told what waits.').waitFor();
  });

  test('an administrator sets up who is told from what the server takes, tries it, sees what was told, pauses and removes it', async () => {
    await page.getByLabel('Name of the notice').fill('duty');
    await page.getByLabel('How they are told').selectOption('email');
    await page.getByLabel('E-mail address').fill('duty@people.example');
    await button('Save the notice').click();
    await page.getByRole('link', { name: 'duty', exact: true }).click();
    await page.getByText('Nothing has been told yet.').waitFor();
    await button('Send one to try').click();
    await page.getByText('It was taken.').waitFor();
    expect(mail.mails.map(({ to, headers }) => [to, headers.subject])).toEqual([
      [['duty@people.example'], ['This is how you are told']],
    ]);
    await server.rest('/runs', { workflowId: 'asks', parameters: {} });
    await page.getByRole('table', { name: 'Told', exact: true }).getByRole('link', { name: 'approval' }).waitFor();
    expect(mail.mails).toHaveLength(2);
    await look('notice');
    isRefused = true;
    await button('Send one to try').click();
    await page.getByRole('alert').getByText('550').waitFor();
    await server.rest('/runs', { workflowId: 'asks', parameters: {} });
    await page.getByRole('table', { name: 'Could not be told' }).getByRole('link', { name: 'approval' }).waitFor();
    isRefused = false;
    await look('notice-failed');
    await button('Tell again what could not be told').click();
    await expect.poll(() => page.getByRole('table', { name: 'Told', exact: true }).getByRole('link').count()).toBe(2);
    expect(mail.mails).toHaveLength(3);
    await button('Pause').click();
    await button('Resume').waitFor();
    const own = () => server.rest<{ items: object[] }>('/notices', undefined, server.key);
    expect((await own()).items).toMatchObject([{ noticeId: 'duty', active: false, address: 'duty@people.example' }]);
    expect(await page.content()).not.toContain(smtpPassword);
    await button('Remove').click();
    await page.getByText('Nobody is told what waits.').waitFor();
    expect((await own()).items).toEqual([]);
    await look('notices');
  });
});
