import type { StoppingRuleSpec } from '../../case/model.js';

export type StopReason =
  | 'iteration_limit'
  | 'time_limit'
  | 'bound_stalling'
  | 'simulation'
  | 'gap'
  | 'shutdown'
  | 'error';

/** What a rule may look at after an iteration. */
export interface TrainingHistory {
  /** Iterations done, counted over resumed runs too. */
  readonly iteration: number;
  readonly elapsedSeconds: number;
  /** One per iteration, the newest last. */
  readonly lowerBounds: readonly number[];
  /** What the policy costs over the whole tree; null where paths are sampled. */
  readonly exactUpperBound: number | null;
  /** Mean cost of each stage over some simulated trajectories of the present policy. */
  simulate(replications: number): Promise<Float64Array>;
}

/** A rule with its settings; it may remember what it saw earlier. */
export interface StoppingRule {
  readonly reason: StopReason;
  /** True when a stop for this reason means that the policy has converged. */
  readonly converges: boolean;
  reached(history: TrainingHistory): boolean | Promise<boolean>;
}

export type RuleOf<Type extends StoppingRuleSpec['type']> = (
  spec: Extract<StoppingRuleSpec, { readonly type: Type }>,
) => StoppingRule;
