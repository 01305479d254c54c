import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchOptions, BenchRow } from '../../../bench/row.js';
import { bundledSource } from '../../../test/support/bundled-source.js';
import { toolSet } from '../../../test/support/tool-sets.js';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const SERVER = [process.execPath, here('../test/fixtures/toolbox-server.mjs'), 'read_file'];
const peers = toolSet('peers');
/** Time of children is counted in hundredths of a second, so several runs together. */
const TIMES = 3;

/** The same two errands at each command line: what does this server offer, and call its tool. */
interface CommandLine {
  readonly name: string;
  readonly list: readonly string[];
  readonly call: readonly string[];
}

function commandLines(): readonly [CommandLine, ...CommandLine[]] {
  const cpe = bundledSource(here('../src/bin/cpe.ts'));
  const mcporter = peers.path('mcporter/dist/cli.js');
  const inspector = [peers.path('@modelcontextprotocol/inspector/clients/launcher/build/index.js'), '--cli', ...SERVER];
  const stdio = ['--stdio', SERVER.join(' ')];
  return [
    {
      name: 'cpe',
      list: [cpe, 'mcp', 'list-tools', 'box'],
      call: [cpe, 'mcp', 'call-tool', 'box/read_file', 'path=a'],
    },
    {
      name: 'mcporter',
      list: [mcporter, 'list', ...stdio],
      call: [mcporter, 'call', ...stdio, 'read_file', 'path=a'],
    },
    {
      name: 'the Inspector',
      list: [...inspector, '--method', 'tools/list'],
      call: [...inspector, '--method', 'tools/call', '--tool-name', 'read_file', '--tool-arg', 'path=a'],
    },
  ];
}

/** Milliseconds of computing of the children that this process has waited for, theirs included. */
function childMillis(): number {
  // After the command in parentheses, fields 16 and 17 of the line are the children's time in hundredths of a second.
  const fields = readFileSync('/proc/self/stat', 'latin1').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

async function millisOf(words: readonly string[], cwd: string): Promise<number> {
  const before = childMillis();
  for (let time = 0; time < TIMES; time += 1) {
    const child = spawn(process.execPath, words, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`${words.slice(0, 3).join(' ')} ended with ${code}`);
  }
  return (childMillis() - before) / TIMES;
}

/** Rounds alternate, and the best of each is taken, because noise only ever adds. */
async function compare(errand: 'list' | 'call', rounds: number, cwd: string): Promise<BenchRow[]> {
  const lines = commandLines();
  const best = lines.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, line] of lines.entries())
      best[index] = Math.min(best[index] ?? 0, await millisOf(line[errand], cwd));
  }
  const [ours = 0, ...others] = best;
  return others.map((baseline, index) => ({
    name: `command line: CPU of one ${errand} over ${lines[index + 1]?.name}, the server's own included`,
    ours,
    baseline,
    ratio: ours / baseline,
    unit: 'ms',
    target: '<= 1',
    dominatedBy: 'starting Node twice and loading the protocol library',
  }));
}

/** Needs Linux, which tells the time of children, and `node scripts/tools.mjs peers`. */
export async function benchCases({ quick }: BenchOptions): Promise<BenchRow[]> {
  if (peers.absent || !existsSync('/proc/self/stat')) return [];
  const folder = mkdtempSync(join(tmpdir(), 'cpe-bench-'));
  const [command, ...args] = SERVER;
  const config = { version: '1.0', mcpServers: { box: { type: 'stdio', command, args } } };
  writeFileSync(join(folder, 'cpe.yaml'), JSON.stringify(config));
  try {
    const rounds = quick ? 2 : 5;
    return [...(await compare('list', rounds, folder)), ...(await compare('call', rounds, folder))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
