/** The service worker that shows notices, and the one way in which this page may start it. */
const policyName = 'service-worker';
const workerPath = '/service-worker.js';

/** The types of pages do not know it yet (https://w3c.github.io/trusted-types). */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(path: string): string };
}

/** The policy of the page lets no text become a script, except this one address under this one name. */
let address: string | undefined;

function workerAddress(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const rules = { createScriptURL: () => workerPath };
  address ??= trustedTypes?.createPolicy(policyName, rules).createScriptURL(workerPath) ?? workerPath;
  return address;
}

export async function startedWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(workerAddress(), { updateViaCache: 'none' });
  return navigator.serviceWorker.ready;
}

export const presentWorker = (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker.getRegistration();
