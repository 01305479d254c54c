/** Cases, results and servers for the tests of the MCP server. */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { openSandbox, type RunningServer, serve, silentLogger } from '@quadrivium/kernel';
import { connectInMemory, negotiation } from '@quadrivium/kernel/testing';
import { afterAll } from 'vitest';
import { cobreServer, cobreServices } from '../../src/server.js';
import { runCase } from '../../src/service/runs/run-case.js';
import { loadCase } from '../../src/validation/load-case.js';
import { type CaseContents, hydroEntry, smallCase, stageEntry, writeCase } from '../case/write-case.js';
import { bundled } from '../cli/program.js';

const temporary = new Set<string>();

afterAll(async () => {
  for (const directory of temporary) await rm(directory, { recursive: true, force: true });
  temporary.clear();
});

/** A temporary directory that a server is allowed to use; it goes when the test file is done. */
export async function newRoot(): Promise<string> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'cobre-mcp-')));
  temporary.add(root);
  return root;
}

/** Two hydros (ITAIPU is 0, TUCURUI is 1), uncertain inflows, ten iterations and six scenarios. */
export function study(changes: CaseContents = {}): CaseContents {
  const inflows = [0, 1].flatMap((hydro_id) =>
    [0, 1, 2].map((stage_id) => ({ hydro_id, stage_id, mean_m3s: 20 - 4 * stage_id, std_m3s: 6 })),
  );
  return {
    ...smallCase(),
    'config.json': settings(),
    'stages.json': {
      policy_graph: { type: 'finite_horizon', annual_discount_rate: 0 },
      stages: [0, 1, 2].map((id) => stageEntry(id, { num_scenarios: 4 })),
    },
    'system/hydros.json': {
      hydros: [hydroEntry(0, { name: 'ITAIPU' }), hydroEntry(1, { name: 'TUCURUI' })],
    },
    'initial_conditions.json': {
      storage: [
        { hydro_id: 0, value_hm3: 50 },
        { hydro_id: 1, value_hm3: 50 },
      ],
      filling_storage: [],
    },
    'scenarios/inflow_seasonal_stats.parquet': inflows,
    'scenarios/load_seasonal_stats.parquet': [0, 1, 2].map((stage_id) => ({
      bus_id: 0,
      stage_id,
      mean_mw: 120,
      std_mw: 0,
    })),
    ...changes,
  };
}

export function settings({ iterations = 10, scenarios = 6, policy = {} } = {}): object {
  return {
    training: { forward_passes: 2, stopping_rules: [{ type: 'iteration_limit', limit: iterations }] },
    modeling: { inflow_non_negativity: { method: 'truncation' } },
    simulation: { enabled: scenarios > 0, num_scenarios: Math.max(1, scenarios) },
    policy,
  };
}

/** A case below a root, not run yet. */
export async function writeStudy(root: string, name = 'case_001', changes: CaseContents = {}): Promise<string> {
  return writeCase(join(root, name), study(changes));
}

/** A case with results, made by the engine itself. */
export async function finishedStudy(root: string, name = 'case_001', changes: CaseContents = {}): Promise<string> {
  const directory = await writeStudy(root, name, changes);
  await runCase((await loadCase(directory)).case, directory);
  return directory;
}

export interface Answer {
  readonly isError: boolean;
  /** The JSON of the text block. */
  readonly data: Record<string, never> & Record<string, unknown>;
  readonly structured: unknown;
}

export interface Connected {
  readonly client: Client;
  call(name: string, args?: object): Promise<Answer>;
  close(): Promise<void>;
}

export const transports = [
  ['memory', '2025-03-26'],
  ['stdio', '2025-11-25'],
  ['stdio', '2026-07-28'],
  ['http', '2025-06-18'],
  ['http', '2026-07-28'],
] as const;

export type TransportName = (typeof transports)[number][0];

/** A client on a server of its own. */
export async function connect(
  root: string,
  options: { readonly transport?: TransportName; readonly revision?: string; readonly write?: boolean } = {},
): Promise<Connected> {
  const { transport = 'memory', revision = '2025-11-25', write = true } = options;
  if (transport === 'memory') {
    const files = await openSandbox([root]);
    const made = await connectInMemory(cobreServer(), { files, allowWrite: write, revision });
    return connected(made.client, made.close);
  }
  const flags = ['--allowed-dirs', root, '--threads', '1', ...(write ? ['--allow-write'] : [])];
  const client = new Client({ name: 'test', version: '0' }, negotiation(revision));
  if (transport === 'stdio') {
    const args = [bundled('cobre-mcp'), ...flags];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
    return connected(client, () => client.close());
  }
  const running = await serveOverHttp(flags);
  await client.connect(new StreamableHTTPClientTransport(new URL(`${running.url}/mcp`)));
  return connected(client, async () => {
    await client.close();
    await running.close();
  });
}

/** A server of this process on a free port. */
export async function serveOverHttp(flags: readonly string[]): Promise<RunningServer> {
  const source = { name: 'cobre', version: '2.0.0', define: () => cobreServer(cobreServices()) };
  const argv = [...flags, '--transport', 'http', '--port', '0'];
  return serve(source, argv, {}, { signals: false, log: silentLogger });
}

function connected(client: Client, close: () => Promise<void>): Connected {
  return {
    client,
    close,
    async call(name, args = {}) {
      const result = await client.callTool({ name, arguments: args as Record<string, unknown> });
      const [block] = result.content as { type: string; text: string }[];
      const data = JSON.parse(block?.text ?? 'null') as Answer['data'];
      return { isError: result.isError === true, data, structured: result.structuredContent };
    },
  };
}
