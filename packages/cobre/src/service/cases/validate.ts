import { mostListed, type ValidationReport } from '../../validation/report.js';
import { validateCase } from '../../validation/validate-case.js';
import type { Files } from '../files/files.js';
import { casePlace } from '../files/place.js';
import { caseAccess } from './case-access.js';

export interface ListedReport extends ValidationReport {
  /** How many more there are than are listed; left out when all are. */
  readonly not_listed?: { readonly errors: number; readonly warnings: number };
}

/** The report of the five layers; only a directory that is missing or not allowed is an error. */
export async function validate(files: Files, caseDirectory: string): Promise<ListedReport> {
  await casePlace(files, caseDirectory);
  return listed(await validateCase(caseDirectory, caseAccess(files)));
}

/** One mistake in a table can be a hundred thousand errors; the first say all there is to know. */
function listed(report: ValidationReport): ListedReport {
  const { error_count, warning_count } = report.summary;
  const [errors, warnings] = [report.errors.slice(0, mostListed), report.warnings.slice(0, mostListed)];
  if (errors.length === error_count && warnings.length === warning_count) return report;
  const not_listed = { errors: error_count - errors.length, warnings: warning_count - warnings.length };
  return { ...report, errors, warnings, not_listed };
}
