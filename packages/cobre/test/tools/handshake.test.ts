import { openSandbox } from '@quadrivium/kernel';
import { serveRaw } from '@quadrivium/kernel/testing';
import { expect, test } from 'vitest';
import { cobreServer } from '../../src/server.js';
import { newRoot } from './served.js';

const refusal = 'Write operations are disabled. Start the server with --allow-write to enable training and export.';

async function raw(allowWrite: boolean, toolNames: 'seed' | 'portable' = 'seed') {
  const files = await openSandbox([await newRoot()]);
  return serveRaw(cobreServer(), { files, allowWrite, toolNames }).session;
}

test('a client of 2025-03-26 is told exactly the capabilities and the name of the specification', async () => {
  const session = await raw(false);
  const { result } = (await session.initialize('2025-03-26')) as { result: Record<string, unknown> };
  const { instructions: _, ...rest } = result;
  expect(rest).toEqual({
    protocolVersion: '2025-03-26',
    capabilities: {
      tools: { listChanged: false },
      resources: { subscribe: false, listChanged: false },
      prompts: { listChanged: false },
    },
    serverInfo: { name: 'cobre-mcp', version: '2.0.0' },
  });
  session.end();
});

test('a hopeless protocol version is refused with those that are supported', async () => {
  const session = await raw(false);
  const params = { protocolVersion: '1.0.0', capabilities: {}, clientInfo: { name: 'x', version: '0' } };
  const { error } = (await session.request(1, 'initialize', params)) as { error: { code: number; data: unknown } };
  expect(error).toMatchObject({ code: -32602, data: { requested: '1.0.0', supported: expect.any(Array) } });
  session.end();
});

test.each([
  [false, refusal],
  [true, undefined],
])('with writes allowed: %s, the annotation of the write tools is %s', async (allowed, annotation) => {
  const session = await raw(allowed);
  await session.initialize('2025-03-26');
  const { result } = (await session.request(1, 'tools/list')) as {
    result: { tools: { name: string; annotation?: string }[] };
  };
  const of = (name: string) => result.tools.find((tool) => tool.name === name)?.annotation;
  expect([of('cobre/run'), of('cobre/export-results')]).toEqual([annotation, annotation]);
  expect([of('cobre/validate'), of('cobre/query-results'), of('cobre/get-config-schema')]).toEqual(
    Array(3).fill(undefined),
  );
  session.end();
});

test('tools have names that every model provider accepts, when asked, and are always called by either', async () => {
  const session = await raw(false, 'portable');
  await session.initialize('2025-03-26');
  const { result } = (await session.request(1, 'tools/list')) as { result: { tools: { name: string }[] } };
  expect(result.tools.every(({ name }) => /^[A-Za-z0-9_-]{1,64}$/.test(name))).toBe(true);
  for (const name of ['cobre_get-config-schema', 'cobre/get-config-schema', 'cobre.get-config-schema']) {
    expect(await session.call(name, name, {})).toMatchObject({ result: { isError: false } });
  }
  session.end();
});

test('a server with portable names speaks of its tools by these, in what it advises and in the text of a prompt', async () => {
  const session = await raw(true, 'portable');
  await session.initialize('2025-11-25');
  const advice = JSON.stringify(await session.call(1, 'cobre_get-task-status', { task_id: 'none' }));
  expect(advice).toContain('that cobre_run returned');
  const args = { name: 'cobre_setup-study', arguments: { description: 'As in /studies/cobre/run' } };
  const text = JSON.stringify(await session.request(2, 'prompts/get', args));
  expect(text).toContain('Call cobre_inspect-case');
  expect(text.replaceAll('/studies/cobre/run', '')).not.toMatch(/cobre\/[a-z]/);
  session.end();
});
