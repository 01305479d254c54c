import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { plainText } from '@quadrivium/kernel/shell';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type EventEndpoint, openEventEndpoint } from '../../src/events/event-endpoint.js';
import { EventPrinter } from '../../src/events/event-printer.js';
import { EventSender } from '../../src/events/event-sender.js';
import type { SubagentEvent } from '../../src/events/subagent-event.js';

let endpoint: EventEndpoint;
let seen: SubagentEvent[];

beforeEach(async () => {
  seen = [];
  endpoint = await openEventEndpoint({ token: 'the-secret-token', onEvent: (event) => seen.push(event) });
});
afterEach(() => endpoint.close());

const event: SubagentEvent = {
  subagentName: 'reader',
  subagentRunId: 'r1',
  timestamp: '2026-01-01T00:00:00Z',
  type: 'tool_call',
  toolName: 'count',
  payload: '{}',
};

async function post(body: unknown, address = endpoint.address): Promise<number> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return (await fetch(address, { method: 'POST', body: text })).status;
}

describe('the event endpoint', () => {
  test('listens on the loopback address only, behind a secret', () => {
    expect(endpoint.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/subagent-events\/the-secret-token$/);
  });

  test('takes an event of the original, which has no number', async () => {
    expect(await post(event)).toBe(200);
    expect(seen).toEqual([event]);
  });

  test('refuses what it must (E4)', async () => {
    const base = endpoint.address.replace('/the-secret-token', '');
    expect(await post(event, `${base}/wrong-token-here`)).toBe(403);
    expect(await post(event, base)).toBe(403);
    expect((await fetch(`${base}/wrong`)).status).toBe(403);
    expect(await post(event, base.replace('subagent-events', 'elsewhere'))).toBe(404);
    expect((await fetch(endpoint.address)).status).toBe(405);
    expect(await post('{not json')).toBe(400);
    expect(await post({ ...event, type: 'party' })).toBe(400);
    expect(await post({ ...event, payload: 'x'.repeat(2 * 1024 * 1024) }).catch(() => 413)).toBe(413);
    expect(seen).toEqual([]);
    expect(await post(event)).toBe(200);
  });

  test('answers 413 before the sender is done', async () => {
    const status = await new Promise<number | undefined>((resolve) => {
      const { port, pathname } = new URL(endpoint.address);
      const sending = request({ host: '127.0.0.1', port, path: pathname, method: 'POST' }, (response) => {
        resolve(response.statusCode);
        sending.destroy();
      });
      sending.on('error', () => undefined);
      // The body never ends; the limit must.
      const more = (): void => void (sending.destroyed || sending.write('x'.repeat(65_536), () => setImmediate(more)));
      more();
    });
    expect(status).toBe(413);
  });

  test('tells ten runs of twenty events each in their own order, however they arrive (E6)', async () => {
    const all = Array.from({ length: 200 }, (_, index) => ({
      ...event,
      subagentRunId: `r${index % 10}`,
      seq: 1 + Math.floor(index / 10),
    }));
    // A fixed shuffle: a step of 73 visits all 200 places, because the two have no common divisor.
    const shuffled = all.map((_, index) => all[(index * 73) % 200]);
    expect(await Promise.all(shuffled.map((each) => post(each)))).toEqual(all.map(() => 200));
    for (let run = 0; run < 10; run += 1) {
      const told = seen.filter(({ subagentRunId }) => subagentRunId === `r${run}`).map(({ seq }) => seq);
      expect(told).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    }
  });

  test('tells an event once that is sent twice, and does not wait for ever for one that is lost', async () => {
    for (const seq of [1, 1, 2, 1, 4]) await post({ ...event, seq });
    expect(seen.map(({ seq }) => seq)).toEqual([1, 2]);
    await endpoint.close();
    expect(seen.map(({ seq }) => seq)).toEqual([1, 2, 4]);
    endpoint = await openEventEndpoint({ token: 't', onEvent: () => undefined });
  });
});

test('a name that is used again after its run has ended is a run of its own', async () => {
  const types = ['subagent_start', 'tool_call', 'subagent_end', 'subagent_start', 'tool_call', 'subagent_end'] as const;
  for (const [index, type] of types.entries()) await post({ ...event, type, seq: 1 + (index % 3) });
  expect(seen.map(({ type }) => type)).toEqual(types);
});

