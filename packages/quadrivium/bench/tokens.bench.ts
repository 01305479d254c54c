/**
 * What our servers cost a model: their tools as a host tells of them, and answers that people often ask for, in tokens of
 * o200k. Beside them stand two servers that many people use: MongoDB's as it is (`node scripts/tools.mjs peers`), and GitHub's by
 * a published count in the same vocabulary, because it is no npm package.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { openSandbox, type ServerDefinition } from '@quadrivium/kernel';
import { connectInMemory } from '@quadrivium/kernel/testing';
import type { BenchRow } from '../../../bench/row.js';
import { servers } from '../../../scripts/servers.js';
import { toolSet } from '../../../test/support/tool-sets.js';
import { filled } from '../../career/test/server/career-client.js';
import { cobreServer } from '../../cobre/src/server.js';
import { countTokens } from '../../codemode/src/description/tokens.js';
import { alice, benchPlane } from '../../portarium/bench/bench-plane.js';

/** 86 tools, 14,406 tokens of name, description and input: https://policylayer.com/token-cost/github, read in November 2026. */
const github = { tools: 86, tokens: 14_406 };
/** From here on an answer of ours offers a narrower question. */
const longAnswer = 2000;

interface Listed {
  readonly tools: readonly {
    readonly name: string;
    readonly description?: string | undefined;
    readonly inputSchema: unknown;
  }[];
}

async function definitions({ tools }: Listed): Promise<{ readonly tools: number; readonly tokens: number }> {
  const told = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  return { tools: tools.length, tokens: await countTokens(JSON.stringify(told)) };
}

async function ofServer(definition: ServerDefinition) {
  const { client, close } = await connectInMemory(definition, { allowWrite: true });
  const counted = await definitions(await client.listTools());
  await close();
  return counted;
}

async function ofMongodb() {
  const peers = toolSet('peers');
  if (peers.absent) return undefined;
  const client = new Client({ name: 'bench', version: '0' });
  const args = [peers.path('mongodb-mcp-server/dist/esm/index.js')];
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args,
      env: { MDB_MCP_TELEMETRY: 'disabled' },
      stderr: 'ignore',
    }),
  );
  const counted = await definitions(await client.listTools());
  await client.close();
  return counted;
}

function definitionRow(binary: string, ours: typeof github, peer: string, theirs: typeof github): BenchRow {
  const [own, other] = [ours.tokens / ours.tools, theirs.tokens / theirs.tools];
  return {
    name: `definitions of ${binary} (${ours.tools} tools, ${ours.tokens} tokens) over ${peer}'s (${theirs.tools}, ${theirs.tokens}), per tool`,
    ours: own,
    baseline: other,
    ratio: own / other,
    unit: 'tokens',
    dominatedBy: 'descriptions of fields',
  };
}

async function answerRow(name: string, answer: unknown): Promise<BenchRow> {
  const ours = await countTokens(JSON.stringify(answer));
  const long = { baseline: longAnswer, ratio: ours / longAnswer, unit: 'tokens', target: '<= 1' };
  return { name: `answer: ${name}, over ${longAnswer} tokens`, ours, ...long };
}

async function cobreAnswers(folder: string): Promise<BenchRow[]> {
  const files = await openSandbox([folder]);
  const { client, close } = await connectInMemory(cobreServer(), { allowWrite: true, files });
  const ask = async (name: string, args: object) =>
    (await client.callTool({ name, arguments: { ...args } })).structuredContent;
  const case_dir = join(folder, 'case');
  const output_dir = join(case_dir, 'output');
  await ask('cobre/create-case', { case_dir, template: 'cascade' });
  const hydros = { output_dir, entity_type: 'hydros', compact: true, filters: { scenario_range: [0, 0], limit: 20 } };
  const rows = [
    await answerRow('cobre/validate', await ask('cobre/validate', { case_dir })),
    await answerRow('cobre/run', await ask('cobre/run', { case_dir })),
    await answerRow('cobre/query-results, 20 rows of hydros, compact', await ask('cobre/query-results', hydros)),
  ];
  await close();
  return rows;
}

async function careerAnswers(): Promise<BenchRow[]> {
  const career = await filled();
  const rows = [
    await answerRow('match_opportunity', await career.call('match_opportunity', { opportunity_id: 'opp-1' })),
    await answerRow('shortlist', await career.call('shortlist')),
  ];
  await career.close();
  return rows;
}

async function portariumAnswers(folder: string): Promise<BenchRow[]> {
  const { plane, close } = await benchPlane(folder, { runs: true });
  const { runId } = await plane.startRun(alice, { workflowId: 'gated', input: { text: 'hello' } });
  const waiting = async () => (await plane.getRun(alice, runId)).status === 'WaitingForApproval';
  while (!(await waiting())) await new Promise((resolve) => setTimeout(resolve, 20));
  const row = await answerRow('portarium_run_get of a run that waits', await plane.getRun(alice, runId));
  await close();
  return [row];
}

/** Numbers that no machine changes; they change with what the servers say. */
export async function benchCases(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'quadrivium-tokens-'));
  try {
    const mongodb = await ofMongodb();
    const rows: BenchRow[] = [];
    for (const { binary, definition } of servers) {
      const ours = await ofServer(definition);
      rows.push(definitionRow(binary, ours, 'GitHub', github));
      if (mongodb !== undefined) rows.push(definitionRow(binary, ours, 'MongoDB', mongodb));
    }
    return [...rows, ...(await cobreAnswers(folder)), ...(await careerAnswers()), ...(await portariumAnswers(folder))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
