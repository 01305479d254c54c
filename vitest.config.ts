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
    // These only end what hangs. No test may fail because the machine is busy, so they are far beyond what one takes.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    pool: 'forks',
    // Many tests wait for other processes: with one file per core a quarter of the machine had nothing to do.
    maxWorkers: '150%',
  },
});
