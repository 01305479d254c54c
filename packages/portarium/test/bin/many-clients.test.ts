import { connect } from '@quadrivium/kernel/client';
import { expect, test } from 'vitest';
import { world } from '../http/world.js';

test('a hundred MCP clients at once each get their own run', async () => {
  const w = await world();
  const actions = [{ actionId: 'ask', operation: 'approval:request', prompt: 'May I?' }];
  await w.rest('adam', 'POST', '/workflows', { workflowId: 'ask', name: 'Ask', executionTier: 'Auto', actions });
  const headers = { authorization: `Bearer ${w.keys.alice}` };
  const clients = await Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      connect({ type: 'http', url: `${w.url}/mcp`, headers }, { mode: at % 2 === 0 ? 'modern' : 'legacy' }),
    ),
  );
  const started = await Promise.all(
    clients.map((client, at) =>
      client.callTool('portarium_run_start', { workspaceId: 'ws-a', workflowId: 'ask', input: { topic: `t${at}` } }),
    ),
  );
  const runs = started.map(({ structuredContent }) => (structuredContent as { runId: string }).runId);
  expect(new Set(runs).size).toBe(100);
  const seen = await Promise.all(
    clients.map((client, at) => client.callTool('portarium_run_get', { workspaceId: 'ws-a', runId: runs[at] })),
  );
  expect(seen.map(({ structuredContent }) => (structuredContent as { input: { topic: string } }).input.topic)).toEqual(
    runs.map((_, at) => `t${at}`),
  );
  await Promise.all(clients.map((client) => client.close()));
  expect((await w.rest('zoe', 'GET', '/evidence:verify')).body.valid).toBe(true);
  await w.close();
});
