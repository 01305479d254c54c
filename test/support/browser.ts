import { spawnSync } from 'node:child_process';
import { type Browser, chromium, type Page } from 'playwright-core';

export const chromiumPath = spawnSync('sh', ['-c', 'command -v chromium'], { encoding: 'utf8' }).stdout.trim();

/** Debian's browser; in CI its absence fails instead of skipping. */
export const chromiumIsAbsent = chromiumPath === '' && !process.env.CI;

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

/** The console, signed in, at one of its pages. */
export async function openConsole(browser: Browser, url: string, key: string, place: string): Promise<Page> {
  const page = await browser.newPage({ reducedMotion: 'reduce', viewport: { width: 1280, height: 860 } });
  // It only ends what hangs: a busy machine takes its time.
  page.setDefaultTimeout(300_000);
  await page.goto(`${url}/#key=${key}`);
  await page.locator('nav').waitFor({ state: 'attached' });
  await turnTo(page, place);
  return page;
}

/** Pages are told apart by what follows `#`; what a test wants to see on them it waits for itself. */
export async function turnTo(page: Page, place: string): Promise<void> {
  await page.goto(new URL(`/#${place}`, page.url()).href);
  await page.locator('#page-title').waitFor();
}
