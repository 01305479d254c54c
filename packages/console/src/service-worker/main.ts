/**
 * Shows what waits while no page of the console is open. It keeps nothing, asks for nothing and answers no request of a
 * page; what it shows has come encrypted for this browser, and a click leads to the page where people sign in.
 */
import { placeIn, shownNotice } from './shown-notice.js';

/** The part of a service worker's world that is used here; the types of pages know none of it. */
interface Happening extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Pushed extends Happening {
  readonly data: { text(): string } | null;
}
interface Clicked extends Happening {
  readonly notification: Notification;
}
interface Window {
  readonly url: string;
  readonly frameType: string;
  readonly visibilityState: string;
  postMessage(message: unknown): void;
  focus(): Promise<unknown>;
}
interface World {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(wanted: object): Promise<readonly Window[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<E extends Happening>(type: string, listener: (event: E) => void): void;
}
const world = globalThis as unknown as World;

world.addEventListener('install', (event) => event.waitUntil(world.skipWaiting()));

world.addEventListener<Pushed>('push', (event) => {
  const { title, options } = shownNotice(event.data?.text());
  event.waitUntil(world.registration.showNotification(title, options));
});

world.addEventListener<Clicked>('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(lookAt(placeIn((notification.data as { place?: unknown } | null)?.place)));
});

async function lookAt(place: string): Promise<void> {
  const windows = (await world.clients.matchAll({ type: 'window', includeUncontrolled: true })).filter(isConsole);
  const open = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0];
  if (open === undefined) return void (await world.clients.openWindow(`/${place}`));
  open.postMessage({ place });
  // One that may not come to the front has the right page all the same.
  await open.focus().catch(() => undefined);
}

const isConsole = ({ url, frameType }: Window): boolean => frameType === 'top-level' && new URL(url).pathname === '/';
