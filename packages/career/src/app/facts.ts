import type { MatchReport } from '../match/report.js';
import type { Facts } from '../validate/rule.js';
import type { CareerApp } from './career-app.js';
import { matchOf } from './claims-of.js';
import { strategyNamed } from './strategies.js';

/** What the stores say, and what the strategy would answer today; computed once, however many rules ask. */
export function factsFrom(app: CareerApp, ks: { kLex: number; kEmb: number }): Facts {
  let known: { readonly of: string; readonly report: MatchReport | undefined } | undefined;
  return {
    atom: (id) => app.store.atom(id),
    opportunity: (id) => app.store.opportunity(id),
    recomputed: (report) => {
      const of = JSON.stringify([report.opportunity_id, report.strategy, report.profile_id]);
      if (known?.of !== of) known = { of, report: recomputed(app, report, ks) };
      return known.report;
    },
  };
}

/** For the run that has just computed the report from these very stores. */
export function factsOfRun(app: CareerApp, report: MatchReport): Facts {
  return {
    atom: (id) => app.store.atom(id),
    opportunity: (id) => app.store.opportunity(id),
    recomputed: () => report,
  };
}

export function recomputed(
  app: CareerApp,
  { opportunity_id, strategy, profile_id }: Pick<MatchReport, 'opportunity_id' | 'strategy' | 'profile_id'>,
  ks: { kLex: number; kEmb: number },
): MatchReport | undefined {
  const opportunity = app.store.opportunity(opportunity_id);
  const atoms = app.store.atoms(profile_id);
  const known = strategyNamed(strategy);
  return opportunity && known && matchOf(app, known, { opportunity, atoms, ...ks }, profile_id);
}
