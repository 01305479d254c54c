import { asError, errorRecord, type Finding } from '../case/finding.js';
import { type CaseFileAccess, nodeFileAccess } from '../case/read/files.js';
import { type FileRead, type ReadCase, readCase } from '../case/read/read-case.js';
import { declaredEntities, registriesOf } from '../case/registries.js';
import { type CaseFileKey, caseFiles, type RawCase } from '../case/registry.js';
import { reportOf, type ValidationReport } from './report.js';
import type { Rule, RuleInput } from './rule.js';
import { caseRules, fileRules } from './rules.js';

/** A report, and the files themselves when they can be worked with. */
export interface ValidatedCase {
  readonly report: ValidationReport;
  readonly filesRead: readonly FileRead[];
  /** Null when layers 1 or 2 found errors. */
  readonly raw: RawCase | null;
}

/**
 * Checks a case directory in five layers and reports all problems of a layer at once. Layers 1 and 2 are a gate: nothing
 * can be said about references while files are unreadable. Layers 3 to 5 then all run. Never throws on any content.
 */
export async function validateCase(dir: string, access: CaseFileAccess = nodeFileAccess): Promise<ValidationReport> {
  return (await readAndValidate(dir, access)).report;
}

export async function readAndValidate(dir: string, access: CaseFileAccess): Promise<ValidatedCase> {
  const read = await readCase(dir, access);
  const input = { raw: read.contents, registries: registriesOf(read.contents) };
  const findings = [...read.findings, ...run(fileRules, input)];
  const raw = gate(read, findings);
  if (raw !== null) findings.push(...run(caseRules, { raw, registries: input.registries }));
  const report = reportOf(findings, read.filesRead, read.missing, entityCount(read.contents));
  return { report, filesRead: read.filesRead, raw };
}

function gate(read: ReadCase, findings: readonly Finding[]): RawCase | null {
  if (findings.some((finding) => finding.severity === 'error')) return null;
  const keys = Object.keys(caseFiles) as CaseFileKey[];
  return keys.every((key) => read.contents[key] !== undefined) ? (read.contents as RawCase) : null;
}

function run<Files>(rules: readonly Rule<Files>[], input: RuleInput<Files>): Finding[] {
  return rules.flatMap((rule) => {
    try {
      return [...rule.check(input)];
    } catch (error) {
      // A rule that fails is our mistake, but the author of the case still deserves a report.
      const detail = error instanceof Error ? error.message : String(error);
      const message = `Check '${rule.name}' could not be completed: ${detail}.`;
      const context = { file: '.', settings: [rule.name], detail };
      const advice =
        'This is a mistake of this program: please report it with the case. Correct what else is told meanwhile.';
      return [asError(rule.layer, errorRecord('IncompatibleSettings', message, context, advice))];
    }
  });
}

function entityCount(contents: Partial<RawCase>): number {
  const declared = Object.values(declaredEntities(contents)).reduce((sum, entries) => sum + entries.length, 0);
  return declared + (contents.stages?.stages.length ?? 0);
}
