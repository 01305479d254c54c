import type { ValidationReport } from '../../validation/report.js';
import { validateCase } from '../../validation/validate-case.js';
import type { Files } from '../files/files.js';
import { casePlace } from '../files/place.js';
import { caseAccess } from './case-access.js';

/** The report of the five layers; only a directory that is missing or not allowed is an error. */
export async function validate(files: Files, caseDirectory: string): Promise<ValidationReport> {
  await casePlace(files, caseDirectory);
  return validateCase(caseDirectory, caseAccess(files));
}
