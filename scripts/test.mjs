/**
 * Runs all tests; `--all` without sampling, `--cpu` with what the dearest files cost, and further arguments go to vitest. Services that are missing are visible skips,
 * except in CI.
 */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureTools, onlyOnRequest, toolSets } from './tools.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Third-party peers are worth a minute in CI; elsewhere the tests that need them say how to get them. */
const inCi = Object.keys(toolSets).filter((set) => !onlyOnRequest.includes(set));
if (process.env.CI) for (const set of inCi) ensureTools(set);

const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const own = ['--all', '--cpu'];
const given = process.argv.slice(2);
const forVitest = given.filter((argument) => !own.includes(argument));
// Whoever names files wants all of their tests.
const isWhole = forVitest.every((argument) => argument.startsWith('-'));
const { status } = spawnSync(process.execPath, [vitest, 'run', ...forVitest], {
  cwd: root,
  stdio: 'inherit',
  // Programs are built by now; without TEST_ALL what is exhaustive is sampled (test/support/).
  env: {
    ...process.env,
    TEST_BUILT: '1',
    ...(given.includes('--all') ? { TEST_ALL: '1' } : isWhole ? { TEST_SAMPLED: '1' } : {}),
    ...(given.includes('--cpu') ? { TEST_CPU: '1' } : {}),
  },
});
process.exit(status ?? 1);
