import { type ChildProcess, spawn } from 'node:child_process';
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
let server: ChildProcess;
let url: string;

interface Verdict {
  readonly required: readonly string[];
  readonly beyond: readonly string[];
  readonly failed: readonly string[];
  readonly output: string;
}

/** Runs the frozen requirement set of a revision, and with it the extensions and drafts that the suite does not score. */
async function runSuite(revision: string): Promise<Verdict> {
  const args = ['server', '--url', url, '--requirements', revision];
  const suite = spawn(join(tools, 'node22/bin/node'), [join(tools, '.bin/conformance'), ...args], { cwd: folder });
  let output = '';
  for (const stream of [suite.stdout, suite.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  await once(suite, 'close');
  const [all = '', unscored = ''] = output.split('=== SUMMARY ===').at(-1)?.split('Not scored for') ?? [];
  const named = (text: string, mark: string): string[] =>
    [...text.matchAll(new RegExp(`${mark} ([\\w-]+)`, 'g'))].map((match) => match[1] ?? '');
  const beyond = named(unscored, '✓');
  const required = named(all, '✓').filter((name) => !beyond.includes(name));
  return { required, beyond, failed: named(all, '✗'), output };
}

describe.skipIf(absent)('the official conformance suite', () => {
  beforeAll(async () => {
    const bundle = join(folder, 'conformance-server.mjs');
    await build({
      entryPoints: [fileURLToPath(new URL('./conformance-server.ts', import.meta.url))],
      outfile: bundle,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      conditions: ['quadrivium-source'],
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
      logLevel: 'error',
    });
    server = spawn(process.execPath, [bundle], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(server.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
    url = (JSON.parse(line.toString()) as { url: string }).url;
  });

  afterAll(async () => {
    if (server?.exitCode === null) {
      server.kill();
      await once(server, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  });

  /** The counts are those of `conformance list --requirements <revision>`: scenarios that count, and those beyond. */
  test.each([
    ['2025-11-25', 30, 3],
    ['2026-07-28', 37, 13],
  ])(
    'finds nothing to fault in our server under revision %s, in %i required scenarios and %i beyond them',
    async (revision, required, beyond) => {
      const verdict = await runSuite(revision);
      expect(verdict.failed, verdict.output).toEqual([]);
      expect([verdict.required.length, verdict.beyond.length], verdict.output).toEqual([required, beyond]);
    },
    300_000,
  );
});
