import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../../src/bin/cobre.ts', import.meta.url));

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the real program in a process of its own. */
export async function cobre(...args: readonly string[]): Promise<Ended> {
  const flags = ['--conditions=quadrivium-source', '--import', 'tsx', source];
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '' };
  const child = spawn(process.execPath, [...flags, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env });
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

/** A directory that disappears with the test process. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'cobre-cli-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