describe('what is printed', () => {
  function printed(events: readonly SubagentEvent[], verbose = false): string[] {
    const blocks: string[] = [];
    const printer = new EventPrinter({ write: (block) => blocks.push(block), verbose });
    for (const each of events) printer.print(each);
    return blocks;
  }

  test('has the names of all callers before it', () => {
    const child = { ...event, subagentName: 'reader-subagent', subagentRunId: 'r2', parentRunId: 'r1' };
    expect(
      printed([
        { ...event, subagentName: 'writer', type: 'subagent_start' },
        { ...child, type: 'subagent_start' },
        child,
        { ...child, type: 'tool_result', payload: 'one\ntwo', durationMs: 5 },
        { ...child, type: 'thought_trace', payload: 'a\nb\nc' },
        { ...child, type: 'subagent_end', isError: true, payload: 'no luck' },
      ]),
    ).toEqual([
      '[writer r1 › reader r2] → count {}\n',
      '[writer r1 › reader r2] ← count (5 ms) one …\n',
      '[writer r1 › reader r2] ~ a\n[writer r1 › reader r2] b …\n',
      '[writer r1 › reader r2] ✗ failed no luck\n',
    ]);
  });

  test('names a caller from when it is heard of, and keeps runs apart that share an id', () => {
    const writer = { ...event, subagentName: 'writer', subagentRunId: 'same', depth: 1 };
    const reader = { ...event, subagentRunId: 'same', parentRunId: 'same', depth: 2 };
    expect(printed([reader, writer, reader, writer])).toEqual([
      '[reader same] → count {}\n',
      '[writer same] → count {}\n',
      '[writer same › reader same] → count {}\n',
      '[writer same] → count {}\n',
    ]);
  });

  test('is whole when asked for', () => {
    expect(printed([{ ...event, payload: 'a\nb', executionTimeoutSeconds: 60 }], true)).toEqual([
      '[reader r1] → count (at most 60 s)\n[reader r1]   a\n[reader r1]   b\n',
    ]);
  });

  test('cannot control the terminal (E5)', () => {
    const evil = '\u001b[2J\u001b]0;owned\u0007ok\u009b31m\r\u202egnp\u0000\u001bPq\u001b\\';
    const blocks = printed([{ ...event, subagentName: `a${evil}`, toolName: `b${evil}`, payload: evil }], true);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be left.
    expect(blocks.join('')).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    expect(plainText('a\u001b[31mred\u001b[0m\tb\r\nc')).toBe('ared\tb\nc');
  });
});

describe('a sender', () => {
  const run = { name: 'reader', runId: 'r1', parentRunId: 'r0', depth: 2 };
  const now = (): Date => new Date(0);

  function senderTo(address: string, onFailure: 'warn' | 'abort', timeoutMs = 300_000) {
    const warnings: string[] = [];
    let posts = 0;
    const counted: typeof fetch = (...request) => {
      posts += 1;
      return fetch(...request);
    };
    const sender = new EventSender({
      address,
      run,
      onFailure,
      fetch: counted,
      now,
      timeoutMs,
      onWarning: (warning) => warnings.push(warning),
    });
    return { sender, warnings, posts: () => posts };
  }

  test('numbers its events and says who it works for', async () => {
    const { sender, warnings } = senderTo(endpoint.address, 'warn');
    void sender.send({ type: 'subagent_start' });
    void sender.send({ type: 'subagent_end', isError: false });
    await sender.finish();
    const same = {
      version: 1,
      subagentName: 'reader',
      subagentRunId: 'r1',
      parentRunId: 'r0',
      depth: 2,
      timestamp: '1970-01-01T00:00:00.000Z',
    };
    expect(seen).toEqual([
      { ...same, seq: 1, type: 'subagent_start' },
      { ...same, seq: 2, type: 'subagent_end', isError: false },
    ]);
    expect(warnings).toEqual([]);
  });

  test('shortens what would be refused', async () => {
    const { sender } = senderTo(endpoint.address, 'abort');
    await sender.send({ type: 'tool_result', payload: '\u0001'.repeat(3 * 1024 * 1024) }).catch(() => undefined);
    await sender.finish();
    expect(seen).toHaveLength(1);
  });

  const down = 'http://127.0.0.1:1/subagent-events/x';

  test('warns once and goes on when nobody answers (E1, E2)', async () => {
    const { sender, warnings } = senderTo(down, 'warn');
    for (let index = 0; index < 5; index += 1) await sender.send({ type: 'tool_call' });
    await sender.finish();
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('events of subagent reader cannot be delivered');
  });

  test('warns once when the endpoint goes away in the middle (E2)', async () => {
    const { sender, warnings } = senderTo(endpoint.address, 'warn');
    await sender.send({ type: 'subagent_start' });
    await sender.finish();
    await endpoint.close();
    for (let index = 0; index < 3; index += 1) await sender.send({ type: 'tool_call' });
    await sender.finish();
    expect([seen.length, warnings.length]).toEqual([1, 1]);
    endpoint = await openEventEndpoint({ token: 't', onEvent: () => undefined });
  });

  test('ends the run when it must not lose events (E1)', async () => {
    const { sender } = senderTo(down, 'abort');
    await expect(sender.send({ type: 'subagent_start' })).rejects.toMatchObject({ kind: 'EventsFailed' });
    await expect(sender.send({ type: 'tool_call' })).rejects.toMatchObject({ kind: 'EventsFailed' });
  });

  test('gives up on an endpoint that is too slow, without making the run wait (E3)', async () => {
    const slow = await openSlowServer();
    const { sender, warnings, posts } = senderTo(slow.address, 'warn', 50);
    await sender.send({ type: 'tool_call' });
    expect(warnings).toEqual([]);
    await sender.finish();
    expect(warnings[0]).toContain('no answer within 0.05 s');
    expect(posts()).toBe(3);
    await slow.close();
  });
});

async function openSlowServer() {
  const server = createServer(() => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    address: `http://127.0.0.1:${port}/x`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
