/** Workers as people start them: processes of their own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const program = join(import.meta.dirname, '../../src/bin/cobre.ts');
const fromSources = ['--conditions=quadrivium-source', '--import', 'tsx'];

export interface WorkerProcess {
  readonly process: ChildProcess;
  /** What it has said so far. */
  said(): string;
  /** Kept when it has said something. */
  says(words: string): Promise<void>;
  /** Its exit code, when it has ended by itself. */
  ended(): Promise<number | null>;
  kill(signal?: NodeJS.Signals): Promise<void>;
}

/** A program of cobre with these words. */
export function startCobre(words: readonly string[], before: readonly string[] = []): WorkerProcess {
  const [command, ...rest] = [...before, process.execPath, ...fromSources, program, ...words];
  const child = spawn(command!, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream!.on('data', (chunk: Buffer) => {
      text += chunk;
      child.emit('said');
    });
  // A process may have ended before all that it said was read.
  let over = false;
  child.once('close', () => {
    over = true;
  });
  return {
    process: child,
    said: () => text,
    async says(words) {
      while (!text.includes(words)) {
        if (over) throw new Error(`It ended instead of saying '${words}':\n${text}`);
        await Promise.race([once(child, 'said'), once(child, 'close')]);
      }
    },
    async ended() {
      if (!over) await once(child, 'close');
      return child.exitCode;
    },
    async kill(signal = 'SIGKILL') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    },
  };
}

export async function startWorkerAt(url: string, threads = 1, more: readonly string[] = []): Promise<WorkerProcess> {
  const worker = startCobre(['worker', '--nats', url, '--threads', String(threads), ...more]);
  await worker.says('waits for work');
  return worker;
}
