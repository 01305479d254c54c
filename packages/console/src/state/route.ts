import { signal } from '@preact/signals';

/** The part of the address after `#`: a page, what on it, and choices. */
export type Route = ReturnType<typeof parseRoute>;

export function parseRoute(hash: string) {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [page = '', ...rest] = path.split('/').map(decoded);
  return {
    page: page === '' ? 'approvals' : page,
    rest: rest.filter((part) => part !== ''),
    query: new URLSearchParams(query),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function link(page: string, ...rest: readonly string[]): string {
  return `#/${[page, ...rest].map(encodeURIComponent).join('/')}`;
}

export const route = signal<Route>(parseRoute(globalThis.location?.hash ?? ''));

export function watchAddress(): void {
  addEventListener('hashchange', () => {
    route.value = parseRoute(location.hash);
  });
  // Whoever clicks on a notice while this page is open is shown there what it is about.
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<{ place?: unknown } | null>) => {
    if (typeof data?.place === 'string') location.hash = data.place;
  });
}

const keptPlace = 'quadrivium-place';

/** Whoever leaves to sign in elsewhere comes back to the first page; this tab remembers where they wanted to go. */
export function keepPlace(): void {
  sessionStorage.setItem(keptPlace, location.hash);
}

export function returnToPlace(): void {
  const place = sessionStorage.getItem(keptPlace);
  sessionStorage.removeItem(keptPlace);
  if (place?.startsWith('#/') && location.hash === '') location.replace(place);
}
