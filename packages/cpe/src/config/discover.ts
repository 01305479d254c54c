import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cpeFault } from '../faults.js';

/** The part of a machine that a configuration depends on. */
export interface ConfigWorld {
  readonly cwd: string;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Undefined when there is no such file; throws when it exists and cannot be read. */
  readText(path: string): string | undefined;
}

const FILE_NAMES = ['cpe.yaml', 'cpe.yml', 'cpe.json'];

/** The first configuration file there is: the one asked for, one in the working directory, or the user's own. */
export function discover(world: ConfigWorld, explicit?: string): { readonly path: string; readonly text: string } {
  const found = foundConfig(world, explicit);
  if (found !== undefined) return found;
  if (explicit !== undefined)
    throw cpeFault('ConfigMissing', `The configuration file ${explicit} does not exist.`, {
      context: { path: explicit },
    });
  const places = [join(world.cwd, 'cpe.yaml'), join(userFolder(world), 'cpe.yaml')];
  throw cpeFault('ConfigMissing', 'There is no configuration file.', {
    context: { looked: candidates(world) },
    suggestion: `Create ${places.join(' or ')}, name one with --config, or run cpe mcp import.`,
  });
}

/** The same, or undefined where there is none. */
export function foundConfig(world: ConfigWorld, explicit?: string): { path: string; text: string } | undefined {
  for (const path of explicit === undefined ? candidates(world) : [explicit]) {
    const text = readable(world, path);
    if (text !== undefined) return { path, text };
  }
  return undefined;
}

/** A file that is there and cannot be read is not the same as none. */
function readable(world: ConfigWorld, path: string): string | undefined {
  try {
    return world.readText(path);
  } catch (error) {
    throw cpeFault('ConfigMissing', `The configuration file ${path} cannot be read: ${(error as Error).message}`, {
      context: { path },
    });
  }
}

function candidates(world: ConfigWorld): string[] {
  return [world.cwd, userFolder(world)].flatMap((folder) => FILE_NAMES.map((name) => join(folder, name)));
}

/** `cpe` in the place where the system keeps configurations. */
export function userFolder({ platform, home, env }: ConfigWorld): string {
  if (platform === 'win32') return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'cpe');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'cpe');
  return join(env.XDG_CONFIG_HOME || join(home, '.config'), 'cpe');
}

/** `cpe` in the place where the system keeps what can be made again. */
export function cacheFolder({ platform, home, env }: ConfigWorld): string {
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'cpe', 'cache');
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'cpe');
  return join(env.XDG_CACHE_HOME || join(home, '.cache'), 'cpe');
}

/** `cpe` in the place where the system keeps what people did, such as the lines they typed. */
export function stateFolder({ platform, home, env }: ConfigWorld): string {
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'cpe', 'state');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'cpe', 'state');
  return join(env.XDG_STATE_HOME || join(home, '.local', 'state'), 'cpe');
}

/** The text of a real file, as a `ConfigWorld` gives it. */
export function readTextFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
