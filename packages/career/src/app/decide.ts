import type { ExperienceAtom } from '../domain/atom.js';
import type { DecisionRecord } from '../domain/decision.js';
import type { Opportunity } from '../domain/opportunity.js';
import { byteOrder, sortedUnique } from '../domain/text.js';
import type { PersonFacts } from '../domain/work-wishes.js';
import type { MatchReport } from '../match/report.js';
import { sha256Of } from '../store/hash.js';
import type { ValidationReport } from '../validate/constitution.js';
import type { CareerApp } from './career-app.js';
import { asksForRight } from './right-claim.js';
import { strategyNamed } from './strategies.js';
import { revisionOf } from './strategy-revision.js';
import { embeddingProvider } from './text-vectors.js';

export interface Decided {
  readonly app: CareerApp;
  readonly trace: string;
  readonly opportunity: Opportunity;
  readonly atoms: readonly ExperienceAtom[];
  readonly person: PersonFacts;
  readonly report: MatchReport;
  readonly validation: ValidationReport;
  readonly kLex: number;
  readonly kEmb: number;
}

export function decisionOf(decided: Decided): DecisionRecord {
  const { app, trace, opportunity, report } = decided;
  return {
    decision_id: app.surroundings.newId('decision'),
    trace_id: trace,
    artifact_id: `match-report-${opportunity.opportunity_id}`,
    created_at: app.surroundings.now(),
    opportunity_id: opportunity.opportunity_id,
    requirement_decisions: report.requirement_matches.map((match) => ({
      requirement_text: match.requirement_text,
      atom_id: match.contributing_atom_id,
      evidence_tokens: match.evidence_tokens,
    })),
    retrieval_stats: report.retrieval_stats,
    validation_summary: summaryOf(decided.validation),
    version: '0.3',
    inputs: inputsOf(decided),
    report_sha256: sha256Of(report),
    overall_score: report.overall_score,
  };
}

function summaryOf({ status, finding_count, findings }: ValidationReport): DecisionRecord['validation_summary'] {
  const bad = findings.filter((finding) => finding.severity !== 'PASS');
  return {
    status,
    finding_count,
    fail_count: bad.filter((finding) => finding.severity !== 'WARN').length,
    warn_count: bad.filter((finding) => finding.severity === 'WARN').length,
    top_rule_ids: sortedUnique(bad.map((finding) => finding.rule_id)),
  };
}

/** Everything the answer depends on, by hash: the same inputs must give the same record again. */
function inputsOf({ opportunity, atoms, person, report, validation, kLex, kEmb }: Decided): DecisionRecord['inputs'] {
  return {
    strategy: report.strategy,
    ...revisionField(report.strategy),
    k_lex: kLex,
    k_emb: kEmb,
    embedding: report.strategy === 'deterministic_lexical_v0.1' ? 'none' : embeddingProvider,
    constitution: `${validation.constitution_id}@${validation.constitution_version}`,
    ...(report.profile_id === undefined ? {} : { profile_id: report.profile_id }),
    ...(restsOnPerson(report, opportunity) ? { person } : {}),
    opportunity_sha256: sha256Of(opportunity),
    atoms_sha256: sha256Of([...atoms].sort((a, b) => byteOrder(a.atom_id, b.atom_id))),
  };
}

function restsOnPerson({ gates, strategy }: MatchReport, { requirements }: Opportunity): boolean {
  return gates !== undefined || (strategyNamed(strategy)?.isGated === true && asksForRight(requirements));
}

function revisionField(strategy: string): { strategy_revision?: string } {
  const revision = revisionOf(strategy);
  return revision === undefined ? {} : { strategy_revision: revision };
}
