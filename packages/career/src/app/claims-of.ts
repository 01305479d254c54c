import { ownProfile } from '../domain/atom.js';
import type { PersonFacts } from '../domain/work-wishes.js';
import { gatesOf, type PostingGate } from '../match/posting-gates.js';
import type { MatchReport } from '../match/report.js';
import type { MatchInput, MatchStrategy } from '../match/strategy.js';
import type { CareerApp } from './career-app.js';
import { personOf } from './person.js';
import { withRight } from './right-claim.js';
import type { Steps } from './steps.js';

/** A match of one person's claims, piece by piece; the report says whose they were when it is not whoever keeps this database. */
export function* matchStepsOf(
  app: CareerApp,
  strategy: MatchStrategy,
  input: MatchInput,
  profileId: string | undefined,
  person: PersonFacts | null = personOf(app, input.atoms, profileId),
): Steps<MatchReport> {
  const { opportunity, atoms } = input;
  const nearest = app.nearestAmong(atoms);
  const said = strategy.isGated && person !== null ? person : undefined;
  const whole = said === undefined ? input : { ...input, atoms: withRight(atoms, opportunity, said, profileId) };
  const asked = strategy.steps ? yield* strategy.steps(whole, nearest) : strategy.match(whole, nearest);
  const report = said === undefined ? asked : gated(asked, gatesOf(opportunity, said));
  return profileId === undefined || profileId === ownProfile ? report : { ...report, profile_id: profileId };
}

/** What fails here makes a job impossible, however well the rest fits. */
function gated(report: MatchReport, gates: readonly PostingGate[]): MatchReport {
  if (gates.length === 0) return report;
  const isShut = gates.some(({ verdict }) => verdict === 'failed');
  const final = isShut ? 0 : report.overall_score;
  return { ...report, overall_score: final, breakdown: { ...report.breakdown, final_score: final }, gates: [...gates] };
}
