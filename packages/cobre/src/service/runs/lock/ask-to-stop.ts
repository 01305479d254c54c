import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '@quadrivium/kernel/fault';
import type { Files } from '../../files/files.js';
import { lockName, parseHolder, stopName } from './lock-file.js';

/** A run listens four times a second, on a busy machine less often; the call that waits has ten seconds. */
const patienceMs = 8000;
const lookEveryMs = 100;

/** Asks a run of another process to stop; resolves when it has heard, and says so when nobody hears. */
export async function askToStop(files: Files, output: string, runId: string): Promise<void> {
  const read = (name: string) => textOf(files, join(output, name));
  const holder = parseHolder(await read(lockName));
  // Whoever does not hold the lock has ended.
  if (holder?.run_id !== runId) return;
  await files.writeFileAtomic(join(output, stopName), `${runId}\n`);
  // By the clock: on a busy machine every look takes longer than the time between two of them.
  const end = performance.now() + patienceMs;
  while (performance.now() < end) {
    await sleep(lookEveryMs);
    if ((await read(stopName)).trim() !== runId) return;
  }
  await files.removeFile(join(output, stopName)).catch(() => {});
  const { pid, host } = holder.owner;
  throw new Fault('RunInProgress', `The run could not be cancelled: process ${pid} on ${host} does not answer`, {
    context: { run_id: runId, pid, host, since: holder.since },
    suggestion: 'Cancel it through the server that started it, or end that process; its last checkpoint is kept.',
  });
}

/** Empty where there is no such file, also when the run takes it away while it is being opened. */
async function textOf(files: Files, path: string): Promise<string> {
  if (!(await files.exists(path))) return '';
  try {
    return (await files.readFile(path)).toString('utf8');
  } catch (cause) {
    if (await files.exists(path)) throw cause;
    return '';
  }
}
