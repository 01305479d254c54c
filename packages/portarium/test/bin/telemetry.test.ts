/** Traces and metrics of the program as people start it, received by a collector that reads every byte of OTLP. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@quadrivium/kernel/client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { bundledSource } from '../../../../test/support/bundled-source.js';
import { type OtlpReceiver, otlpReceiver } from '../../../../test/support/otlp-receiver.js';
import { command, type Served, serve, startServing } from './served.js';

const root = join(import.meta.dirname, '../../../..');
const mcpBin = join(import.meta.dirname, '../../src/bin/portarium-mcp.ts');
const folder = mkdtempSync(join(tmpdir(), 'portarium-telemetry-'));
const db = join(folder, 'p.db');
const secret = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789';
/** An example of the W3C's. */
const caller = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
const traceparent = `00-${caller.traceId}-${caller.spanId}-01`;

let collector: OtlpReceiver;
let server: Served;
let key = '';

/** Sends what it has several times a second instead of every five seconds and every minute. */
const collectorEnv = (url: string) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=opens-the-collector',
  OTEL_BSP_SCHEDULE_DELAY: '100',
  OTEL_METRIC_EXPORT_INTERVAL: '200',
});

async function sendingTo<T>(url: string, work: () => Promise<T>): Promise<T> {
  for (const [name, value] of Object.entries(collectorEnv(url))) vi.stubEnv(name, value);
  return work().finally(() => vi.unstubAllEnvs());
}

/** A run that looks into another server of ours, which is reached over a pipe and sends its own part of the trace. */
async function lookElsewhere(): Promise<void> {
  const client = await connect({ type: 'http', url: `${server.url}/mcp`, headers: { authorization: `Bearer ${key}` } });
  const look = { server: 'other', tool: 'portarium_work_items_list', arguments: { workspaceId: 'default' } };
  const actions = [{ actionId: 'look', operation: 'mcp:call', ...look }];
  const made = await server.ask('POST', '/workflows', { name: 'Look elsewhere', executionTier: 'Auto', actions });
  const { workflowId } = (await made.json()) as { workflowId: string };
  const run = { workspaceId: 'default', workflowId, input: { token: secret } };
  const { structuredContent } = await client.callTool('portarium_run_start', run, {
    meta: { traceparent, tracestate: 'vendor=1' },
  });
  await client.close();
  await server.until((structuredContent as { runId: string }).runId, 'Succeeded');
}

beforeAll(async () => {
  collector = await otlpReceiver();
  key = (await command<{ key: string }>('--db', db, 'init')).key;
  await command('--db', join(folder, 'other.db'), 'init');
  const args = [bundledSource(mcpBin), '--db', join(folder, 'other.db'), '--workspace', 'default'];
  const other = { type: 'stdio', command: process.execPath, args, env: collectorEnv(collector.url) };
  writeFileSync(join(folder, 'servers.json'), JSON.stringify({ servers: { other } }));
  server = await sendingTo(collector.url, () => startServing(db, key, '--servers', join(folder, 'servers.json')));
  await lookElsewhere();
});
afterAll(async () => {
  server.child.kill('SIGKILL');
  await collector.close();
  rmSync(folder, { recursive: true, force: true });
});

