/** Every public package as a tarball, installed into an empty project that knows nothing of this repository. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npm, packTarballs } from '../../scripts/pack/tarballs.js';
import { plainEnvironment } from './bundled-binaries.js';

export interface Project {
  readonly folder: string;
  /** Where the tarballs lie that it was installed from. */
  readonly tarballs: string;
  /** Runs a program with those of the project first on the path, as `npx` would. */
  run(program: string, ...args: string[]): Promise<{ readonly status: number | null; readonly output: string }>;
}

export function installEverything(): Project {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'quadrivium-packages-')));
  const [tarballs, folder] = [join(base, 'tarballs'), join(base, 'project')];
  for (const path of [tarballs, folder]) mkdirSync(path);
  const files = packTarballs(tarballs);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  npm(['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', ...files], folder);
  const env = { ...plainEnvironment(folder, join(folder, 'node_modules/.bin')), MOCK_KEY: 'not a secret' };
  return { folder, tarballs, run: (program, ...args) => finished(spawn(program, args, { cwd: folder, env })) };
}

/** Not blocking: some tests answer the program from this process. */
function finished(child: ChildProcessWithoutNullStreams): Promise<{ status: number | null; output: string }> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  child.stdin.end();
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, output }));
  });
}
