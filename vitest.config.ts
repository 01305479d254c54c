import { defineConfig } from 'vitest/config';

/** Packages are tested from their sources: the condition picks `src/` where Node would pick `dist/`. */
const conditions = ['quadrivium-source', 'node', 'import', 'module', 'default'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts', 'examples/**/*.test.ts'],
    reporters: ['default', './scripts/closing-line-reporter.ts'],
    setupFiles: ['./test/support/fixed-seed.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Many tests wait for other processes, so one test file per core keeps the machine busy.
    maxWorkers: '100%',
  },
});
