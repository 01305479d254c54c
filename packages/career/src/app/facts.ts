import type * as z from 'zod';
import { MatchReport } from '../match/report.js';
import type { Facts } from '../validate/rule.js';
import type { CareerApp } from './career-app.js';
import { matchStepsOf } from './claims-of.js';
import { claimOfProfile } from './right-claim.js';
import { atOnce, type Steps } from './steps.js';
import { strategyNamed } from './strategies.js';

/** What the stores say, and what the strategy would answer today; computed once, however many rules ask. */
export function factsFrom(app: CareerApp, ks: Places, given?: Recomputed): Facts & RecomputesShort {
  let known = given;
  return {
    atom: (id) => app.store.atom(id) ?? claimOfProfile(app, id),
    opportunity: (id) => app.store.opportunity(id),
    recomputed: (report) => {
      if (known?.of !== keyOf(report)) known = atOnce(recomputed(app, report, ks));
      return known.report;
    },
  };
}

/** Which match a report tells of; somebody may have kept no more of it. */
export const MatchNamed = MatchReport.pick({ opportunity_id: true, strategy: true, profile_id: true });
export type MatchNamed = z.infer<typeof MatchNamed>;

interface RecomputesShort {
  recomputed(report: MatchNamed): MatchReport | undefined;
}

interface Places {
  readonly kLex: number;
  readonly kEmb: number;
}

/** A match computed again, and which one it is. */
export interface Recomputed {
  readonly of: string;
  readonly report: MatchReport | undefined;
}

const keyOf = ({ opportunity_id, strategy, profile_id }: MatchNamed) =>
  JSON.stringify([opportunity_id, strategy, profile_id]);

/** For the run that has just computed the report from these very stores. */
export function factsOfRun(app: CareerApp, report: MatchReport): Facts {
  return {
    atom: (id) => app.store.atom(id) ?? claimOfProfile(app, id),
    opportunity: (id) => app.store.opportunity(id),
    recomputed: () => report,
  };
}

export function* recomputed(app: CareerApp, named: MatchNamed, ks: Places): Steps<Recomputed> {
  const { opportunity_id, strategy, profile_id } = named;
  const opportunity = app.store.opportunity(opportunity_id);
  const atoms = app.store.atoms(profile_id);
  const known = strategyNamed(strategy);
  const report = opportunity && known && (yield* matchStepsOf(app, known, { opportunity, atoms, ...ks }, profile_id));
  return { of: keyOf(named), report };
}
