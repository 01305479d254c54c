import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Diagnostic, FILE } from './compile.js';

const TIMEOUT_MS = 20_000;
const MAX_OUTPUT = 1_000_000;
const DECLARATIONS = 'tools.d.ts';

/**
 * Strict about what is called and with what; lenient where strictness never finds a wrong call and costs a model a turn:
 * what `catch` catches, and types that are left out (see `IMPLICIT_ANY`). `noResolve` matters for more than speed: without it a
 * program could have the compiler open any file and read parts of it in the diagnostics.
 */
const OPTIONS = [
  ...['--noEmit', '--strict', '--useUnknownInCatchVariables', 'false'],
  ...['--target', 'es2023', '--lib', 'es2023', '--module', 'esnext', '--moduleDetection', 'force', '--noResolve'],
  ...['--types', '', '--skipLibCheck', '--pretty', 'false', '--ignoreConfig'],
];

/** Runs the compiler over a program and the declarations of its tools; the problems of the program only. */
export async function typeCheck(
  compiler: string,
  typescript: string,
  declarations: string,
  signal?: AbortSignal,
): Promise<readonly Diagnostic[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cpe-code-'));
  try {
    await writeFile(join(folder, FILE), typescript, { mode: 0o600 });
    await writeFile(join(folder, DECLARATIONS), declarations, { mode: 0o600 });
    return await run(compiler, folder, signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function run(compiler: string, cwd: string, signal: AbortSignal | undefined): Promise<readonly Diagnostic[]> {
  const options = { cwd, env: {}, timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT, ...(signal ? { signal } : {}) };
  return new Promise((resolve, reject) => {
    execFile(compiler, [...OPTIONS, DECLARATIONS, FILE], { ...options, killSignal: 'SIGKILL' }, (error, stdout) => {
      if (error?.name === 'AbortError') return reject(error);
      if (error?.killed) return resolve([{ line: 1, column: 1, message: tooLong }]);
      if (error !== null && typeof error.code !== 'number') return reject(error);
      resolve(diagnosticsIn(stdout));
    });
  });
}

const tooLong = `The type check did not end within ${TIMEOUT_MS / 1000} s; use simpler types.`;

/**
 * Diagnostics about types that were left out. They are dropped here and not switched off there, because with the option
 * off an empty array literal could never be filled.
 */
const IMPLICIT_ANY = /^TS70\d\d$/;

const PLACE = /^main\.ts\((\d+),(\d+)\): error (TS\d+): (.*)$/;

/** Continuation lines are indented; they belong to the diagnostic before them. The first line of the text is ours. */
function diagnosticsIn(stdout: string): Diagnostic[] {
  const found: Diagnostic[] = [];
  let mine = false;
  for (const line of stdout.split('\n')) {
    const place = PLACE.exec(line);
    const last = found.at(-1);
    if (place) {
      const [, at = '1', column = '1', code = '', message = ''] = place;
      mine = !IMPLICIT_ANY.test(code);
      if (mine)
        found.push({ line: Math.max(1, Number(at) - 1), column: Number(column), message: `${message} (${code})` });
    } else if (/^\s/.test(line)) {
      if (mine && last) found[found.length - 1] = { ...last, message: `${last.message}\n${line}` };
    } else mine = false;
  }
  return found;
}