const shown = async () =>
  (await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${key}` } })).text();

describe('with a collector', () => {
  test('one trace goes from the request over MCP through the step and a pipe into the server that was called', async () => {
    const inTrace = (name: string, service: string) =>
      collector.span((it) => it.traceId === caller.traceId && it.name === name && it.service === service);
    const request = await inTrace('tools/call portarium_run_start', 'portarium');
    const step = await inTrace('step mcp:call', 'portarium');
    const call = await inTrace('tools/call portarium_work_items_list', 'portarium');
    const there = await inTrace('tools/call portarium_work_items_list', 'portarium-mcp-server');
    const parents = [request, step, call, there].map(({ parentSpanId }) => parentSpanId);
    expect(parents).toEqual([caller.spanId, request.spanId, step.spanId, call.spanId]);
    expect([request.kind, step.kind, call.kind, there.kind]).toEqual([2, 1, 3, 2]);
    expect(step.attributes).toMatchObject({ 'portarium.step.id': 'look', 'portarium.step.attempt': 1 });
    expect(call.attributes).toMatchObject({ 'mcp.server.name': 'other', 'mcp.method.name': 'tools/call' });
  });

  test('a request over REST says in its header what it is part of, and nonsense there begins a trace of its own', async () => {
    const ask = (header: string) =>
      fetch(`${server.url}/v1/workspaces/default/agents`, {
        headers: { authorization: `Bearer ${key}`, traceparent: header },
      });
    await ask(`00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`);
    expect((await collector.span((it) => it.traceId === 'a'.repeat(32))).parentSpanId).toBe('b'.repeat(16));
    await ask(`00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`);
    await collector.span((it) => it.name === 'rest portarium_agent_list' && it.parentSpanId === undefined);
  });

  test('a refused call is an error of its kind, without what was sent', async () => {
    expect((await server.ask('GET', `/runs/run-${secret}`)).status).toBe(404);
    const failed = await collector.span((it) => it.name === 'rest portarium_run_get' && it.status.code === 2);
    expect(failed.attributes['error.type']).toBe('NotFound');
  });

  test('metrics come under the names that Prometheus is shown, runs and calls counted', async () => {
    const names = [...(await shown()).matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name);
    await vi.waitFor(
      () => {
        expect([...collector.metrics.keys()]).toEqual(expect.arrayContaining(names));
        const ended = collector.metrics.get('portarium_runs_ended_total')?.sum?.dataPoints ?? [];
        expect(ended.find(({ attributes }) => attributes.status === 'Succeeded')?.asDouble).toBe(1);
      },
      { interval: 100, timeout: 60_000 },
    );
    const [calls] = collector.metrics.get('portarium_downstream_duration_seconds')?.histogram?.dataPoints ?? [];
    expect(calls).toMatchObject({ count: 1, attributes: { server: 'other', outcome: 'ok' } });
    expect(calls?.bucketCounts.reduce((sum, n) => sum + n, 0)).toBe(1);
    expect(calls?.bucketCounts).toHaveLength((calls?.explicitBounds.length ?? 0) + 1);
    for (const name of ['portarium_runs_open', 'portarium_queue_age_seconds', 'portarium_approvals_waiting'])
      expect(collector.metrics.get(name)?.gauge?.dataPoints.length, name).toBeGreaterThan(0);
  });

  test('the example dashboard asks for nothing that is not there', async () => {
    const dashboard = JSON.parse(readFileSync(join(root, 'deploy/grafana-portarium.json'), 'utf8')) as Dashboard;
    await fetch(`${server.url}/metrics`, { headers: { authorization: 'Bearer nobody' } });
    const asked = dashboard.panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsIn(expr)));
    const names = new Set([...(await shown()).matchAll(/^([a-z_]+)[{ ]/gm)].map(([, name]) => name));
    expect(asked.length).toBeGreaterThan(10);
    expect(asked.filter((name) => !names.has(name))).toEqual([]);
  });

  test('everything is OTLP, comes with the operator’s header, and holds no secret', async () => {
    await collector.span((it) => it.name === 'step mcp:call');
    expect(collector.problems).toEqual([]);
    expect(collector.headers.every((all) => all['x-collector-key'] === 'opens-the-collector')).toBe(true);
    expect(collector.bodies.filter((body) => body.includes(secret) || body.includes(key))).toEqual([]);
    expect(server.log()).not.toContain('opens-the-collector');
  });

  test('one that never answers keeps nobody: runs end, and so does the program', async () => {
    const silent = await otlpReceiver('never');
    onTestFinished(() => silent.close());
    const own = join(folder, 'silent.db');
    const { key: ownKey } = await command<{ key: string }>('--db', own, 'init');
    const waiting = await sendingTo(silent.url, () => serve(own, ownKey));
    await vi.waitFor(() => expect(silent.requests).toBeGreaterThan(0), { timeout: 60_000 });
    const runId = await waiting.start('Wait', [{ actionId: 'w', operation: 'timer:wait', durationMs: 10 }]);
    expect((await waiting.until(runId, 'Succeeded')).status).toBe('Succeeded');
    expect(await waiting.end()).toBe(0);
  });
});

interface Dashboard {
  readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
}

const metricsIn = (expr: string): readonly string[] => expr.match(/\b(?:portarium|mcp|http)_[a-z_]+/g) ?? [];
