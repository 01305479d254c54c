import { attention } from './attention.js';

/**
 * The key stays in this tab: `sessionStorage` is gone when the tab is, other sites cannot read it, and it is sent only
 * where this code writes the `Authorization` header. Whoever has a key needs no cookie, so a foreign page has nothing that
 * a browser would add to its requests by itself: there is nothing to forge.
 */
const place = 'quadrivium-key';

export function storedKey(): string | undefined {
  return sessionStorage.getItem(place) ?? undefined;
}

/** An empty key stands for whoever came without one. */
export function keepKey(key: string): void {
  sessionStorage.setItem(place, key);
}

export function forgetKey(): void {
  sessionStorage.removeItem(place);
}

/**
 * Somebody who signed in with a provider has a cookie that no script can read; the server takes it from this page only
 * together with a token that other pages cannot ask for.
 */
let sessionToken: string | undefined;

export function useSession(csrf: string | undefined): void {
  sessionToken = csrf;
}

export const hasSession = (): boolean => sessionToken !== undefined;

export function authorization(): Record<string, string> {
  if (sessionToken !== undefined) return { 'x-csrf-token': sessionToken, ...attention() };
  const key = storedKey();
  return key ? { authorization: `Bearer ${key}` } : {};
}

/** Cookies go along for whoever came in with one. */
export const cookies = (): RequestCredentials => (sessionToken === undefined ? 'omit' : 'same-origin');

/** `#key=…` as `quadrivium up --open` gives it; it is taken out of the address before anybody can see or share it. */
export function keyFromAddress(): string | undefined {
  const key = /^#key=([\w-]+)$/.exec(location.hash)?.[1];
  if (key !== undefined) location.replace('#/approvals');
  return key;
}
