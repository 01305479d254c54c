/**
 * Runs every benchmark of the repository and prints one table of ratios. Each file in `packages/*\/bench/*.bench.ts` exports
 * `benchCases`, which measures ours and its baseline side by side; a ratio is only ever taken within one run.
 *
 *   npm run bench                   all
 *   npm run bench -- ledger append  those whose path contains both words
 *   npm run bench -- --quick        fewer rounds, where a benchmark knows how
 *   npm run bench -- --json         machine, rows and failures as JSON
 */
import { fork } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { BenchCases, BenchOptions, BenchRow } from '../bench/row.js';
import { tableOf } from '../bench/table.js';

const self = fileURLToPath(import.meta.url);
const root = dirname(dirname(self));

function benchFiles(filters: readonly string[]): string[] {
  const packages = readdirSync(join(root, 'packages')).sort();
  return packages
    .map((name) => join(root, 'packages', name, 'bench'))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder)
        .sort()
        .map((name) => join(folder, name)),
    )
    .filter((file) => file.endsWith('.bench.ts'))
    .filter((file) => filters.every((filter) => relative(root, file).includes(filter)));
}

/** A process per file, so that one benchmark's heap and compiled code do not colour the next. */
function measure(file: string, { quick }: BenchOptions): Promise<readonly BenchRow[]> {
  return new Promise((resolve, reject) => {
    const args = ['--measure', file, ...(quick ? ['--quick'] : [])];
    // As JSON, what is no number would come as null, and the table has to show it.
    const child = fork(self, args, {
      execArgv: process.execArgv,
      stdio: ['ignore', 2, 2, 'ipc'],
      serialization: 'advanced',
    });
    child.once('message', (rows) => resolve(rows as BenchRow[]));
    child.once('exit', (code) => reject(new Error(`it ended with ${code} before it reported`)));
  });
}

interface Outcome {
  readonly rows: readonly BenchRow[];
  readonly failures: readonly { readonly file: string; readonly message: string }[];
}

/** One benchmark that breaks does not cost the others their rows. */
async function measureAll(files: readonly string[], options: BenchOptions): Promise<Outcome> {
  const rows: BenchRow[] = [];
  const failures: Outcome['failures'][number][] = [];
  for (const path of files) {
    const file = relative(root, path);
    const startedAt = performance.now();
    process.stderr.write(`measuring ${file} ... `);
    try {
      rows.push(...(await measure(path, options)));
    } catch (error) {
      failures.push({ file, message: (error as Error).message });
    }
    process.stderr.write(`${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`);
  }
  return { rows, failures };
}

/** The ratios of a table belong to one machine, and its load at the start says how far to trust them. */
function machineOf() {
  const [processor] = cpus();
  return {
    cores: cpus().length,
    processor: processor?.model ?? 'unknown processor',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    node: process.version,
    load: Number((loadavg()[0] ?? 0).toFixed(1)),
  };
}

async function main(filters: readonly string[], options: BenchOptions & { readonly json: boolean }): Promise<void> {
  const machine = machineOf();
  const { rows, failures } = await measureAll(benchFiles(filters), options);
  if (options.json) {
    process.stdout.write(`${JSON.stringify({ machine, quick: options.quick, rows, failures }, null, 2)}\n`);
  } else {
    const { cores, processor, memoryGiB, system, node, load } = machine;
    const quick = options.quick ? ', quick' : '';
    process.stdout.write(
      `${cores} x ${processor}, ${memoryGiB} GiB, ${system}, Node ${node}, load ${load}${quick}\n\n`,
    );
    process.stdout.write(`${tableOf(rows)}\n`);
    for (const { file, message } of failures) process.stdout.write(`\n${file} failed: ${message}\n`);
  }
  if (failures.length > 0) process.exitCode = 1;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { measure: { type: 'string' }, quick: { type: 'boolean' }, json: { type: 'boolean' } },
});
const { measure: file, quick = false, json = false } = values;
if (file === undefined) await main(positionals, { quick, json });
else {
  const { benchCases } = (await import(pathToFileURL(file).href)) as { benchCases: BenchCases };
  process.send?.(await benchCases({ quick }), () => process.exit(0));
}
