import type { CaseFileSpec } from '../../case/file-spec.js';
import type { CaseFileAccess } from '../../case/read/files.js';
import { csvNames } from '../../case/read/read-case.js';
import { caseFiles } from '../../case/registry.js';
import type { Files } from '../files/files.js';

/** Reads a case through the given files. A path that is refused is an error, never an absent file. */
export function caseAccess(files: Files): CaseFileAccess {
  return {
    isDirectory: async (path) => (await files.stat(path).catch(() => null))?.isDirectory() ?? false,
    async read(path) {
      await files.resolveNew(path);
      return (await files.exists(path)) ? files.readFile(path) : null;
    },
  };
}

/** The bytes of the files of a case by relative name. */
export type CaseBytes = ReadonlyMap<string, Uint8Array>;

/** Takes all known files of a case at once, so that whoever gets the bytes needs no access of its own. */
export async function collectCase(files: Files, directory: string): Promise<CaseBytes> {
  const access = caseAccess(files);
  const names = Object.values(caseFiles).flatMap((spec: CaseFileSpec) => [
    spec.path,
    ...(spec.format === 'parquet' ? [...spec.aliases, ...csvNames([spec.path, ...spec.aliases])] : []),
  ]);
  const found = await Promise.all(
    names.map(async (name) => [name, await access.read(`${directory}/${name}`)] as const),
  );
  return new Map(found.filter((entry): entry is readonly [string, Uint8Array] => entry[1] !== null));
}

/** The same case again, from its bytes. */
export function memoryAccess(directory: string, bytes: CaseBytes): CaseFileAccess {
  return {
    isDirectory: async (path) => path === directory,
    read: async (path) => bytes.get(path.slice(directory.length + 1)) ?? null,
  };
}
