import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { type CodeMode, type CodeModeHost, createCodeMode, describeCosts } from '@quadrivium/codemode';
import type { BenchOptions, BenchRow } from '../../../bench/row.js';
import { CodeModeConfig } from '../src/config/schema.js';
import { BENCH_TOOLS } from './codemode-tools.js';

let rounds = 3;
/** Children are counted in hundredths of a second, so several together. */
const TIMES = 5;
const CALLS = 200;

/** Tools that answer at once, so that only the way to them is measured. */
const host: CodeModeHost = {
  tools: () => BENCH_TOOLS,
  everyTool: () => BENCH_TOOLS,
  call: async () => ({ content: [{ type: 'text', text: 'ok' }], isError: false, structuredContent: undefined }),
  freshSession: () => ({ call: host.call, close: async () => undefined }),
  results: { keep: async () => 'id', get: async () => '' },
};

function open(typecheck: boolean): Promise<CodeMode> {
  return createCodeMode(host, { config: CodeModeConfig.parse({ enabled: true, typecheck }) });
}

/** Milliseconds of computing, of this process and of the children it has waited for; wall time where nobody counts it. */
function cpuMillis(): number {
  if (!existsSync('/proc/self/stat')) return performance.now();
  const { user, system } = process.cpuUsage();
  // After the command in parentheses: field 16 and 17 of the line are the children's time in hundredths of a second.
  const fields = readFileSync('/proc/self/stat', 'latin1').split(') ').at(-1)?.split(' ') ?? [];
  return (user + system) / 1000 + (Number(fields[13]) + Number(fields[14])) * 10;
}

async function millis(work: () => Promise<unknown>): Promise<number> {
  const start = cpuMillis();
  for (let time = 0; time < TIMES; time += 1) await work();
  return (cpuMillis() - start) / TIMES;
}

async function program(mode: CodeMode, code: string): Promise<void> {
  const { isError, content } = await mode.execute({ code });
  if (isError) throw new Error(JSON.stringify(content));
}

/** An empty Node process with an empty environment: the least that any isolation by process costs. */
async function bareProcess(): Promise<void> {
  await once(spawn(process.execPath, ['-e', '0'], { env: {}, stdio: 'ignore' }), 'exit');
}

/** Rounds alternate, and the best of each is taken, because noise only ever adds. */
async function compare(ours: () => Promise<unknown>, baseline: () => Promise<unknown>): Promise<[number, number]> {
  const best: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < rounds; round += 1) {
    best[0] = Math.min(best[0], await millis(ours));
    best[1] = Math.min(best[1], await millis(baseline));
  }
  return best;
}

function row(
  name: string,
  [ours, baseline]: readonly [number, number],
  unit: string,
  target: string,
  dominatedBy: string,
): BenchRow {
  return { name: `code mode: ${name}`, ours, baseline, ratio: ours / baseline, unit, target, dominatedBy };
}

async function startUp(mode: CodeMode): Promise<BenchRow> {
  const costs = await compare(() => program(mode, 'return 1'), bareProcess);
  const what = 'CPU of an execution without calls over an empty Node process';
  return row(what, costs, 'ms', '<= 5', 'the start of Node, then loading the machine');
}

const PER_CALL = ['ms', '<= 0.05', 'the start of the one process, then frames over two pipes'] as const;

async function perCall(mode: CodeMode): Promise<BenchRow[]> {
  const sequential = `for (let i = 0; i < ${CALLS}; i++) await tools.files.read_file({ path: 'a' });`;
  const parallel = `await Promise.all(Array.from({ length: ${CALLS} }, () => tools.files.read_file({ path: 'a' })));`;
  const single = "await tools.files.read_file({ path: 'a' });";
  const [one, each] = await compare(
    () => program(mode, sequential),
    () => program(mode, single),
  );
  const [all, again] = await compare(
    () => program(mode, parallel),
    () => program(mode, single),
  );
  return [
    row(`CPU of a call of a program of ${CALLS}, over one child process per call`, [one / CALLS, each], ...PER_CALL),
    row(`the same with the calls in parallel`, [all / CALLS, again], ...PER_CALL),
  ];
}

async function typeChecking(): Promise<BenchRow> {
  const [checked, unchecked] = [await open(true), await open(false)];
  const code = "const rows = await tools.database.query({ table: 'a' });\nreturn rows.total;";
  const answer = { rows: [], total: 1 };
  const structured: CodeModeHost['call'] = async () => ({ content: [], isError: false, structuredContent: answer });
  const before = host.call;
  (host as { call: CodeModeHost['call'] }).call = structured;
  const costs = await compare(
    () => program(checked, code),
    () => program(unchecked, code),
  );
  (host as { call: CodeModeHost['call'] }).call = before;
  const what = 'CPU of an execution with the type check over one without';
  return row(what, costs, 'ms', '<= 2', 'the compiler reading the library of ES2023');
}

async function tokens(): Promise<BenchRow[]> {
  const { total } = await describeCosts(BENCH_TOOLS);
  const what = `of ${total.tools} tools over their JSON definitions`;
  return [
    row(`declarations ${what}`, [total.declarations, total.json], 'tokens', '<= 0.85', 'descriptions'),
    row(`signatures ${what}`, [total.signatures, total.json], 'tokens', '<= 0.35', 'first sentences'),
    row(`names ${what}`, [total.names, total.json], 'tokens', '<= 0.05', 'names'),
  ];
}

export async function benchCases({ quick }: BenchOptions): Promise<BenchRow[]> {
  rounds = quick ? 1 : 3;
  const mode = await open(false);
  return [await startUp(mode), ...(await perCall(mode)), await typeChecking(), ...(await tokens())];
}
