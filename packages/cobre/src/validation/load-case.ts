import { Fault } from '@quadrivium/kernel/fault';
import type { Case } from '../case/model.js';
import { type CaseFileAccess, nodeFileAccess } from '../case/read/files.js';
import type { FileRead } from '../case/read/read-case.js';
import { resolveCase } from '../case/resolve/resolve-case.js';
import type { ErrorRecord, ValidationKind } from '../faults.js';
import type { ValidationReport } from './report.js';
import { readAndValidate } from './validate-case.js';

export interface LoadedCase {
  readonly case: Case;
  /** What was read, in the order of the format's file list. */
  readonly filesRead: readonly FileRead[];
  readonly warnings: readonly ErrorRecord[];
  readonly report: ValidationReport;
}

/** A refusal is no list to work through, and a model reads it again with every step: `validate` tells more of them. */
const mostTold = 15;

/** Reads, validates and resolves a case; throws a `Fault` of the first problem's kind when the case is not valid. */
export async function loadCase(dir: string, access: CaseFileAccess = nodeFileAccess): Promise<LoadedCase> {
  const { report, filesRead, raw } = await readAndValidate(dir, access);
  const first = report.errors[0];
  if (raw === null || first !== undefined) throw refusal(dir, report, first);
  return { case: resolveCase(raw), filesRead, warnings: report.warnings, report };
}

function refusal(dir: string, report: ValidationReport, first: ErrorRecord | undefined): Fault<ValidationKind> {
  const more = report.errors.length - 1;
  const rest = more > 0 ? ` (and ${more} more ${more === 1 ? 'problem' : 'problems'})` : '';
  return new Fault(first?.kind ?? 'ParseError', `${first?.message ?? `Case '${dir}' could not be read.`}${rest}`, {
    context: {
      ...first?.context,
      errors: report.errors.slice(0, mostTold),
      ...(report.errors.length > mostTold ? { not_listed: report.errors.length - mostTold } : {}),
    },
    ...(first?.suggestion ? { suggestion: first.suggestion } : {}),
  });
}
