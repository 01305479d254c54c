import type { MatchReport } from '../match/report.js';
import type { Facts } from '../validate/rule.js';
import type { CareerApp } from './career-app.js';
import { strategyNamed } from './strategies.js';

/** What the stores say, and what the strategy would answer today; computed once, however many rules ask. */
export function factsFrom(app: CareerApp, ks: { kLex: number; kEmb: number }): Facts {
  let known: { readonly of: string; readonly report: MatchReport | undefined } | undefined;
  return {
    atom: (id) => app.store.atom(id),
    opportunity: (id) => app.store.opportunity(id),
    recomputed: (report) => {
      const of = JSON.stringify([report.opportunity_id, report.strategy]);
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
  { opportunity_id, strategy }: Pick<MatchReport, 'opportunity_id' | 'strategy'>,
  ks: { kLex: number; kEmb: number },
): MatchReport | undefined {
  const opportunity = app.store.opportunity(opportunity_id);
  const atoms = app.store.atoms();
  return opportunity && strategyNamed(strategy)?.match({ opportunity, atoms, ...ks }, app.nearestAmong(atoms));
}
