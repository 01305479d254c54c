import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import type { BenchRow } from '../../../bench/row.js';
import { openBrowser, openPage } from '../test/support/browser.js';
import { RunningServer } from '../test/support/running-server.js';

/**
 * How much the page weighs and how soon it can be used, against what was promised. Every load is a first one: a new
 * profile, nothing cached, straight to the queue of approvals with the key already there. Interactive means that the
 * button that approves is on the page and can be pressed.
 */
export async function benchCases(): Promise<readonly BenchRow[]> {
  const server = await new RunningServer().start();
  const browser = await openBrowser();
  try {
    await firstLoad(browser, server);
    const loads = [];
    for (let round = 0; round < 9; round += 1) loads.push(await firstLoad(browser, server));
    return [
      against('console: JavaScript, gzip', scriptBytes() / 1000, 200, 'kB'),
      against('console: first paint', middle(loads.map(({ paint }) => paint)), 1000, 'ms'),
      against('console: page interactive', middle(loads.map(({ interactive }) => interactive)), 1000, 'ms'),
    ];
  } finally {
    await browser.close();
    await server.remove();
  }
}

function scriptBytes(): number {
  const assets = join(import.meta.dirname, '../site/assets');
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  return scripts.reduce((sum, name) => sum + gzipSync(readFileSync(join(assets, name))).length, 0);
}

async function firstLoad(browser: Browser, { url, key }: RunningServer) {
  const page = await openPage(browser);
  await page.addInitScript((secret) => sessionStorage.setItem('quadrivium-key', secret), key);
  await page.goto(`${url}/#/approvals`);
  const ready = () => document.querySelector('.decision .primary[aria-disabled="false"]') && performance.now();
  const handle = await page.waitForFunction(ready, undefined, { polling: 'raf' });
  const interactive = Number(await handle.jsonValue());
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);
  await page.context().close();
  return { interactive, paint };
}

/** The baseline is the promise, so a ratio of 1 is the most that is allowed. */
function against(name: string, ours: number, baseline: number, unit: string): BenchRow {
  return { name, ours, baseline, ratio: ours / baseline, unit, target: '<= 1' };
}

function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
