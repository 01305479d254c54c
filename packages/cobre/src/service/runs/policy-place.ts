import { readdir } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { Fault } from '@quadrivium/kernel/fault';
import { type LinkedFolders, type OutputFolder, type PolicyPlace, replaced } from '../../results/index.js';
import { openedFolder } from '../files/told-writing.js';

/**
 * Where a run writes its policy: below its output directory, where a link leads that was there when it began, or, on the
 * command line, anywhere else.
 */
export async function policyPlace(
  output: OutputFolder,
  links: LinkedFolders,
  path: string,
): Promise<PolicyPlace & { close(): Promise<void> }> {
  const directory = resolve(output.path, path);
  await requireOwnFolder(output.path, directory, path);
  const inside = relative(output.path, directory);
  const target = links.get(inside.split(sep).join('/'));
  if (target === undefined && !inside.startsWith('..') && inside !== '') {
    const parent = dirname(inside);
    const folder = parent === '.' ? output : await output.folder(parent.split(sep).join('/'));
    return { folder, name: basename(inside), close: async () => {} };
  }
  const place = target ?? directory;
  const folder = await openedFolder(dirname(place));
  if (target !== undefined && folder.path !== dirname(target)) throw replaced(join(output.path, inside));
  return { folder, name: basename(place), close: () => folder.close() };
}

/** What a policy consists of, in every layout that is written here or was written by the original. */
const ofPolicies: ReadonlySet<string> = new Set([
  ...['cuts', 'basis', 'states', 'continuation'],
  ...['metadata.json', 'manifest.bin', 'history.parquet'],
]);

/**
 * A policy takes the place of what is there, so that may only be another policy: not the results, not a folder around them,
 * and nothing with files of somebody else in it.
 */
async function requireOwnFolder(output: string, directory: string, asked: string): Promise<void> {
  const around = relative(directory, output);
  if (!around.startsWith('..') && !isAbsolute(around)) {
    throw refusal(asked, 'is the output directory or lies above it', null);
  }
  const entries = await readdir(directory).catch(() => []);
  const [foreign] = entries.filter((name) => !ofPolicies.has(name));
  if (foreign !== undefined) throw refusal(asked, `holds '${foreign}', which is no part of a policy`, foreign);
}

function refusal(path: string, why: string, found: string | null): Fault<'IncompatibleSettings'> {
  return new Fault('IncompatibleSettings', `policy.path '${path}' ${why}`, {
    context: { settings: ['policy.path'], detail: why, found },
    suggestion: 'Give the policy a folder of its own below the output directory, such as ./policy.',
  });
}
