/**
 * Runs every benchmark of the repository and prints one table of ratios. Each file in `packages/*\/bench/*.bench.ts` exports
 * `benchCases`, which measures ours and its baseline side by side; a ratio is only ever taken within one run.
 *
 *   npm run bench            all
 *   npm run bench -- ledger  those whose path contains "ledger"
 */
import { fork } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { BenchCases, BenchRow } from '../bench/row.js';

const self = fileURLToPath(import.meta.url);
const root = dirname(dirname(self));

function benchFiles(filters: readonly string[]): string[] {
  const folders = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name, 'bench'));
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((file) => file.endsWith('.bench.ts') && filters.every((filter) => file.includes(filter)));
}

/** A process per file, so that one benchmark's heap and compiled code do not colour the next. */
function measure(file: string): Promise<readonly BenchRow[]> {
  return new Promise((resolve, reject) => {
    const child = fork(self, ['--measure', file], { execArgv: process.execArgv, stdio: ['ignore', 2, 2, 'ipc'] });
    child.once('message', (rows) => resolve(rows as BenchRow[]));
    child.once('exit', (code) => reject(new Error(`${basename(file)} ended with ${code} before it reported.`)));
  });
}

function number(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function tableOf(rows: readonly BenchRow[]): string {
  const cells = rows.map((row) => [
    row.name,
    number(row.ours),
    number(row.baseline),
    row.unit,
    row.ratio.toFixed(2),
    row.target ?? '',
  ]);
  return [
    line(['what', 'ours', 'baseline', 'unit', 'ratio', 'target']),
    line(Array(6).fill('---')),
    ...cells.map(line),
  ].join('\n');
}

async function main(args: readonly string[]): Promise<void> {
  const rows: BenchRow[] = [];
  for (const file of benchFiles(args)) {
    process.stderr.write(`measuring ${basename(file, '.bench.ts')} ...\n`);
    rows.push(...(await measure(file)));
  }
  const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`;
  process.stdout.write(`${machine}\n\n${tableOf(rows)}\n`);
}

if (process.argv[2] === '--measure') {
  const { benchCases } = (await import(pathToFileURL(process.argv[3] ?? '').href)) as { benchCases: BenchCases };
  process.send?.(await benchCases(), () => process.exit(0));
} else {
  await main(process.argv.slice(2));
}
