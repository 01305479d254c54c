import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { bundledSource } from '../../../../test/support/bundled-source.js';

export const packageFolder = fileURLToPath(new URL('../../', import.meta.url));

/** Runs a TypeScript file of this package in a process of its own, which does not outlive the test. */
export function spawnSource(file: string, args: readonly string[]): ChildProcessWithoutNullStreams {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const child = spawn(process.execPath, [bundledSource(join(packageFolder, file)), ...args], {
    cwd: packageFolder,
    env,
  });
  child.stdout.setEncoding('utf8');
  child.stderr.setEncoding('utf8');
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function finishedProcess(child: ChildProcessWithoutNullStreams): Promise<Finished> {
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}
