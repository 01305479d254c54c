import type { Page } from 'playwright-core';
import { violations } from './browser.js';

interface LookedAt {
  readonly light: readonly string[];
  readonly dark: readonly string[];
  readonly phone: readonly string[];
  /** How much the page is wider than the smallest phone. */
  readonly tooWide: number;
}

const desk = { width: 1280, height: 860 };
const smallest = { width: 360, height: 740 };

export const nothingWrong: LookedAt = { light: [], dark: [], phone: [], tooWide: 0 };

/** What axe finds on the page as it stands, light, dark and on a phone, and whether a small phone shows its whole width. */
export async function lookedAt(page: Page): Promise<LookedAt> {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await violations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await violations(page, ['color-contrast']);
  await page.setViewportSize({ width: 390, height: 844 });
  const phone = await violations(page);
  await page.setViewportSize(smallest);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  await page.setViewportSize(desk);
  await page.emulateMedia({ colorScheme: 'light' });
  return { light, dark, phone, tooWide: Math.max(0, width - smallest.width) };
}
