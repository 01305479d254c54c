/** A collector that is away, out of order or talks nonsense is nobody's trouble but its own. */
import { connectInMemory } from '@quadrivium/kernel/testing';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { type Manner, otlpReceiver } from '../../../../test/support/otlp-receiver.js';
import { openMetrics } from '../../src/http/metrics.js';
import { noAudit, operationFor, type ServerDefinition, toolErrorProfile } from '../../src/index.js';
import { openTelemetry } from '../../src/telemetry/open-telemetry.js';

const twice = operationFor<unknown>()({
  name: 'twice',
  title: 'Twice',
  description: 'Twice a number',
  effect: 'read',
  input: z.strictObject({ n: z.number() }),
  output: z.object({ n: z.number() }),
  run: ({ n }) => ({ n: 2 * n }),
});
const definition: ServerDefinition = {
  name: 'doubler',
  version: '1',
  operations: [twice],
  errorProfile: toolErrorProfile,
};

afterEach(() => vi.unstubAllEnvs());

async function opened(endpoint: string) {
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint);
  vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '20');
  vi.stubEnv('OTEL_METRIC_EXPORT_INTERVAL', '100');
  const warn = vi.fn();
  const log = { debug() {}, info() {}, warn, error() {} };
  const metrics = await openMetrics();
  const telemetry = await openTelemetry({ service: 'doubler', version: '1', metrics, log });
  const { client, close } = await connectInMemory(definition, { audit: noAudit, observe: metrics.observe });
  onTestFinished(close);
  const call = async (n: number) =>
    (await client.callTool({ name: 'twice', arguments: { n } })).structuredContent as { readonly n: number };
  return { call, telemetry, warn, metrics };
}

test.each<Manner>(['well', 'refusing', 'garbage', 'never'])('a collector that answers %s', async (manner) => {
  const collector = await otlpReceiver(manner);
  onTestFinished(() => collector.close());
  const { call, telemetry } = await opened(collector.url);
  expect(await call(1)).toEqual({ n: 2 });
  await vi.waitFor(() => expect(collector.requests).toBeGreaterThan(0), { timeout: 60_000 });
  expect(await call(2)).toEqual({ n: 4 });
  await telemetry.close();
  expect(await call(3)).toEqual({ n: 6 });
  expect(collector.problems).toEqual([]);
});

test('a collector that is away is told of once', async () => {
  const collector = await otlpReceiver();
  await collector.close();
  const { call, telemetry, warn } = await opened(collector.url);
  for (let n = 0; n < 20; n += 1) expect(await call(n)).toEqual({ n: 2 * n });
  await telemetry.close();
  expect(warn.mock.calls.length).toBeLessThanOrEqual(1);
});

test('an address that is none leaves telemetry off, or silent, and the server at work', async () => {
  const { call, telemetry } = await opened('no address: at all');
  expect(await call(21)).toEqual({ n: 42 });
  await telemetry.close();
});

test('a number that cannot be read is left out, and the others are shown', async () => {
  const metrics = await openMetrics();
  metrics.gauge('broken', 'Cannot be read', () => Promise.reject(new Error('the database is away')));
  metrics.gauges('torn', 'Cannot be read either', 'of', () => Promise.reject(new Error('the database is away')));
  metrics.gauge('whole', 'Can be read', () => 7);
  const shown = await metrics.render();
  expect(shown).toMatch(/^whole 7$/m);
  expect(shown).not.toMatch(/^(?:broken|torn)[ {]/m);
});
