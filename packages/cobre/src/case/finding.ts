import type { ErrorRecord, ValidationKind } from '../faults.js';
import type { EntityId } from './identity.js';

/**
 * The five layers of validation: 1 files exist and can be parsed, 2 each file alone fits its schema, 3 ids resolve,
 * 4 tables cover what they must, 5 physics and settings make sense together.
 */
export type Layer = 1 | 2 | 3 | 4 | 5;

export interface Finding {
  readonly layer: Layer;
  readonly severity: 'error' | 'warning';
  readonly record: ErrorRecord;
}

export function asError(layer: Layer, record: ErrorRecord): Finding {
  return { layer, severity: 'error', record };
}

export function asWarning(layer: Layer, record: ErrorRecord): Finding {
  return { layer, severity: 'warning', record };
}

/** Context keys by kind, as the error records on the wire have them. */
export interface ContextOf {
  MissingFile: { file: string };
  ParseError: { file: string; line: number | null; detail: string; entity_id?: EntityId | null };
  SchemaViolation: { file: string; entity_id: EntityId | null; field: string; expected: string; actual: unknown };
  TypeMismatch: { file: string; entity_id: EntityId | null; field: string; expected_type: string; actual_type: string };
  OutOfRange: {
    file: string;
    entity_id: EntityId | null;
    field: string;
    value: unknown;
    min: number | string | null;
    max: number | string | null;
  };
  InvalidEnum: {
    file: string;
    entity_id: EntityId | null;
    field: string;
    value: unknown;
    allowed_values: readonly unknown[];
  };
  DuplicateId: { file: string; entity_id: EntityId | null; registry: string };
  MissingReference: {
    file: string;
    entity_id: EntityId | null;
    field: string;
    referenced_value: EntityId;
    referenced_registry: string;
  };
  CoverageMismatch: { file: string; missing_dimension: string; expected_coverage: string };
  StageMismatch: { file: string; stage_id: number | null; detail: string };
  IncompatibleSettings: { file: string; entity_id?: EntityId | null; settings: readonly string[]; detail: string };
  PhysicalConstraint: { file: string; entity_id: EntityId | null; rule: string; detail: string };
  CapacityViolation: {
    file: string;
    entity_id: EntityId | null;
    field_min: string;
    value_min: number;
    field_max: string;
    value_max: number;
  };
  PenaltyConsistency: { file: string; penalty_field: string; value: number; violated_rule: string };
}

export function errorRecord<Kind extends ValidationKind>(
  kind: Kind,
  message: string,
  context: ContextOf[Kind],
  suggestion: string,
): ErrorRecord {
  return { kind, message, context: { ...context }, suggestion };
}

/** Values come from files and may be anything; messages show them short. */
export function shown(value: unknown): string {
  const text =
    typeof value === 'string' ? `"${value}"` : typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
