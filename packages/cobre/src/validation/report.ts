import type { Finding } from '../case/finding.js';
import type { FileRead } from '../case/read/read-case.js';
import type { ErrorRecord } from '../faults.js';

export interface ValidationReport {
  readonly valid: boolean;
  readonly errors: readonly ErrorRecord[];
  readonly warnings: readonly ErrorRecord[];
  readonly summary: ValidationSummary;
}

export interface ValidationSummary {
  /** Known files that were present, and mandatory ones that were looked for and missing. */
  readonly files_checked: number;
  /** Entries of all registries: buses, lines, hydros, thermals, sources, pumps, contracts, user constraints, stages. */
  readonly entities_validated: number;
  /** The first layer that found errors, or 5 when none did. */
  readonly layers_completed: number;
  readonly error_count: number;
  readonly warning_count: number;
}

/** Findings that an answer or a fault lists; counts tell of the rest. */
export const mostListed = 100;

export function reportOf(
  findings: readonly Finding[],
  filesRead: readonly FileRead[],
  missing: readonly string[],
  entities: number,
): ValidationReport {
  const ordered = [...findings].sort((a, b) => a.layer - b.layer);
  const errors = ordered.filter((finding) => finding.severity === 'error');
  const warnings = ordered.filter((finding) => finding.severity === 'warning').map((finding) => finding.record);
  return {
    valid: errors.length === 0,
    errors: errors.map((finding) => finding.record),
    warnings,
    summary: {
      files_checked: filesRead.length + missing.length,
      entities_validated: entities,
      layers_completed: errors[0]?.layer ?? 5,
      error_count: errors.length,
      warning_count: warnings.length,
    },
  };
}
