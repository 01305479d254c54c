import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll } from 'vitest';

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Below the package, so that what stays outside a bundle is found. */
const directory = file(`../../dist/test-cli-${process.pid}-${randomUUID()}`);

type Program = 'cobre' | 'cobre-mcp';

const workers = ['service/runs/run', 'sddp/threads/pass', 'simulation/scenario', 'reader/reader'].map((name) =>
  file(`../../src/${name}.worker.ts`),
);

const builds = new Map<Program, Promise<unknown>>();

/** A program as a file, as people get it, which starts ten times faster than its sources; made when first needed. */
export async function bundled(name: Program): Promise<string> {
  const outdir = join(directory, name);
  const building =
    builds.get(name) ??
    build({
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      conditions: ['quadrivium-source'],
      external: ['highs', '@duckdb/node-api', '@resvg/resvg-js'],
      banner: { js: "import { createRequire as r } from 'node:module'; const require = r(import.meta.url);" },
      logLevel: 'error',
      entryPoints: [file(`../../src/bin/${name}.ts`), ...workers],
      entryNames: '[name]',
      outdir,
    });
  builds.set(name, building);
  await building;
  return join(outdir, `${name}.js`);
}

/** Starts the real program in a process of its own. */
export async function start(args: readonly string[]): Promise<ChildProcessWithoutNullStreams> {
  const program = await bundled('cobre');
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '' };
  return spawn(process.execPath, [program, ...args], { stdio: 'pipe', env });
}

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs it to its end. */
export async function cobre(...args: readonly string[]): Promise<Ended> {
  const child = await start(args);
  child.stdin.end();
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, out, err };
}

/** The envelope of an answer in JSON. */
export async function answerOf(...args: readonly string[]) {
  const { code, out } = await cobre(...args, '--output-format', 'json');
  return { code, envelope: JSON.parse(out) };
}

const temporary = [directory];

afterAll(() => {
  for (const path of temporary) rmSync(path, { recursive: true, force: true });
});

/** A directory that disappears with the tests of the file. */
export function temporaryDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'cobre-cli-'));
  temporary.push(path);
  return path;
}
