import type { Case } from '../../src/case/model.js';
import { nodeFileAccess } from '../../src/case/read/files.js';
import { readCase } from '../../src/case/read/read-case.js';
import type { RawCase } from '../../src/case/registry.js';
import { resolveCase } from '../../src/case/resolve/resolve-case.js';
import { sharedCases } from './goldens.js';

/** Reads one of the shipped cases without validating it; `edit` may rewrite JSON files on the way. */
export async function sharedCase(
  name: string,
  edit: (path: string, text: string) => string = (_, text) => text,
): Promise<Case> {
  const { contents } = await readCase(`${sharedCases}${name}`, {
    ...nodeFileAccess,
    async read(path) {
      const bytes = await nodeFileAccess.read(path);
      if (bytes === null || !path.endsWith('.json')) return bytes;
      return new TextEncoder().encode(edit(path, new TextDecoder().decode(bytes)));
    },
  });
  return resolveCase(contents as RawCase);
}
