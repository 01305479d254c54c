import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

/** Packages are tested from their sources: the condition picks `src/` where Node would pick `dist/`. */
const conditions = ['quadrivium-source', 'node', 'import', 'default'];

/** They change what a process has once (modules, listeners) or count it, so each has a process of its own. */
const apart = [
  ...['examples/**/*.test.ts', '**/newcomer.test.ts'],
  'packages/cobre/test/results/lock.test.ts',
  'packages/kernel/test/serve/stray-errors.test.ts',
  'packages/portarium/test/http/cards-everywhere.test.ts',
];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    reporters: ['default', './scripts/closing-line-reporter.ts'],
    runner: './test/support/sampling-runner.ts',
    setupFiles: ['./test/support/cpu-meter.ts', './test/support/fixed-seed.ts'],
    // These only end what hangs. No test may fail because the machine is busy, so they are far beyond what one takes.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    pool: 'forks',
    // Many tests wait for other processes: with three files on two cores a run of CI kept half of the machine busy.
    // A number, because vitest takes more than 100 % for 100 %.
    maxWorkers: 2 * availableParallelism(),
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['{test,packages/*/test}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...apart],
          // Loading the sources anew took a third of the CPU of the files themselves. CI pays it: nothing leaks there.
          isolate: Boolean(process.env.CI),
          setupFiles: ['./test/support/fresh-test-modules.ts'],
        },
      },
      { extends: true, test: { name: 'apart', include: apart } },
    ],
  },
});
