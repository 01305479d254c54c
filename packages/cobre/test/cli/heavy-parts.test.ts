import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { newRoot, writeStudy } from '../tools/served.js';

// The program starts from its sources here, which a busy machine does slowly.
vi.setConfig({ testTimeout: 180_000 });

const program = fileURLToPath(new URL('../../src/bin/cobre.ts', import.meta.url));
const hook = `export async function load(url, context, next) {
  (await import('node:fs')).writeSync(2, 'loaded ' + url + '\\n');
  return next(url, context);
}`;
const register = `import { register } from 'node:module'; register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hook)}`)});`;

/** The packages a command loads, as the loader of modules is asked for them. */
function packagesOf(...args: readonly string[]): Set<string> {
  const flags = ['--conditions=quadrivium-source', '--import', 'tsx'];
  const watching = ['--import', `data:text/javascript,${encodeURIComponent(register)}`];
  const { status, stderr } = spawnSync(process.execPath, [...flags, ...watching, program, ...args], {
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  const names = stderr.matchAll(/^loaded file:.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//gm);
  return new Set([...names].map(([, name = '']) => name));
}

const heavy = ['vega', 'vega-lite', '@resvg/resvg-js', '@duckdb/node-api', 'apache-arrow'];
const heavyOf = (packages: ReadonlySet<string>) => heavy.filter((name) => packages.has(name));

test('what a person may never need is not loaded to tell the version or to validate a case', async () => {
  const caseDir = await writeStudy(await newRoot());
  expect(heavyOf(packagesOf('--version'))).toEqual([]);
  const validating = packagesOf('validate', caseDir);
  // The watch itself works: validation reads Parquet.
  expect(validating).toContain('hyparquet');
  expect(heavyOf(validating)).toEqual([]);
});
