import type { Reporter, TestModule } from 'vitest/node';

/** Ends every test run with the one line CI reads: `N passed, N failed, N skipped`. */
export class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    let expectedFailures = 0;
    for (const module of modules) {
      if (module.state() === 'failed' && [...module.children.allTests()].length === 0) count.failed += 1;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed' || state === 'failed' || state === 'skipped') count[state] += 1;
        if (state === 'passed' && test.options.fails) expectedFailures += 1;
      }
    }
    if (expectedFailures > 0)
      process.stdout.write(`\n${expectedFailures} of the passed are gaps that are known to fail.`);
    process.stdout.write(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`);
  }
}

// Vitest loads reporters given by path through their default export.
// biome-ignore lint/style/noDefaultExport: required by vitest
export default ClosingLineReporter;
