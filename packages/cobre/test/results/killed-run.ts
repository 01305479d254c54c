/** A training that is ended without warning. */
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readPolicyMetadata } from '../../src/index.js';
import { start } from '../cli/program.js';

/** Kills it on two threads once a checkpoint of so many iterations is whole; iterations of the last one that was. */
export async function killedAfterCheckpoint(directory: string, iterations: number): Promise<number> {
  const child = start(['run', directory, '--phases', 'training', '--threads', '2']);
  child.stdout.resume();
  child.stderr.resume();
  const ended = once(child, 'close');
  const reached = () =>
    readPolicyMetadata(join(directory, 'output/policy')).then(
      ({ completed_iterations }) => completed_iterations,
      () => 0,
    );
  while (child.exitCode === null && (await reached()) < iterations) await sleep(10);
  child.kill('SIGKILL');
  await ended;
  return reached();
}
