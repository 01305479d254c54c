import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { appExtension, appMimeType } from '@quadrivium/kernel';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Connected, connect, finishedStudy, newRoot } from '../tools/served.js';

/** The page for hosts with MCP Apps, in a browser, with a host as small as one can be. */
const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path));
if (executablePath === undefined && process.env.CI) throw new Error('CI needs chromium; .ci/run installs it.');

/** Answers the handshake, hands over the result, says farewell, and tells what the page said meanwhile. */
const smallestHost = `
const hostOf = ([view, answer]) => new Promise((resolve) => {
  const frame = document.getElementById('view');
  const methods = [];
  const send = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*');
  window.addEventListener('message', ({ data }) => {
    methods.push(data.method ?? 'answer');
    if (data.method === 'ui/initialize')
      send({ id: data.id, result: { protocolVersion: '2026-01-26', hostContext: { theme: 'dark' } } });
    if (data.method === 'ui/notifications/initialized') {
      send({ method: 'ui/notifications/tool-result', params: answer });
      send({ id: 'bye', method: 'ui/resource-teardown', params: {} });
    }
    if (methods.includes('answer') && methods.includes('ui/notifications/size-changed')) resolve(methods);
  });
  frame.srcdoc = view;
})`;

let root: string;
let output: string;
let server: Connected;

beforeAll(async () => {
  root = await newRoot();
  output = join(await finishedStudy(root), 'output');
  server = await connect(root, { revision: '2025-11-25' });
});

afterAll(() => server.close());

const uri = 'ui://cobre/charts';

async function pageText(): Promise<string> {
  const { contents } = await server.client.readResource({ uri });
  expect(contents[0]).toMatchObject({ uri, mimeType: appMimeType, _meta: { ui: { prefersBorder: true } } });
  return (contents[0] as { text: string }).text;
}

test('two tools name the page, which is declared, listed and loads nothing from anywhere', async () => {
  const { tools } = await server.client.listTools();
  const shown = tools.filter(({ _meta }) => (_meta?.ui as { resourceUri?: string } | undefined)?.resourceUri === uri);
  expect(shown.map(({ name }) => name)).toEqual(['cobre/query-results', 'cobre/query-convergence']);
  expect(server.client.getServerCapabilities()).toMatchObject({ extensions: { [appExtension]: {} } });
  const page = await pageText();
  expect(page).toMatch(/^<!DOCTYPE html>/);
  expect(page).not.toMatch(/(src|href)=|fetch\(|XMLHttpRequest|import\(|@import/);
  expect(page.match(/https?:\/\/[^'" )]+/g)).toEqual(['http://www.w3.org/2000/svg']);
});

describe.skipIf(executablePath === undefined)('in a host (needs chromium)', () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executablePath!, args: ['--no-sandbox'] });
  });

  beforeEach(async () => {
    page = await browser.newPage();
  });

  afterAll(() => browser.close());

  /** Opens the page as a host would, under the policy a host must set, and gives it a result. */
  async function shownIn(result: unknown): Promise<string[]> {
    const policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'none'";
    const html = (await pageText()).replace(
      '<head>',
      `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`,
    );
    const given = JSON.stringify([html, result]).replaceAll('<', '\\u003c');
    await page.setContent(`<iframe id="view" sandbox="allow-scripts" style="width:760px;height:500px"></iframe>
      <script>${smallestHost}; window.told = hostOf(${given});</script>`);
    return page.evaluate('window.told');
  }

  test('convergence is drawn as two lines with the interval of the upper bound', async () => {
    const result = await server.client.callTool({ name: 'cobre/query-convergence', arguments: { output_dir: output } });
    const methods = await shownIn(result);
    expect(methods.slice(0, 2)).toEqual(['ui/initialize', 'ui/notifications/initialized']);
    const view = page.frameLocator('#view');
    expect(await view.locator('path.line').count()).toBe(2);
    expect(await view.locator('path.band').count()).toBe(1);
    expect(await view.locator('figcaption').textContent()).toMatch(/10 iterations, stopped by iteration limit; gap/);
  });

  test('results are drawn by entity, and another quantity can be chosen', async () => {
    const given = { output_dir: output, entity_type: 'hydros' };
    const result = await server.client.callTool({ name: 'cobre/query-results', arguments: given });
    // A host may pass on the text alone.
    await shownIn({ content: result.content });
    const view = page.frameLocator('#view');
    expect(await view.locator('path.line').count()).toBe(2);
    expect(await view.locator('.legend').textContent()).toBe('Hydro 0Hydro 1');
    await view.locator('select').selectOption('storage_final_hm3');
    expect(await view.locator('figcaption').textContent()).toMatch(/^Storage final \(hm³\) by stage/);
    // Whoever reads the axis finds round numbers.
    const ticks = await view.locator('text[text-anchor="end"]').allTextContents();
    expect(ticks.length).toBeGreaterThan(2);
    for (const tick of ticks) expect(tick.replace(/[,.0-]/g, '').length).toBeLessThanOrEqual(2);
  });

  test('an error is told in its own words, as text and never as markup', async () => {
    const given = { output_dir: join(root, '<b>nowhere</b>') };
    const result = await server.client.callTool({ name: 'cobre/query-convergence', arguments: given });
    await shownIn(result);
    const view = page.frameLocator('#view');
    expect(await view.locator('.fault').textContent()).toContain('<b>nowhere</b>');
    expect(await view.locator('b').count()).toBe(0);
  });
});
