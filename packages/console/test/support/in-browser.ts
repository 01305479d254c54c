/** A server, a browser and a page signed in to it, for a file whose tests tell one story in order. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { enter, openBrowser, openPage } from './browser.js';
import { RunningServer } from './running-server.js';

export interface InBrowser {
  readonly server: RunningServer;
  /** There once the tests run. */
  readonly browser: Browser;
  readonly page: Page;
}

export interface InBrowserOptions {
  /** Where the page is when the tests begin; nobody is signed in without one. */
  readonly at?: string;
  readonly flags?: readonly string[];
  readonly page?: BrowserContextOptions;
}

export function inBrowser({ at, flags = [], page: options = {} }: InBrowserOptions = {}): InBrowser {
  const server = new RunningServer();
  const opened: { browser?: Browser; page?: Page } = {};
  beforeAll(async () => {
    [opened.browser] = await Promise.all([openBrowser(), server.start(...flags)]);
    opened.page = await openPage(opened.browser, { viewport: { width: 1280, height: 860 }, ...options });
    if (at !== undefined) await enter(opened.page, server.url, server.key, at);
  }, 180_000);
  afterAll(async () => {
    await opened.browser?.close();
    await server.remove();
  });
  return {
    server,
    get browser() {
      return opened.browser as Browser;
    },
    get page() {
      return opened.page as Page;
    },
  };
}
