import type { Produced } from '@quadrivium/kernel';
import { render } from '@quadrivium/kernel/shell';
import type { MatchReport } from '../../match/report.js';

type Report = Produced<typeof MatchReport>;
type Match = Report['requirement_matches'][number];
type Evidence = NonNullable<Match['explanation']>['evidence'][number];

/** Parts that are shown; an explanation has no decision, a match no what-if. */
interface MatchAnswer {
  readonly match_report: Pick<
    Report,
    'opportunity_id' | 'strategy' | 'overall_score' | 'requirement_matches' | 'gates'
  >;
  readonly validation_report?: {
    readonly status: string;
    readonly findings: readonly { readonly rule_id: string; readonly severity: string; readonly message: string }[];
  };
  readonly decision_id?: string;
  readonly trace_id?: string;
  readonly what_if?: readonly object[];
}

/** A match as a person reads it: the score, each requirement with what proves it, what is wrong, what would help. */
export function renderMatch({ match_report, validation_report, decision_id, trace_id, what_if }: MatchAnswer): string {
  const { opportunity_id, strategy, overall_score, requirement_matches, gates = [] } = match_report;
  const bad = (validation_report?.findings ?? []).filter((finding) => finding.severity !== 'PASS');
  const found = bad.map(({ rule_id, severity, message }) => `${severity} ${rule_id}: ${message}`);
  const judged = validation_report === undefined ? '' : `, ${validation_report.status}`;
  return [
    `${opportunity_id}: ${overall_score.toFixed(2)} by ${strategy}${judged}`,
    '',
    render(requirement_matches.map(row)),
    ...gates.map(
      ({ gate, verdict, posting, because }) => `${gate.replace('_', ' ')} ${verdict}: "${posting}". ${because}`,
    ),
    ...(found.length === 0 ? [] : ['', ...found]),
    ...(what_if === undefined || what_if.length === 0
      ? []
      : ['', 'Verifying one of these would help:', render(what_if)]),
    ...(decision_id === undefined ? [] : ['', `decision ${decision_id}, trace ${trace_id ?? '-'}`]),
  ].join('\n');
}

function row(match: Match) {
  const { requirement_text, matched, best_score, contributing_atom_id, evidence_tokens, explanation } = match;
  const evidence = explanation?.evidence.map(because) ?? evidence_tokens.map((token) => `"${token}"`);
  return {
    verdict: explanation?.verdict ?? (matched ? 'met' : 'missing'),
    score: best_score.toFixed(2),
    requirement: requirement_text,
    because: evidence.join(', '),
    atom: explanation?.nearest_atom_id ?? contributing_atom_id ?? '',
  };
}

/** "kubernetes" alone, or the way from it to what was asked for. */
function because({ atom, path }: Evidence): string {
  return path === undefined || path.length < 2 ? `"${atom}"` : `"${atom}" (${path.join(' > ')})`;
}
