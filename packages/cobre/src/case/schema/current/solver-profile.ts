import * as z from 'zod';
import { nonNegative, positive, withoutEffect } from '../primitives.js';

/** How the LP solver of the original is tuned. Ours chooses for itself, so the whole profile is read and noted. */
export const solverProfile = z
  .object({
    dual_edge_weight: z.enum(['devex', 'steepest_edge', 'dantzig']).nullish(),
    scale: z.enum(['off', 'solver_scaling']).nullish(),
    price: z.enum(['row', 'row_hyper_sparse']).nullish(),
    presolve: z.enum(['on', 'off', 'choose']).nullish(),
    primal_feasibility_tolerance: positive.nullish(),
    dual_feasibility_tolerance: positive.nullish(),
    simplex_update_limit: z.int().min(1).nullish(),
    cost_perturbation: nonNegative.nullish(),
    refactor_error_tolerance: nonNegative.nullish(),
    factor_pivot_threshold: nonNegative.nullish(),
    use_warm_start: z.boolean().nullish(),
    steepest_edge_devex_fallback_threshold: nonNegative.nullish(),
  })
  .nullish()
  .meta(withoutEffect('the solver here chooses its own tuning; results do not depend on it'));
