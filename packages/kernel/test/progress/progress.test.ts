import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { type ProgressParams, ProgressSink } from '../../src/progress/progress-sink.js';
import { connectInMemory, serveRaw } from '../../src/testing/index.js';
import { kitchen } from '../fixtures/kitchen.js';

const same = (value: unknown): unknown => value;

function sinkWith(send: (params: ProgressParams) => Promise<void>, clock?: () => number): ProgressSink {
  return new ProgressSink({ token: 't', send, redact: same, ...(clock === undefined ? {} : { clock }) });
}

interface Notification {
  readonly method?: string;
  readonly id?: unknown;
  readonly params: ProgressParams;
}

describe('on the wire', () => {
  test('carries message, metadata and the same under _meta, and leaves an unknown total out', async () => {
    const { session, service } = serveRaw(kitchen);
    await session.call(1, 'kitchen/work', { steps: 1, stepMs: 1 }, { progressToken: 'run-001' });
    const notes = session.received.filter((message) => (message as Notification).method === 'notifications/progress');
    expect(notes).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/progress',
        params: {
          progressToken: 'run-001',
          progress: 1,
          message: 'step 1',
          metadata: { iteration: 1 },
          _meta: { 'io.quadrivium/progress': { iteration: 1 } },
        },
      },
    ]);
    await service.close();
  });

  test('a token is never invented', async () => {
    const { session, service } = serveRaw(kitchen);
    await session.call(1, 'kitchen/work', { steps: 3, stepMs: 1 });
    expect(session.received).toHaveLength(1);
    await service.close();
  });

  test('is thinned out, never goes back, ends with the latest and never follows the result', async () => {
    const { session, service } = serveRaw(kitchen);
    const startedAt = performance.now();
    await session.call(7, 'kitchen/work', { steps: 120, stepMs: 2, back: true }, { progressToken: 0 });
    const tookMs = performance.now() - startedAt;
    await sleep(150);
    const messages = session.received as Notification[];
    const values = messages.filter(({ method }) => method !== undefined).map(({ params }) => params.progress);
    // One at the start, ten a second, one at the end: however long a busy machine takes.
    expect(values.length).toBeLessThanOrEqual(2 + tookMs / 100);
    expect(values.length).toBeLessThan(120);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    expect(values.at(-1)).toBe(120);
    expect(messages.at(-1)?.id).toBe(7);
    await service.close();
  });

  test('reaches the official client before the result every time, in both eras (#2580)', async () => {
    for (const revision of ['2025-11-25', '2026-07-28']) {
      const { client, close } = await connectInMemory(kitchen, { revision });
      const last: number[] = [];
      for (let round = 0; round < 15; round += 1) {
        let seen = 0;
        const onprogress = ({ progress }: { progress: number }): void => {
          seen = progress;
        };
        await client.callTool({ name: 'kitchen/work', arguments: { steps: 5, stepMs: 0 } }, { onprogress });
        last.push(seen);
      }
      expect(last).toEqual(Array(15).fill(5));
      await close();
    }
  });
});

describe('the sink', () => {
  test('never blocks the work and never throws when the client is gone', async () => {
    const gone = sinkWith(() => Promise.reject(new Error('Not connected')));
    for (let step = 0; step < 1000; step += 1) gone.report({ progress: step });
    await gone.finish();
    const stuck = sinkWith(() => new Promise(() => {}));
    for (let step = 0; step < 1000; step += 1) stuck.report({ progress: step });
  });

  test('sends nothing while an earlier update is still on its way, then only the latest', async () => {
    const sent: number[] = [];
    let release = (): void => {};
    const sink = sinkWith(({ progress }) => {
      sent.push(progress);
      return new Promise((resolve) => {
        release = resolve;
      });
    });
    for (let step = 1; step <= 50; step += 1) sink.report({ progress: step });
    expect(sent).toEqual([1]);
    release();
    const finished = sink.finish();
    release();
    await finished;
    expect(sent).toEqual([1, 50]);
  });

  test('keeps quiet between the last update and the result', async () => {
    let sentAt = 0;
    const sink = sinkWith(async () => {
      sentAt = performance.now();
    });
    sink.report({ progress: 1 });
    await sink.finish();
    // A timer may fire up to a millisecond early.
    expect(performance.now() - sentAt).toBeGreaterThan(23);
  });

  test('costs a silent tool nothing', () => {
    expect(sinkWith(async () => {}).finish()).toBeUndefined();
  });

  test('is strictly increasing and finite for whatever a tool reports', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.double()), async (values) => {
        const sent: number[] = [];
        let now = 0;
        const clock = (): number => {
          now += 1000;
          return now;
        };
        const sink = sinkWith(async ({ progress }) => void sent.push(progress), clock);
        for (const progress of values) sink.report({ progress, total: Number.NaN });
        await sink.finish();
        sink.report({ progress: Number.MAX_VALUE });
        for (const [index, value] of sent.entries()) {
          expect(Number.isFinite(value)).toBe(true);
          if (index > 0) expect(value).toBeGreaterThan(sent[index - 1] ?? Number.NaN);
        }
        const finite = values.filter(Number.isFinite);
        expect(sent.at(-1)).toBe(finite.length === 0 ? undefined : Math.max(...finite));
      }),
    );
  });
});
