import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeCosts, type FormCosts } from '@quadrivium/codemode';
import type { BenchRow } from '../../../bench/row.js';
import { toolSet } from '../../../test/support/tool-sets.js';
import { Config } from '../src/config/schema.js';
import { openHost } from '../src/host/open-host.js';

const peers = toolSet('peers');

/** Servers that people use, as `node scripts/tools.mjs peers` fetches them. */
function servers(folder: string): object {
  const node = (file: string, ...args: string[]): object => ({
    type: 'stdio',
    command: process.execPath,
    args: [peers.path(file), ...args],
  });
  return {
    everything: node('@modelcontextprotocol/server-everything/dist/index.js', 'stdio'),
    filesystem: node('@modelcontextprotocol/server-filesystem/dist/index.js', folder),
    memory: node('@modelcontextprotocol/server-memory/dist/index.js'),
    playwright: node('@playwright/mcp/cli.js', '--headless'),
    mongodb: { ...node('mongodb-mcp-server/dist/esm/index.js'), env: { MDB_MCP_TELEMETRY: 'disabled' } },
  };
}

function row(
  server: string,
  form: 'declarations' | 'signatures' | 'names',
  costs: FormCosts,
  target: string,
): BenchRow {
  return {
    name: `code mode: ${form} of ${server} (${costs.tools} tools) over their JSON definitions`,
    ours: costs[form],
    baseline: costs.json,
    ratio: costs[form] / costs.json,
    unit: 'tokens',
    target,
    dominatedBy: form === 'declarations' ? 'descriptions, and output types that JSON definitions leave out' : 'names',
  };
}

/** Numbers that no machine changes; they change with the servers. */
export async function benchCases(): Promise<BenchRow[]> {
  if (peers.absent) return [];
  const folder = mkdtempSync(join(tmpdir(), 'cpe-bench-'));
  const host = await openHost({ config: Config.parse({ mcpServers: servers(folder) }), skipped: new Map() });
  try {
    const { perServer, total } = await describeCosts(host.everyTool());
    return [
      ...[...perServer].map(([server, costs]) => row(server, 'declarations', costs, '<= 1.2')),
      row('all five', 'declarations', total, '<= 1'),
      row('all five', 'signatures', total, '<= 0.2'),
      row('all five', 'names', total, '<= 0.05'),
    ];
  } finally {
    await host.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
