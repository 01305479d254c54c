/**
 * Workers of a benchmark, each bound to its share of a core, so that twice as many have twice as much to compute with even where
 * there are fewer cores than workers. A share is a quota of a control group (version 1 or 2), which only root may set.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const program = fileURLToPath(new URL('../bundle/cobre.js', import.meta.url));
const controllers = '/sys/fs/cgroup';
/** Short, so that a worker is not stopped for longer than a chain of solves takes. */
const periodMicros = 10_000;
/** Of /proc; the same on every Linux that Node runs on. */
const ticksPerSecond = 100;

export interface BoundWorker {
  /** Seconds of CPU so far. */
  cpu(): number;
  stop(): Promise<void>;
}

/** Each with this share of a core; whatever they get where none is given. */
export async function startWorkers(url: string, count: number, share?: number): Promise<BoundWorker[]> {
  return Promise.all(Array.from({ length: count }, (_, k) => startWorker(url, k, share)));
}

async function startWorker(url: string, index: number, share: number | undefined): Promise<BoundWorker> {
  const worker = [program, 'worker', '--nats', url, '--threads', '1'];
  const group = share === undefined ? undefined : makeGroup(`cobre-bench-${process.pid}-${index}`, share);
  const child = spawn(process.execPath, worker, { stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise((resolve) => child.stderr!.once('data', resolve));
  if (group !== undefined) writeFileSync(join(group, 'cgroup.procs'), String(child.pid));
  return { cpu: () => cpuOfProcess(child.pid!), stop: () => stop(child, group) };
}

async function stop(child: ChildProcess, group: string | undefined): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
  if (group !== undefined) rmdirSync(group);
}

/** Whether this user may give processes a share of a core. */
export function canShareCores(): boolean {
  try {
    rmdirSync(makeGroup(`cobre-bench-${process.pid}-probe`, 1));
    return true;
  } catch {
    return false;
  }
}

function makeGroup(name: string, share: number): string {
  const isSecond = existsSync(join(controllers, 'cgroup.controllers'));
  const group = isSecond ? join(controllers, name) : join(controllers, 'cpu', name);
  mkdirSync(group);
  const quota = String(Math.round(share * periodMicros));
  // Ten times the usual weight: whoever else is on the machine should take little of the share.
  const settings = isSecond
    ? { 'cpu.max': `${quota} ${periodMicros}`, 'cpu.weight': '1000' }
    : { 'cpu.cfs_period_us': String(periodMicros), 'cpu.cfs_quota_us': quota, 'cpu.shares': '10240' };
  for (const [name, value] of Object.entries(settings)) writeFileSync(join(group, name), value);
  return group;
}

/** Seconds so far. */
export function cpuOfProcess(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
