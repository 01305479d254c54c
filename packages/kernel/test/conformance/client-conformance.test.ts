import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** The official suite, fetched by `node scripts/tools.mjs conformance`; it needs the Node 22 that lies beside it. */
const tools = fileURLToPath(new URL('../../../../.tools/conformance/node_modules/', import.meta.url));
const absent = !existsSync(join(tools, 'node22'));
if (absent && process.env.CI) throw new Error('CI needs the conformance suite: node scripts/tools.mjs conformance');

const folder = mkdtempSync(join(tmpdir(), 'quadrivium-conformance-'));
const bundle = join(folder, 'conformance-client.mjs');

interface Verdict {
  readonly exitCode: number;
  readonly output: string;
}

/** The limit is generous, because a busy machine is no fault of the client. */
async function conformance(...which: readonly string[]): Promise<Verdict> {
  const args = ['client', '--command', `${process.execPath} ${bundle}`, '--timeout', '180000', ...which];
  const suite = spawn(join(tools, 'node22/bin/node'), [join(tools, '.bin/conformance'), ...args], { cwd: folder });
  let output = '';
  for (const stream of [suite.stdout, suite.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const [exitCode] = (await once(suite, 'close')) as [number];
  return { exitCode, output };
}

async function runSuite(revision: string): Promise<{ output: string; failed: string[]; passed: number }> {
  const { output } = await conformance('--requirements', revision);
  const summary = output.split('=== SUITE SUMMARY ===').at(-1) ?? '';
  const [scored = '', unscored = ''] = summary.split('Not scored for');
  const failing = (text: string): string[] => [...text.matchAll(/✗ (\S+?):? /g)].map((match) => match[1] ?? '');
  const failed = failing(scored).filter((name) => !failing(unscored).includes(name));
  return { output, failed, passed: (summary.match(/✓ \S+: \d+ passed, 0 failed/g) ?? []).length };
}

/** The suite runs all scenarios at once and some have limits of their own; what fails for that reason passes alone. */
async function failingAlone(revision: string, scenarios: readonly string[]): Promise<string[]> {
  const failing: string[] = [];
  for (const scenario of scenarios) {
    const { exitCode, output } = await conformance('--scenario', scenario, '--spec-version', revision);
    if (exitCode !== 0) failing.push(`${scenario}: ${output}`);
  }
  return failing;
}

describe.skipIf(absent)('the official conformance suite', () => {
  beforeAll(async () => {
    await build({
      entryPoints: [fileURLToPath(new URL('./conformance-client.ts', import.meta.url))],
      outfile: bundle,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      conditions: ['quadrivium-source'],
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    });
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The counts are those of the frozen requirement sets: `conformance list --requirements <revision>`. */
  test.each([
    ['2025-11-25', 18],
    ['2026-07-28', 32],
  ])(
    'finds nothing to fault in our client under revision %s, in %i scenarios',
    async (revision, required) => {
      const { output, failed, passed } = await runSuite(revision);
      expect(await failingAlone(revision, failed)).toEqual([]);
      expect(passed + failed.length, output).toBeGreaterThanOrEqual(required);
    },
    600_000,
  );
});
