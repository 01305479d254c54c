/** A hundred MCP clients at once, each over a socket of its own, against the same calls of one client after the other. */
import { openHttpFront } from '@quadrivium/kernel';
import { connect } from '@quadrivium/kernel/client';
import type { BenchRow } from '../../../bench/row.js';
import { authenticateByStoredKeys } from '../src/http/authenticator.js';
import { httpService } from '../src/http/service.js';
import { admin, benchPlane, elapsed, inFolder, middle } from './bench-plane.js';

const clientCount = 100;
const rounds = 5;

export function benchCases(): Promise<readonly BenchRow[]> {
  return inFolder(async (folder) => {
    const { plane, close } = await benchPlane(folder);
    const { secret } = await plane.createApiKey(admin, { principalId: 'alice' });
    const front = await openHttpFront({
      port: 0,
      routes: httpService(plane).routes,
      authenticator: authenticateByStoredKeys(plane),
    });
    const server = { type: 'http', url: `${front.url}/mcp`, headers: { authorization: `Bearer ${secret}` } } as const;
    const clients = await Promise.all(Array.from({ length: clientCount }, () => connect(server, { mode: 'modern' })));
    const [first] = clients;
    if (first === undefined) throw new Error('There is no client.');
    const start = (client: typeof first) =>
      client.callTool('portarium_run_start', { workspaceId: 'ws', workflowId: 'gated', input: { text: 'x' } });
    await Promise.all(clients.map(start));
    const pairs: [number, number][] = [];
    for (let round = 0; round < rounds; round += 1) {
      const oneByOne = await elapsed(async () => {
        for (let i = 0; i < clientCount; i += 1) await start(first);
      });
      const atOnce = await elapsed(() => Promise.all(clients.map(start)));
      pairs.push([clientCount / (atOnce / 1000), clientCount / (oneByOne / 1000)]);
    }
    await Promise.all(clients.map((client) => client.close()));
    await front.close({ graceMs: 200 });
    await close();
    return [
      {
        name: 'portarium run_start from 100 MCP clients at once, per one client in turn',
        ours: middle(pairs.map(([ours]) => ours)),
        baseline: middle(pairs.map(([, baseline]) => baseline)),
        ratio: middle(pairs.map(([ours, baseline]) => ours / baseline)),
        unit: 'starts/s',
        target: '>= 1',
      },
    ];
  });
}
