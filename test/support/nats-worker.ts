import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

const program = join(import.meta.dirname, '../../packages/cobre/bundle/cobre.js');

export interface BundledWorker {
  /** Under which it is listed. */
  readonly name: string;
  stop(): Promise<void>;
}

/** `cobre worker` as it is shipped, when it waits for work. */
export async function startBundledWorker(url: string): Promise<BundledWorker> {
  const words = ['worker', '--nats', url, '--threads', '1'];
  const child = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  return { name: await nameOf(child), stop: () => ended(child) };
}

function nameOf(child: ChildProcess): Promise<string> {
  let text = '';
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        text += chunk;
        const name = /(\S+) waits for work/.exec(text)?.[1];
        if (name !== undefined) resolve(name);
      });
    child.once('exit', (code) => reject(new Error(`cobre worker ended with ${code}: ${text}`)));
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}
