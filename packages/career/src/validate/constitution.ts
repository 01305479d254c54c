import * as z from 'zod';
import { byteOrder } from '../domain/text.js';
import type { MatchReport } from '../match/report.js';
import { groundingRules } from './grounding-rules.js';
import { reportRules } from './report-rules.js';
import { type Facts, Finding, type Rule, type Severity, severities } from './rule.js';

export const statuses = ['accepted', 'needs_review', 'rejected', 'blocked', 'overridden'] as const;
export const ValidationStatus = z.enum(statuses);
export type ValidationStatus = z.infer<typeof ValidationStatus>;

export const ValidationReport = z.object({
  report_id: z.string(),
  artifact_id: z.string(),
  constitution_id: z.string(),
  constitution_version: z.string(),
  status: ValidationStatus,
  finding_count: z.int(),
  findings: z.array(Finding),
});
export type ValidationReport = Readonly<z.infer<typeof ValidationReport>>;

export interface Constitution {
  readonly id: string;
  readonly version: string;
  readonly rules: readonly Rule[];
  /** With PASS findings, `finding_count` says how many rules looked; the original wrote none. */
  readonly passFindings: boolean;
}

/** The original's three rules, silent about what passes: kept for parity. */
export const originalConstitution: Constitution = {
  id: 'default',
  version: '0.1.0',
  rules: reportRules,
  passFindings: false,
};

export const groundedConstitution: Constitution = {
  id: 'grounded',
  version: '1.1.0',
  rules: [...reportRules, ...groundingRules],
  passFindings: true,
};

const statusOf: Record<Severity, ValidationStatus> = {
  PASS: 'accepted',
  WARN: 'needs_review',
  FAIL: 'rejected',
  BLOCK: 'blocked',
};

export function validate(
  artifactId: string,
  report: MatchReport | null,
  constitution: Constitution,
  facts: Facts,
): ValidationReport {
  const findings = (
    report === null ? [noArtifact] : constitution.rules.flatMap((rule) => judge(rule, report, facts, constitution))
  )
    .map((finding, at) => ({ finding, at }))
    .sort((a, b) => worstFirst(a.finding, b.finding) || a.at - b.at)
    .map(({ finding }) => finding);
  const worst = findings[0]?.severity ?? 'PASS';
  return {
    report_id: `report-${artifactId}`,
    artifact_id: artifactId,
    constitution_id: constitution.id,
    constitution_version: constitution.version,
    status: statusOf[worst],
    finding_count: findings.length,
    findings,
  };
}

const noArtifact: Finding = {
  rule_id: 'SCHEMA-001',
  severity: 'BLOCK',
  message: 'There is no report.',
  evidence_refs: [],
};

function judge(rule: Rule, report: MatchReport, facts: Facts, { passFindings }: Constitution): Finding[] {
  const problems = rule.check(report, facts);
  const finding = (severity: Severity, message: string, refs: readonly string[] = []): Finding => ({
    rule_id: rule.id,
    severity,
    message,
    evidence_refs: [...refs],
  });
  if (problems.length > 0) return problems.map(({ message, refs }) => finding(rule.severity, message, refs));
  return passFindings ? [finding('PASS', `${rule.title}: holds.`)] : [];
}

function worstFirst(a: Finding, b: Finding): number {
  return severities.indexOf(b.severity) - severities.indexOf(a.severity) || byteOrder(a.rule_id, b.rule_id);
}
