/**
 * `npm test` leaves out some tests that start programs or train studies at length, each of which is one of a group of which
 * others stay; `tests-at-length.json` names them, from a measured run. They are skips, and the end of the run counts them.
 * Everything runs in CI, with `--all`, and for whoever names the files to run.
 */
import { relative, sep } from 'node:path';
import type { RunnerTask, RunnerTaskResultPack, RunnerTestFile, RunnerTestSuite } from 'vitest';
import { TestRunner } from 'vitest';
import { everything, tell } from './sampling.js';
import atLength from './tests-at-length.json' with { type: 'json' };

const root = new URL('../..', import.meta.url).pathname;
const named: Readonly<Record<string, readonly string[]>> = atLength;

class SamplingRunner extends TestRunner {
  /** Vitest puts it here before anything is collected. */
  declare onTaskUpdate: (results: RunnerTaskResultPack[], events: []) => Promise<void>;

  async onCollected(files: RunnerTestFile[]): Promise<void> {
    if (everything || process.env.TEST_SAMPLED !== '1') return;
    const left = files.flatMap(leftOut);
    if (left.length === 0) return;
    for (const test of left) {
      test.mode = 'skip';
      test.result = { state: 'skip' };
    }
    files.forEach(skipIfEmpty);
    // A suite that is skipped whole says nothing of its tests, so it is said here.
    const results = left.map(({ id, result, meta }): RunnerTaskResultPack => [id, result, meta]);
    await this.onTaskUpdate(results, []);
  }
}

function leftOut(file: RunnerTestFile): RunnerTask[] {
  const titles = named[relative(root, file.filepath).split(sep).join('/')];
  if (titles === undefined) return [];
  const tests = testsIn(file).filter(({ mode }) => mode === 'run' || mode === 'queued');
  const left = tests.filter(({ name }) => titles.includes(name));
  tell('tests of files with long ones', tests.length - left.length, tests.length);
  return left;
}

function testsIn(suite: RunnerTestSuite): RunnerTask[] {
  return suite.tasks.flatMap((task) => (task.type === 'suite' ? testsIn(task) : [task]));
}

/** Then nothing is prepared for its tests either. */
function skipIfEmpty(suite: RunnerTestSuite): void {
  for (const task of suite.tasks) if (task.type === 'suite') skipIfEmpty(task);
  if (suite.tasks.length > 0 && suite.tasks.every(({ mode }) => mode === 'skip' || mode === 'todo'))
    suite.mode = 'skip';
}

// Vitest loads a runner given by path through its default export.
// biome-ignore lint/style/noDefaultExport: required by vitest
export default SamplingRunner;
