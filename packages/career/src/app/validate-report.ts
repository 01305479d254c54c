import { isObject } from '@quadrivium/kernel/essentials';
import type { Actor } from '@quadrivium/ledger';
import type * as z from 'zod';
import { careerFault } from '../faults.js';
import { MatchReport } from '../match/report.js';
import { sha256Of } from '../store/hash.js';
import { type Constitution, type ValidationReport, validate } from '../validate/constitution.js';
import type { CareerApp } from './career-app.js';
import { factsFrom, MatchNamed, type Recomputed, recomputed } from './facts.js';
import { defaultK } from './match-opportunity.js';
import type { Steps } from './steps.js';

export interface Override {
  readonly ruleId: string;
  readonly reason: string;
  /** SHA-256 of the canonical JSON of the report it is meant for. */
  readonly reportSha256: string;
}

export interface ValidateRequest {
  readonly report: unknown;
  readonly traceId?: string | undefined;
  readonly kLex?: number;
  readonly kEmb?: number;
  readonly override?: Override | undefined;
  readonly actor: Actor;
  /** Whether the caller's identity may override. */
  readonly mayOverride: boolean;
}

export type JudgedReport = ValidationReport & { readonly trace_id: string; readonly report_sha256: string };

/** Judges a report somebody hands in: nothing in it is believed that the stores do not confirm. */
export function validateReport(app: CareerApp, request: ValidateRequest, computed?: Recomputed): JudgedReport {
  const trace = app.traceFor(request.traceId ?? app.surroundings.newId('trace'), request.actor);
  refuseHuge(request.report);
  const facts = factsFrom(app, placesOf(request), computed);
  const report = parseReport(request.report, (short) => facts.recomputed(short));
  const judged = validate(`match-report-${report.opportunity_id}`, report, app.constitution, facts);
  const result = request.override ? overridden(app.constitution, judged, request) : judged;
  const { status, finding_count } = result;
  trace.record('ValidationCompleted', { status, finding_count }, [report.opportunity_id]);
  if (request.override && status === 'overridden') {
    const { ruleId: rule_id, reason, reportSha256: report_sha256 } = request.override;
    trace.record('ConstitutionOverrideApplied', { rule_id, reason, report_sha256, operator_id: request.actor.id });
  }
  return { trace_id: trace.id, report_sha256: sha256Of(request.report), ...result };
}

const placesOf = ({ kLex = defaultK, kEmb = defaultK }: ValidateRequest) => ({ kLex, kEmb });

/** What takes long in judging, to be done beforehand piece by piece: the match that the report tells of. */
export function* computedFor(app: CareerApp, request: ValidateRequest): Steps<Recomputed | undefined> {
  const named = MatchNamed.safeParse(request.report);
  return named.success ? yield* recomputed(app, named.data, placesOf(request)) : undefined;
}

/** A thousand requirements, explained at length, stay far below. */
const mostCharacters = 5_000_000;

function refuseHuge(report: unknown): void {
  const { length } = JSON.stringify(report) ?? '';
  if (length <= mostCharacters) return;
  throw careerFault('TOO_LARGE', `The report has ${length} characters; the limit is ${mostCharacters}.`, {
    context: { field: 'match_report' },
    suggestion: 'Pass the report alone, as match_opportunity returned it.',
  });
}

/** What the seed shows of a report. Somebody may have kept no more than that. */
const ShortReport = MatchReport.pick({
  opportunity_id: true,
  overall_score: true,
  strategy: true,
  matched_atoms: true,
  profile_id: true,
});
type ShortReport = z.infer<typeof ShortReport>;

/** Of a short report only what it says is judged: the parts it leaves out are those the stores give. */
function parseReport(report: unknown, computed: (short: ShortReport) => MatchReport | undefined): MatchReport {
  const isWhole = isObject(report) && 'requirement_matches' in report;
  const short = ShortReport.safeParse(report);
  if (short.success && !isWhole) return { ...(computed(short.data) ?? nothingKnown), ...short.data };
  const whole = MatchReport.safeParse(report);
  if (whole.success) return whole.data;
  const { issues } = short.success || isWhole ? whole.error : short.error;
  const problems = issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw careerFault('INVALID_ARGUMENT', `This is not a match report: ${problems.slice(0, mostProblems).join('; ')}.`, {
    context: { field: 'match_report', problems },
    suggestion: 'Pass match_report exactly as match_opportunity returned it.',
  });
}

const mostProblems = 5;

const nothingKnown: Omit<MatchReport, keyof ShortReport> = {
  requirement_matches: [],
  missing_requirements: [],
  retrieval_stats: { lexical_candidates: 0, embedding_candidates: 0, merged_candidates: 0 },
  breakdown: { lexical: 0, semantic: 0, bonus: 0, final_score: 0 },
};

/** Only a BLOCK of an overridable rule, only for exactly this report, and only when nothing else is wrong. */
function overridden(
  constitution: Constitution,
  judged: ValidationReport,
  { report, override, mayOverride }: ValidateRequest,
): ValidationReport {
  if (override === undefined) return judged;
  const refuse = (why: string) =>
    careerFault('OVERRIDE_REFUSED', why, {
      context: { rule_id: override.ruleId },
      suggestion: 'get_constitution says which rules can be overridden; the hash is that of the report as passed here.',
    });
  const rule = constitution.rules.find((one) => one.id === override.ruleId);
  if (!mayOverride) throw refuse('Your identity has no right to override.');
  if (!rule?.overridable) throw refuse(`${override.ruleId} cannot be overridden.`);
  if (override.reportSha256 !== sha256Of(report)) throw refuse('The override was made for another report.');
  const bad = judged.findings.filter((finding) => finding.severity === 'BLOCK' || finding.severity === 'FAIL');
  const blocked = bad.some((finding) => finding.severity === 'BLOCK' && finding.rule_id === override.ruleId);
  const others = bad.filter((finding) => finding.rule_id !== override.ruleId);
  return blocked && others.length === 0 ? { ...judged, status: 'overridden' } : judged;
}
