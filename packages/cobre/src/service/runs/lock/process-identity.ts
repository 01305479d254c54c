/**
 * Which process somebody is, so that it can be told whether it still runs. A number alone is given away again after a
 * while and after every start of the machine; together with the time the process began, and with the machine's own
 * identity since it started, it is not.
 */
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import * as z from 'zod';

export const processIdentity = z.object({
  pid: z.int(),
  host: z.string(),
  /** New with every start of the machine; null where the system does not tell. */
  boot: z.string().nullable(),
  /** Containers count processes for themselves. */
  namespace: z.string().nullable(),
  /** When the process began, in the words of the system. */
  began: z.string().nullable(),
});

export type ProcessIdentity = z.output<typeof processIdentity>;

export function thisProcess(): ProcessIdentity {
  return {
    pid: process.pid,
    host: hostname(),
    boot: told(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    namespace: told(() => readlinkSync('/proc/self/ns/pid')),
    began: beginningOf(process.pid),
  };
}

/** `elsewhere` is a machine or container whose processes cannot be seen from here. */
export type Standing = 'runs' | 'gone' | 'elsewhere';

export function standingOf(other: ProcessIdentity, here: ProcessIdentity = thisProcess()): Standing {
  const sameBoot = other.boot !== null && other.boot === here.boot;
  if (other.host !== here.host && !sameBoot) return 'elsewhere';
  if (other.boot !== here.boot) return 'gone';
  if (other.namespace !== here.namespace) return 'elsewhere';
  if (!isThere(other.pid)) return 'gone';
  return other.began === null || other.began === beginningOf(other.pid) ? 'runs' : 'gone';
}

/** Whether any process has this number. */
export function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It is there, but belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function beginningOf(pid: number): string | null {
  // Elsewhere only a program could tell, and none is started here: there the number alone has to do.
  if (process.platform !== 'linux') return null;
  // Behind the name of the program, which may hold anything, field 22 of `man 5 proc` is the twentieth.
  return told(() => readFileSync(`/proc/${pid}/stat`, 'utf8').split(')').at(-1)!.trim().split(' ')[19] ?? null);
}

function told<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
