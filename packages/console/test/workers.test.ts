/** `quadrivium up --nats` with a worker beside it: whoever looks at a study sees who solves it. Real processes, a real server. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type NatsServer, natsIsAbsent, startNats } from '../../../test/support/nats-server.js';
import { type BundledWorker, startBundledWorker } from '../../../test/support/nats-worker.js';
import { chromiumIsAbsent, enter, openBrowser, openPage } from './support/browser.js';
import { RunningServer } from './support/running-server.js';

describe.skipIf(chromiumIsAbsent || natsIsAbsent())('a study with workers (needs chromium and nats-server)', () => {
  const server = new RunningServer();
  let nats: NatsServer;
  let worker: BundledWorker;
  let browser: Browser;
  beforeAll(async () => {
    nats = await startNats();
    [browser, worker] = await Promise.all([openBrowser(), startBundledWorker(nats.url)]);
    await server.start('--nats', nats.url, '--workers', 'at-least=1');
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    await server.remove();
    await worker?.stop();
    await nats?.stop();
  });

  test('the first training was done by the worker, and its metadata say so', () => {
    const file = join(server.data, 'studies/valley/output/training/metadata.json');
    const { distribution } = JSON.parse(readFileSync(file, 'utf8'));
    expect(distribution).toMatchObject({ backend: 'nats', hosts: [{ worker: worker.name, threads: 1 }] });
    expect(distribution.hosts[0].lp_solves).toBeGreaterThan(0);
  });

  test('its page lists the worker with its speed while it trains', async () => {
    const study = join(server.data, 'studies/valley-raised-dam');
    const config = JSON.parse(readFileSync(join(study, 'config.json'), 'utf8'));
    // Longer than anybody watches; the server is ended in the middle of it.
    config.training.stopping_rules = [{ type: 'iteration_limit', limit: 100_000 }];
    writeFileSync(join(study, 'config.json'), JSON.stringify(config));
    const page = await openPage(browser);
    await enter(page, server.url, server.key, '/studies/valley-raised-dam');
    await server.tool('cobre', 'cobre/run', { case_dir: study, phases: 'training', background: true });
    const listed = page.getByRole('list', { name: 'Workers' }).getByRole('listitem');
    await listed.first().waitFor();
    expect(await listed.count()).toBe(1);
    const speed = async () => Number(/: (\d+) linear programs/.exec((await listed.textContent()) ?? '')?.[1]);
    expect(await listed.textContent()).toContain(worker.name);
    while (!((await speed()) > 0)) await sleep(100);
    // It is live: another speed is told sooner or later.
    const first = await speed();
    while ((await speed()) === first) await sleep(100);
  }, 300_000);
});
