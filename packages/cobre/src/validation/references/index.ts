import { closestWord } from '@quadrivium/kernel/essentials';
import { asError, asWarning, errorRecord, type Finding } from '../../case/finding.js';
import type { EntityId } from '../../case/identity.js';
import { caseFiles } from '../../case/registry.js';
import { storedName } from '../../case/table/column.js';
import type { Rule, RuleInput } from '../rule.js';
import { correlationReferences } from './correlation-references.js';
import { entityReferences, stageReferences } from './entity-references.js';
import { blockReferences, expressionReferences, nameReferences, parameterReferences } from './expression-references.js';
import { type Reference, type ReferenceUse, targetFile } from './reference.js';

/** Layer 3: every id resolves. */
export const referenceRules: readonly Rule[] = [
  ...[
    ...entityReferences,
    ...stageReferences,
    ...correlationReferences,
    ...expressionReferences,
    parameterReferences,
  ].map(referenceRule),
  nameReferences,
  blockReferences,
];

function referenceRule(declared: Reference): Rule {
  return {
    name: `${caseFiles[declared.file].path} ${declared.field}`,
    layer: 3,
    *check(input) {
      const seen = new Set<string>();
      for (const use of declared.uses(input.raw)) {
        // Tables repeat ids by stage; one finding per unknown id is enough.
        if (use.value === null || use.value === undefined || seen.has(String(use.value))) continue;
        seen.add(String(use.value));
        yield* useProblems(asWritten(declared, input), { owner: use.owner, value: use.value }, input);
      }
    },
  };
}

/** The reference under the name that the column has in this case. */
function asWritten(declared: Reference, { raw }: RuleInput): Reference {
  const spec = caseFiles[declared.file];
  if (spec.format !== 'parquet') return declared;
  return { ...declared, field: storedName(spec.table, declared.field, raw.generation) };
}

function* useProblems(
  declared: Reference,
  { owner, value }: ReferenceUse & { readonly value: EntityId },
  { raw, registries }: RuleInput,
): Iterable<Finding> {
  const known =
    declared.target === 'stages' ? raw.stages.stages.map((stage) => stage.id) : registries[declared.target].ids;
  const found =
    declared.target === 'stages' ? known.includes(value) : registries[declared.target].indexOf(value) !== undefined;
  if (!found) yield asError(3, missing(declared, owner, value, known));
  else if (declared.target !== 'stages' && registries[declared.target].isPositional(value)) {
    yield asWarning(3, positional(declared, owner, value, known[value as number] ?? value));
  }
}

function missing(declared: Reference, owner: EntityId | null, value: EntityId, known: readonly EntityId[]) {
  const file = caseFiles[declared.file].path;
  const target = targetFile(declared.target);
  const meant = typeof value === 'string' ? closestWord(value, known.map(String)) : null;
  const some = known.slice(0, 8).join(', ');
  const choice = known.length === 0 ? 'remove what names it' : `use one of: ${some}${known.length > 8 ? ', ...' : ''}`;
  return errorRecord(
    'MissingReference',
    `${file}: ${declared.field} '${short(value)}' not found in ${target}.`,
    { file, entity_id: owner, field: declared.field, referenced_value: value, referenced_registry: baseName(target) },
    meant !== null
      ? `Did you mean '${meant}'? Otherwise add '${short(value)}' to ${target}.`
      : `Add '${short(value)}' to ${target}, or ${choice}.`,
  );
}

function positional(declared: Reference, owner: EntityId | null, value: EntityId, taken: EntityId) {
  const file = caseFiles[declared.file].path;
  const registry = baseName(targetFile(declared.target));
  return errorRecord(
    'MissingReference',
    `${file}: ${declared.field} ${value} is no id of ${registry}; it was taken as the position of '${taken}' in id order.`,
    { file, entity_id: owner, field: declared.field, referenced_value: value, referenced_registry: registry },
    `Write '${taken}' in a text column.`,
  );
}

/** Ids come from files and may be anything. */
function short(id: EntityId): string {
  const text = String(id);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
