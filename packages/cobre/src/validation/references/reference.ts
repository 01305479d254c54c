import type { EntityId } from '../../case/identity.js';
import { fileOfRegistry } from '../../case/registries.js';
import { type CaseFileKey, caseFiles, type RawCase } from '../../case/registry.js';
import type { RegistryName } from '../../case/registry-index.js';

/** A field that names something declared elsewhere. */
export interface Reference {
  readonly file: CaseFileKey;
  readonly field: string;
  readonly target: RegistryName | 'stages';
  uses(raw: RawCase): Iterable<ReferenceUse>;
}

export interface ReferenceUse {
  /** The entry that refers, for the message; null when it has no id of its own. */
  readonly owner: EntityId | null;
  /** Null and undefined refer to nothing and are fine. */
  readonly value: EntityId | null | undefined;
}

/** The file that declares a target, as messages and contexts name it. */
export function targetFile(target: Reference['target']): string {
  return caseFiles[target === 'stages' ? 'stages' : fileOfRegistry[target]].path;
}

/** A reference held by every entry of a list. */
export function reference<Entry>(
  file: CaseFileKey,
  field: string,
  target: Reference['target'],
  entries: (raw: RawCase) => readonly Entry[] | null | undefined,
  use: (entry: Entry) => readonly [owner: EntityId | null, value: EntityId | null | undefined],
): Reference {
  return {
    file,
    field,
    target,
    *uses(raw) {
      for (const entry of entries(raw) ?? []) {
        const [owner, value] = use(entry);
        yield { owner, value };
      }
    },
  };
}
