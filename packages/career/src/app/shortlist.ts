import { isOver } from '../domain/application.js';
import type { Shortlisted } from '../domain/shortlisted.js';
import type { MatchReport } from '../match/report.js';
import type { CareerApp } from './career-app.js';
import { reportStepsFor } from './explain.js';
import { latestOutcomes } from './plan.js';
import { claimOfProfile } from './right-claim.js';
import { partOf, type Steps } from './steps.js';
import { recommendedStrategy } from './strategies.js';

export interface ShortlistRequest {
  readonly profileId?: string | undefined;
  readonly includeOver: boolean;
}

/** Opportunities by how well the confirmed claims answer them, each with its reasons. */
export function* shortlist(app: CareerApp, request: ShortlistRequest): Steps<Shortlisted[]> {
  const outcomes = latestOutcomes(app);
  const open = app.store.opportunities().filter(({ opportunity_id }) => {
    const outcome = outcomes.get(opportunity_id)?.outcome;
    return request.includeOver || outcome === undefined || !isOver(outcome);
  });
  // One list for all postings: its claims are read once.
  const atoms = app.store.atoms(request.profileId);
  const list: Shortlisted[] = [];
  for (const [done, { opportunity_id }] of open.entries()) {
    const steps = reportStepsFor(app, opportunity_id, atoms, recommendedStrategy, request.profileId);
    const report = yield* partOf(steps, done, open.length);
    list.push(ranked(app, opportunity_id, report, outcomes.get(opportunity_id)?.outcome));
    yield { done: done + 1, total: open.length };
  }
  return list.sort((a, b) => b.score - a.score || b.met - a.met || (a.opportunity_id < b.opportunity_id ? -1 : 1));
}

const nothingAsked = 'Nothing is known of what this posting asks for, so it cannot be ranked.';

function ranked(app: CareerApp, id: string, match_report: MatchReport, outcome: string | undefined): Shortlisted {
  const opportunity = app.store.opportunity(id);
  const reasons = match_report.requirement_matches.map((match) => ({
    requirement: match.requirement_text,
    verdict: match.explanation?.verdict ?? (match.matched ? 'met' : 'missing'),
    because: claimBehind(app, match.contributing_atom_id ?? match.explanation?.nearest_atom_id ?? null),
  }));
  const count = (verdict: string) => reasons.filter((one) => one.verdict === verdict).length;
  return {
    opportunity_id: id,
    company: opportunity?.company ?? '',
    role_title: opportunity?.role_title ?? '',
    score: match_report.overall_score,
    met: count('met'),
    partly: count('partly'),
    missing: reasons.length - count('met') - count('partly'),
    reasons,
    ...(opportunity?.deadline === undefined ? {} : { deadline: opportunity.deadline }),
    ...(opportunity?.location === undefined ? {} : { location: opportunity.location }),
    ...(outcome === undefined ? {} : { outcome }),
    ...noteOf(reasons.length, match_report.gates),
  };
}

function noteOf(asked: number, gates: MatchReport['gates'] = []): { note?: string } {
  const shut = gates
    .filter(({ verdict }) => verdict === 'failed')
    .map(({ posting, because }) => `${posting}: ${because}`);
  if (shut.length > 0) return { note: shut.join(' ') };
  return asked === 0 ? { note: nothingAsked } : {};
}

function claimBehind(app: CareerApp, atomId: string | null): string {
  return atomId === null ? '' : ((app.store.atom(atomId) ?? claimOfProfile(app, atomId))?.claim ?? '');
}
