import { join, resolve, sep } from 'node:path';
import { isObject } from '@quadrivium/kernel/essentials';
import { Fault } from '@quadrivium/kernel/fault';
import { parseJsonBytes } from '../../case/read/json-text.js';
import type { LinkedFolders } from '../../results/index.js';
import type { CaseBytes } from '../cases/case-access.js';
import { type JsonRecord, recordAt } from '../cases/case-json.js';
import type { Files } from '../files/files.js';
import type { Place } from '../files/place.js';
import type { Phases } from './run-messages.js';

/**
 * Makes sure that everything a run will read or write lies where it may: the output directory, links inside it, the
 * policy directory and the boundary policy that the settings name. Returns the canonical output directory and where its
 * links lead.
 */
export async function checkRunPaths(
  files: Files,
  place: Place,
  bytes: CaseBytes,
  phases: Phases | undefined,
): Promise<{ readonly output: string; readonly links: LinkedFolders }> {
  const policy = recordAt(configOf(bytes), 'policy');
  await checkBoundary(files, place, policy);
  await checkPolicy(files, place, policy, phases);
  const output = await files.mkdir(join(place.asked, 'output'));
  return { output, links: await linksIn(files, join(place.asked, 'output')) };
}

/** A config that cannot be read is reported by validation, in the thread of the run. */
function configOf(bytes: CaseBytes): JsonRecord {
  const parsed = parseJsonBytes(bytes.get('config.json') ?? new Uint8Array());
  return parsed.ok && isObject(parsed.value) ? parsed.value : {};
}

async function checkBoundary(files: Files, place: Place, policy: JsonRecord): Promise<void> {
  const { path } = recordAt(policy, 'boundary');
  if (typeof path === 'string') await files.resolveNew(resolve(place.asked, path));
}

async function checkPolicy(files: Files, place: Place, { path }: JsonRecord, phases?: Phases): Promise<void> {
  if (typeof path !== 'string') return;
  const output = resolve(place.path, 'output');
  await files.resolveNew(resolve(output, path));
  if (phases === 'simulation' || resolve(output, path).startsWith(output + sep)) return;
  throw new Fault('IncompatibleSettings', `policy.path '${path}' leads out of the output directory`, {
    context: { settings: ['policy.path'], detail: 'Training writes the policy only below the output directory.' },
    suggestion: 'Use a path such as ./policy.',
  });
}

/** Deep enough for everything a run writes; `simulation/` is made anew by every run and so not looked into. */
const deepest = 3;

/** Folders of an output directory that are links, and where they lead; what leads out of the allowed places is refused. */
export async function linksIn(files: Files, directory: string): Promise<LinkedFolders> {
  const links = new Map<string, string>();
  const look = async (inside: string, depth: number): Promise<void> => {
    for (const entry of await files.entries(join(directory, inside))) {
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
      if (entry.isSymbolicLink()) await note(path);
      const enters = entry.isDirectory() && depth < deepest && path !== 'simulation';
      if (enters) await look(path, depth + 1);
    }
  };
  const note = async (path: string): Promise<void> => {
    const target = await files.resolve(join(directory, path));
    if ((await files.stat(join(directory, path))).isDirectory()) links.set(path, target);
  };
  if (await files.exists(directory)) await look('', 0);
  return links;
}
