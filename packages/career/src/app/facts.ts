import type { Facts } from '../validate/rule.js';
import type { CareerApp } from './career-app.js';
import { strategyNamed } from './strategies.js';

/** What the stores say, and what the strategy would answer today. */
export function factsFrom(app: CareerApp, { kLex, kEmb }: { kLex: number; kEmb: number }): Facts {
  return {
    atom: (id) => app.store.atom(id),
    opportunity: (id) => app.store.opportunity(id),
    recomputed: (report) => {
      const opportunity = app.store.opportunity(report.opportunity_id);
      const strategy = strategyNamed(report.strategy);
      if (opportunity === undefined || strategy === undefined) return undefined;
      return strategy.match({ opportunity, atoms: app.store.atoms(), kLex, kEmb }, app.nearestAtoms);
    },
  };
}
