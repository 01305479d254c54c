/** `cobre workers` and `cobre-mcp --nats`, as people start them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from '@quadrivium/kernel/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type NatsServer, natsIsAbsent, startNats } from '../../../../test/support/nats-server.js';
import { type BundledWorker, startBundledWorker } from '../../../../test/support/nats-worker.js';
import { bundled, cobre } from '../cli/program.js';
import { newRoot, settings, writeStudy } from '../tools/served.js';
import { falseWorker } from './workers-here.js';

describe.skipIf(natsIsAbsent())('with a worker at a server (apt-get install nats-server)', () => {
  let server: NatsServer;
  let worker: BundledWorker;
  beforeAll(async () => {
    server = await startNats();
    worker = await startBundledWorker(server.url);
  }, 120_000);
  afterAll(async () => {
    await worker?.stop();
    await server?.stop();
  });

  test('cobre workers lists who is there, and who could not take part', async () => {
    const leave = await falseWorker(server.url, () => new Promise(() => {}), { version: '9.9.9', threads: 3 });
    const { code, out } = await cobre('workers', '--nats', server.url);
    await leave();
    expect(code).toBe(0);
    expect(out).toContain('2 workers with 4 threads');
    expect(out).toMatch(new RegExp(`^${worker.name} .* 1 thread .* waits$`, 'm'));
    expect(out).toMatch(/^false .* 3 threads .* cobre 9\.9\.9, another version/m);
  }, 60_000);

  test('cobre workers without a server is told what to name', async () => {
    const { code, err } = await cobre('workers');
    expect(code).not.toBe(0);
    expect(err).toContain('--nats or COBRE_NATS');
  }, 60_000);

  test('cobre-mcp has its runs solved by the worker', async () => {
    const root = await newRoot();
    const caseDir = await writeStudy(root, 'case', { 'config.json': settings({ iterations: 10, scenarios: 5 }) });
    const flags = ['--allowed-dirs', root, '--allow-write', '--nats', server.url, '--workers', 'at-least=1'];
    const args = [bundled('cobre-mcp'), ...flags];
    const connection = await connect({ type: 'stdio', command: process.execPath, args });
    const { structuredContent } = await connection.callTool('cobre/run', { case_dir: caseDir });
    await connection.close();
    expect(structuredContent).toMatchObject({ status: 'completed', training: { iterations: 10 } });
    const { distribution } = JSON.parse(await readFile(join(caseDir, 'output/training/metadata.json'), 'utf8'));
    expect(distribution).toMatchObject({ backend: 'nats', hosts: [{ worker: worker.name }] });
  }, 120_000);
});
