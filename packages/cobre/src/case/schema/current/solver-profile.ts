import * as z from 'zod';
import { nonNegative, positive, setting, withoutEffect } from '../primitives.js';

const idle = <T extends z.ZodType>(schema: T, meaning: string) =>
  setting(schema, `${meaning}; no effect, as all of the profile`);

const shape = {
  dual_edge_weight: idle(z.enum(['devex', 'steepest_edge', 'dantzig']), 'Weights of the edges in the dual simplex'),
  scale: idle(z.enum(['off', 'solver_scaling']), 'Scaling of the matrix'),
  price: idle(z.enum(['row', 'row_hyper_sparse']), 'Pricing'),
  presolve: idle(z.enum(['on', 'off', 'choose']), 'Presolve'),
  primal_feasibility_tolerance: idle(positive, 'Largest violation of a row or bound'),
  dual_feasibility_tolerance: idle(positive, 'Largest violation of a reduced cost'),
  simplex_update_limit: idle(z.int().min(1), 'Updates of a factorization before a new one'),
  cost_perturbation: idle(nonNegative, 'Factor on the perturbation of costs'),
  refactor_error_tolerance: idle(nonNegative, 'Error from which a basis is factorized anew'),
  factor_pivot_threshold: idle(nonNegative, 'Smallest pivot, as a share of its column'),
  use_warm_start: idle(z.boolean(), 'Whether a problem starts from an earlier basis'),
  steepest_edge_devex_fallback_threshold: idle(nonNegative, 'Error of weights from which steepest_edge turns to devex'),
};

/** How the LP solver of the original is tuned. Ours chooses for itself, so the whole profile is read and noted. */
export const solverProfile = (phase: string) =>
  setting(z.object(shape), `Tuning of the LP solver for ${phase}`).meta(
    withoutEffect('the solver here chooses its own tuning; results do not depend on it'),
  );
