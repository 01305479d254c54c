import type { Actor } from '@quadrivium/ledger';
import { careerFault } from '../faults.js';
import { MatchReport } from '../match/report.js';
import { type Constitution, type ValidationReport, validate } from '../validate/constitution.js';
import type { CareerApp } from './career-app.js';
import { sha256Of } from './decide.js';
import { factsFrom } from './facts.js';
import { defaultK } from './match-opportunity.js';

export interface Override {
  readonly ruleId: string;
  readonly reason: string;
  /** SHA-256 of the canonical JSON of the report it is meant for. */
  readonly reportSha256: string;
}

export interface ValidateRequest {
  readonly report: unknown;
  readonly traceId?: string;
  readonly kLex?: number;
  readonly kEmb?: number;
  readonly override?: Override;
  readonly actor: Actor;
  /** Whether the caller's identity may override. */
  readonly mayOverride: boolean;
}

/** Judges a report somebody hands in: nothing in it is believed that the stores do not confirm. */
export function validateReport(app: CareerApp, request: ValidateRequest): ValidationReport & { trace_id: string } {
  const trace = app.traceFor(request.traceId ?? app.surroundings.newId('trace'), request.actor);
  const report = parseReport(request.report);
  const facts = factsFrom(app, { kLex: request.kLex ?? defaultK, kEmb: request.kEmb ?? defaultK });
  const judged = validate(`match-report-${report.opportunity_id}`, report, app.constitution, facts);
  const result = request.override ? overridden(app.constitution, judged, report, request) : judged;
  const { status, finding_count } = result;
  trace.record('ValidationCompleted', { status, finding_count }, [report.opportunity_id]);
  if (request.override && status === 'overridden') {
    const { ruleId: rule_id, reason, reportSha256: report_sha256 } = request.override;
    trace.record('ConstitutionOverrideApplied', { rule_id, reason, report_sha256, operator_id: request.actor.id });
  }
  return { trace_id: trace.id, ...result };
}

function parseReport(report: unknown): MatchReport {
  const parsed = MatchReport.safeParse(report);
  if (parsed.success) return parsed.data;
  throw careerFault('INVALID_ARGUMENT', 'This is not a match report.', {
    context: { issues: parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) },
    suggestion: 'Pass match_report exactly as match_opportunity returned it in full.',
  });
}

/** Only a BLOCK of an overridable rule, only for exactly this report, and only when nothing else is wrong. */
function overridden(
  constitution: Constitution,
  judged: ValidationReport,
  report: MatchReport,
  { override, mayOverride }: ValidateRequest,
): ValidationReport {
  if (override === undefined) return judged;
  const refuse = (why: string) => careerFault('OVERRIDE_REFUSED', why, { context: { rule_id: override.ruleId } });
  const rule = constitution.rules.find((one) => one.id === override.ruleId);
  if (!mayOverride) throw refuse('Your identity has no right to override.');
  if (!rule?.overridable) throw refuse(`${override.ruleId} cannot be overridden.`);
  if (override.reportSha256 !== sha256Of(report)) throw refuse('The override was made for another report.');
  const bad = judged.findings.filter((finding) => finding.severity === 'BLOCK' || finding.severity === 'FAIL');
  const blocked = bad.some((finding) => finding.severity === 'BLOCK' && finding.rule_id === override.ruleId);
  const others = bad.filter((finding) => finding.rule_id !== override.ruleId);
  return blocked && others.length === 0 ? { ...judged, status: 'overridden' } : judged;
}
