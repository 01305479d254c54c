import type { PushNotice } from '@quadrivium/portarium/answers';

/** What a browser shows of a message, and which page of the console a click leads to. */
export interface ShownNotice {
  readonly title: string;
  readonly options: { readonly body: string; readonly tag: string; readonly data: { readonly place: string } };
}

/** Systems cut what is longer, each at a place of its own. */
const most = { title: 200, body: 400, tag: 200 };
const firstPage = '#/approvals';

/** A browser that gets a message and shows nothing says so in its own words; so there are some for one that makes no sense. */
export function shownNotice(message: string | undefined): ShownNotice {
  const { title, body, tag, url } = saidIn(message);
  const place = placeIn(url);
  return {
    title: text(title, most.title) || 'Something waits for you',
    options: { body: text(body, most.body), tag: text(tag, most.tag) || place, data: { place } },
  };
}

function saidIn(message: string | undefined): Partial<Record<keyof PushNotice, unknown>> {
  try {
    const said: unknown = JSON.parse(message ?? '');
    return typeof said === 'object' && said !== null ? said : {};
  } catch {
    return {};
  }
}

const text = (value: unknown, longest: number): string => (typeof value === 'string' ? value.slice(0, longest) : '');

/** Only ever a page of this console: whatever address a message names, a click leads nowhere else. */
export function placeIn(url: unknown): string {
  return /#\/[\w/%.~-]{1,300}$/.exec(text(url, 2000))?.[0] ?? firstPage;
}
