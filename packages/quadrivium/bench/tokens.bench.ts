/**
 * What our servers cost a model: their tools as a host tells of them, and answers that people often ask for, in tokens of
 * o200k. Beside them stand two servers that many people use: MongoDB's as it is (`node scripts/tools.mjs peers`), before a database
 * that holds the very rows that cobre was asked for, and GitHub's by published counts in the same vocabulary, because it is no npm
 * package and answers nobody without an account.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
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
import { type Bson, collection, database, mongodbStandIn } from './mongodb-stand-in.js';

/** 86 tools, 14,406 tokens of name, description and input: https://policylayer.com/token-cost/github, read in November 2026. */
const github = { tools: 86, tokens: 14_406 };
/** What its maintainers counted when they made its answers smaller: https://github.com/github/github-mcp-server/pull/2087, 2022, 2024, 2088. */
const githubAnswers = [
  ['list_pull_requests, 2 of them', 1657],
  ['issue_read, one issue', 281],
  ['issue_read, the comments of one', 645],
  ['list_tags, 100 of them', 4192],
] as const;
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

/** Its definitions, and what it answers when asked for the given rows and for what it has. */
async function ofMongodb(documents: readonly object[]) {
  const peers = toolSet('peers');
  if (peers.absent) return undefined;
  const entry = peers.path('mongodb-mcp-server/dist/esm/index.js');
  const data = await mongodbStandIn(createRequire(entry)('bson') as Bson, documents);
  const client = new Client({ name: 'bench', version: '0' });
  const env = { MDB_MCP_TELEMETRY: 'disabled', MDB_MCP_CONNECTION_STRING: data.url };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [entry], env, stderr: 'ignore' }));
  const ask = async (name: string, more: object = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: { connectionId: 'preconfigured', ...more } });
    const text = (content as { text?: string }[]).map((block) => block.text ?? '').join('\n');
    if (isError === true) throw new Error(`${name}: ${text}`);
    return countTokens(text);
  };
  const all = { database, collection };
  const answers = [
    ['list-databases', await ask('list-databases')],
    ['list-collections', await ask('list-collections', { database })],
    ['collection-schema', await ask('collection-schema', all)],
    ['count', await ask('count', all)],
  ] as const;
  const rows = await ask('find', { ...all, limit: documents.length });
  const told = await definitions(await client.listTools());
  await client.close();
  data.close();
  return { ...told, answers, rows };
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
  return { ...overLong(name, ours), target: '<= 1' };
}

function overLong(name: string, tokens: number): BenchRow {
  const long = { baseline: longAnswer, ratio: tokens / longAnswer, unit: 'tokens' };
  return { name: `answer: ${name}, over ${longAnswer} tokens`, ours: tokens, ...long };
}

/** Ours, and the rows that the last of them has, as objects. */
async function cobreAnswers(folder: string) {
  const files = await openSandbox([folder]);
  const { client, close } = await connectInMemory(cobreServer(), { allowWrite: true, files });
  const ask = async (name: string, args: object) =>
    (await client.callTool({ name, arguments: { ...args } })).structuredContent;
  const case_dir = join(folder, 'case');
  const output_dir = join(case_dir, 'output');
  await ask('cobre/create-case', { case_dir, template: 'cascade' });
  const hydros = { output_dir, entity_type: 'hydros', filters: { scenario_range: [0, 0], limit: 20 } };
  const compact = { ...hydros, compact: true };
  const rows = [
    await answerRow('cobre/validate', await ask('cobre/validate', { case_dir })),
    await answerRow('cobre/run', await ask('cobre/run', { case_dir })),
    await answerRow('cobre/query-results, 20 rows of hydros, compact', await ask('cobre/query-results', compact)),
  ];
  const whole = (await ask('cobre/query-results', hydros)) as { columns: string[]; rows: unknown[][] };
  const documents = whole.rows.map((row) => Object.fromEntries(whole.columns.map((name, at) => [name, row[at]])));
  const compactTokens = rows.at(-1)?.ours ?? 0;
  await close();
  return { rows, documents, compactTokens };
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

function rowsRow(ours: number, theirs: number): BenchRow {
  return {
    name: "answer: the same 20 rows by cobre/query-results, compact, over MongoDB's find",
    ours,
    baseline: theirs,
    ratio: ours / theirs,
    unit: 'tokens',
    dominatedBy: 'digits',
  };
}

/** Numbers that no machine changes; they change with what the servers say. */
export async function benchCases(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'quadrivium-tokens-'));
  try {
    const cobre = await cobreAnswers(folder);
    const mongodb = await ofMongodb(cobre.documents);
    const rows: BenchRow[] = [];
    for (const { binary, definition } of servers) {
      const ours = await ofServer(definition);
      rows.push(definitionRow(binary, ours, 'GitHub', github));
      if (mongodb !== undefined) rows.push(definitionRow(binary, ours, 'MongoDB', mongodb));
    }
    const ours = [...cobre.rows, ...(await careerAnswers()), ...(await portariumAnswers(folder))];
    const mongodbs = mongodb?.answers.map(([name, tokens]) => overLong(`MongoDB's ${name}`, tokens)) ?? [];
    const githubs = githubAnswers.map(([name, tokens]) => overLong(`GitHub's ${name} (cited)`, tokens));
    const sameRows = mongodb === undefined ? [] : [rowsRow(cobre.compactTokens, mongodb.rows)];
    return [...rows, ...ours, ...sameRows, ...mongodbs, ...githubs];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
