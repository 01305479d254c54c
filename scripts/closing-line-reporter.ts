import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { requirements } from '../test/requirements.js';
import { removeBundles } from '../test/support/bundled-source.js';
import atLength from '../test/support/tests-at-length.json' with { type: 'json' };
import { cpuLines } from './cpu-lines.js';
import { type Judged, judge, type RanTest, type Run, requirementTable } from './requirement-verdicts.js';
import { sampleLines } from './sample-lines.js';

const root = new URL('..', import.meta.url).pathname;
/** Whoever runs this file, alone or with all others, asks how the requirements stand. */
const TABLE_FILE = 'test/requirements.test.ts';

/**
 * Ends every test run with what it says about the requirements, and with the one line CI reads: `N passed, N failed, N
 * skipped`. A requirement is proved when the tests it names ran here and passed. One whose file ran without them, as
 * after a renaming, fails the run: no test of its own says so, therefore it is counted here.
 */
export class ClosingLineReporter implements Reporter {
  readonly #folder = mkdtempSync(join(tmpdir(), 'quadrivium-samples-'));

  /** The processes that run tests inherit the name, and write down there what they sample. */
  onInit(): void {
    process.env.TEST_SAMPLES = join(this.#folder, 'samples');
    if (process.env.TEST_CPU === '1') process.env.TEST_CPU = join(this.#folder, 'cpu');
  }

  /** Test files of one run share the programs that they start (test/support/bundled-source.ts). */
  onTestRunStart(): void {
    process.env.TEST_RUN = randomUUID();
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const run = runOf(modules);
    const missing = reportRequirements(run);
    const count = countOf(run);
    const empty = modules.filter(
      (module) => module.state() === 'failed' && [...module.children.allTests()].length === 0,
    );
    const failed = count.failed + empty.length + unhandledErrors.length + missing;
    const gaps = modules.flatMap((module) =>
      [...module.children.allTests('passed')].filter((test) => test.options.fails),
    );
    removeBundles(process.env.TEST_RUN ?? '');
    for (const line of this.#told()) process.stdout.write(`\n${line}`);
    for (const name of strangers(run))
      process.stdout.write(`\ntest/support/tests-at-length.json: there is no test ${name}`);
    if (gaps.length > 0) process.stdout.write(`\n${gaps.length} of the passed are gaps that are known to fail.`);
    process.stdout.write(`\n${count.passed} passed, ${failed} failed, ${count.skipped} skipped\n`);
  }

  #told(): string[] {
    const read = (name: string): string => {
      const file = join(this.#folder, name);
      return existsSync(file) ? readFileSync(file, 'utf8') : '';
    };
    const [samples, cpu] = [read('samples'), read('cpu')];
    rmSync(this.#folder, { recursive: true, force: true });
    return [...(cpu === '' ? [] : cpuLines(cpu)), ...sampleLines(samples)];
  }
}

/** Tests that are to be left out and have another name by now: they run, though nobody wanted to wait for them. */
function strangers({ files, tests }: Run): string[] {
  const found = new Set(tests.map(({ file, titles }) => `${file} > ${titles.at(-1)}`));
  const named = Object.entries(atLength).filter(([file]) => files.has(file) || !existsSync(join(root, file)));
  return named.flatMap(([file, titles]) =>
    titles.map((title) => `${file} > ${title}`).filter((name) => !found.has(name)),
  );
}

function runOf(modules: readonly TestModule[]): Run {
  const fileOf = ({ moduleId }: TestModule): string => relative(root, moduleId).split(sep).join('/');
  const tests = modules.flatMap((module) =>
    [...module.children.allTests()].flatMap((test): RanTest[] => {
      const { state } = test.result();
      return state === 'pending' ? [] : [{ file: fileOf(module), titles: titlesOf(test), state }];
    }),
  );
  return { files: new Set(modules.map(fileOf)), tests };
}

/** A requirement may name a whole suite. */
function titlesOf(test: TestCase): string[] {
  const titles = [test.name];
  for (let above = test.parent; above.type === 'suite'; above = above.parent) titles.unshift(above.name);
  return titles;
}

function countOf({ tests }: Run): Record<RanTest['state'], number> {
  const count = { passed: 0, failed: 0, skipped: 0 };
  for (const { state } of tests) count[state] += 1;
  return count;
}

/** Tells what there is to tell; the number of tests that requirements name and that do not exist. */
function reportRequirements(run: Run): number {
  const judged = judge(Object.values(requirements).flat(), run);
  const failed = judged.filter(({ verdict }) => verdict === 'failed');
  for (const { row, reasons } of failed) process.stdout.write(`\nrequirement ${row.id}: ${reasons.join('; ')}`);
  if (run.files.has(TABLE_FILE) && judged.length > 0) process.stdout.write(`\n${requirementTable(judged)}\n`);
  const missing = new Set(
    failed.flatMap(({ reasons }: Judged) => reasons.filter((reason) => reason.startsWith('there'))),
  );
  if (missing.size > 0) process.exitCode = 1;
  return missing.size;
}

// Vitest loads reporters given by path through their default export.
// biome-ignore lint/style/noDefaultExport: required by vitest
export default ClosingLineReporter;
