import type { ExperienceAtom } from '../domain/atom.js';
import { byteOrder } from '../domain/text.js';
import { careerFault } from '../faults.js';
import type { MatchReport } from '../match/report.js';
import type { CareerApp } from './career-app.js';
import { matchStepsOf } from './claims-of.js';
import { defaultK } from './match-opportunity.js';
import { partOf, type Steps } from './steps.js';
import { chosenStrategy, recommendedStrategy } from './strategies.js';

export interface WhatIf {
  readonly atom_id: string;
  readonly claim: string;
  readonly score_from: number;
  readonly score_to: number;
}

const mostSuggestions = 5;
/** Today's, the one of all that is not confirmed, and one for each suggestion. */
const mostMatches = 2 + mostSuggestions;

/** Why the score is what it is, and which unverified atoms would raise it once somebody vouches for them. */
export function* explainInSteps(app: CareerApp, opportunityId: string, strategyName?: string, profileId?: string) {
  const atoms = app.store.atoms(profileId);
  const today = reportStepsFor(app, opportunityId, atoms, strategyName ?? recommendedStrategy, profileId);
  const report = yield* partOf(today, 0, mostMatches);
  return { match_report: report, what_if: yield* whatIf(app, opportunityId, report) };
}

export function* reportStepsFor(
  app: CareerApp,
  opportunityId: string,
  atoms: readonly ExperienceAtom[],
  strategyName: string,
  profileId?: string,
): Steps<MatchReport> {
  const opportunity = app.store.opportunity(opportunityId);
  if (opportunity === undefined) {
    throw careerFault('OPPORTUNITY_NOT_FOUND', `There is no opportunity "${opportunityId}".`, {
      suggestion: 'list_opportunities shows what there is.',
    });
  }
  const strategy = chosenStrategy(app, strategyName);
  return yield* matchStepsOf(app, strategy, { opportunity, atoms, kLex: defaultK, kEmb: defaultK }, profileId);
}

/** Computed in full for those few that promise most; matching once more for every unverified atom would take too long. */
function* whatIf(app: CareerApp, opportunityId: string, today: MatchReport): Steps<WhatIf[]> {
  const atoms = app.store.atoms(today.profile_id);
  const gains: WhatIf[] = [];
  const candidates = yield* promising(app, opportunityId, atoms, today);
  for (const [at, { atom_id, claim }] of candidates.slice(0, mostSuggestions).entries()) {
    const believed = atoms.map((one) => (one.atom_id === atom_id ? { ...one, verified: true } : one));
    const steps = reportStepsFor(app, opportunityId, believed, today.strategy, today.profile_id);
    const { overall_score } = yield* partOf(steps, 2 + at, mostMatches);
    const gain = { atom_id, claim, score_from: today.overall_score, score_to: overall_score };
    if (gain.score_to > gain.score_from) gains.push(gain);
  }
  return gains.sort((a, b) => b.score_to - a.score_to || byteOrder(a.atom_id, b.atom_id));
}

/** Unverified atoms that would be the best evidence for something, those that would raise most requirements first. */
function* promising(
  app: CareerApp,
  opportunityId: string,
  atoms: readonly ExperienceAtom[],
  today: MatchReport,
): Steps<ExperienceAtom[]> {
  const unverified = atoms.filter((atom) => !atom.verified);
  if (unverified.length === 0) return [];
  const believed = unverified.map((atom) => ({ ...atom, verified: true }));
  const gains = new Map<string, number>();
  const steps = reportStepsFor(app, opportunityId, believed, today.strategy, today.profile_id);
  const { requirement_matches } = yield* partOf(steps, 1, mostMatches);
  for (const [at, match] of requirement_matches.entries()) {
    const id = match.contributing_atom_id ?? match.explanation?.nearest_atom_id;
    const gain = match.best_score - (today.requirement_matches[at]?.best_score ?? 0);
    if (id && gain > 0) gains.set(id, (gains.get(id) ?? 0) + gain);
  }
  const gainOf = ({ atom_id }: ExperienceAtom) => gains.get(atom_id) ?? 0;
  return unverified
    .filter((atom) => gainOf(atom) > 0)
    .sort((a, b) => gainOf(b) - gainOf(a) || byteOrder(a.atom_id, b.atom_id));
}
