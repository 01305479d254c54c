import { join } from 'node:path';
import type { ConfigWorld } from '../../src/config/discover.js';
import { type LoadedConfig, loadConfig } from '../../src/config/load.js';
import type { Fault } from '../../src/faults.js';

export interface Machine {
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly platform?: NodeJS.Platform;
}

/** A machine with these files and variables, and nothing else. */
export function machine({ files = {}, env = {}, platform = 'linux' }: Machine): ConfigWorld {
  return { cwd: '/here', home: '/home/ana', platform, env, readText: (path) => files[path] };
}

/** Loads a `cpe.yaml` with this text. */
export function load(text: string, rest: Machine = {}): LoadedConfig {
  return loadConfig(machine({ ...rest, files: { ...rest.files, [join('/here', 'cpe.yaml')]: text } }));
}

/** The lines of the complaint about a text. */
export function problemsOf(text: string, rest: Machine = {}): string[] {
  return faultOf(() => load(text, rest)).message.split('\n');
}

export function faultOf(work: () => unknown): Fault {
  try {
    work();
  } catch (error) {
    return error as Fault;
  }
  throw new Error('No fault.');
}
