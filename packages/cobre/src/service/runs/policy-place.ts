import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { type LinkedFolders, OutputFolder, type PolicyPlace, replaced } from '../../results/index.js';

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
  const inside = relative(output.path, directory);
  const target = links.get(inside.split(sep).join('/'));
  if (target === undefined && !inside.startsWith('..') && inside !== '') {
    const parent = dirname(inside);
    const folder = parent === '.' ? output : await output.folder(parent.split(sep).join('/'));
    return { folder, name: basename(inside), close: async () => {} };
  }
  const place = target ?? directory;
  const folder = await OutputFolder.open(dirname(place));
  if (target !== undefined && folder.path !== dirname(target)) throw replaced(join(output.path, inside));
  return { folder, name: basename(place), close: () => folder.close() };
}
