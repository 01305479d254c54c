import { asError, asWarning, errorRecord, type Finding } from '../../case/finding.js';
import type { EntityId } from '../../case/identity.js';

interface Physical {
  /** Path of the file. */
  readonly file: string;
  readonly id: EntityId | null;
  readonly rule: string;
  readonly detail: string;
  readonly suggestion: string;
}

/** A finding of kind PhysicalConstraint. */
export function impossible({ file, id, rule, detail, suggestion }: Physical): Finding {
  return asError(5, physicalProblem(file, id, rule, detail, suggestion));
}

/** The same as a warning, for what is odd but can be computed. */
export function doubtful({ file, id, rule, detail, suggestion }: Physical): Finding {
  return asWarning(5, physicalProblem(file, id, rule, detail, suggestion));
}

function physicalProblem(file: string, id: EntityId | null, rule: string, detail: string, suggestion: string) {
  return errorRecord('PhysicalConstraint', `${file}: ${detail}.`, { file, entity_id: id, rule, detail }, suggestion);
}
