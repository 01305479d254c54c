import type { StoppingRuleSpec } from '../../case/model.js';
import { boundStalling } from './bound-stalling.js';
import { gap } from './gap.js';
import { iterationLimit } from './iteration-limit.js';
import { simulation } from './simulation.js';
import type { RuleOf, StoppingRule, TrainingHistory } from './stopping-rule.js';
import { timeLimit } from './time-limit.js';

export type { StoppingRule, StopReason, TrainingHistory } from './stopping-rule.js';

export const stoppingRules: { readonly [Type in StoppingRuleSpec['type']]: RuleOf<Type> } = {
  iteration_limit: iterationLimit,
  time_limit: timeLimit,
  bound_stalling: boundStalling,
  simulation,
  gap,
};

/** A case that names no limit of iterations gets this one. */
export const defaultIterationLimit = 100;

/** The rule that ends the training, if the rules together say so; the first of several in the order of the case. */
export function stoppingJudge(
  specs: readonly StoppingRuleSpec[],
  mode: 'any' | 'all',
): (history: TrainingHistory) => Promise<StoppingRule | undefined> {
  const rules = specs.map(ruleOf);
  const limited = specs.some((spec) => spec.type === 'iteration_limit');
  const guard = stoppingRules.iteration_limit({ type: 'iteration_limit', limit: defaultIterationLimit });
  return async (history) => {
    if (rules.length === 0) return guard.reached(history) ? guard : undefined;
    // Every rule is asked every time, because some remember what they see.
    const reached = await Promise.all(rules.map((rule) => rule.reached(history)));
    const stops = mode === 'all' ? reached.every(Boolean) : reached.some(Boolean);
    if (stops) return rules[reached.indexOf(true)];
    return !limited && guard.reached(history) ? guard : undefined;
  };
}

function ruleOf(spec: StoppingRuleSpec): StoppingRule {
  switch (spec.type) {
    case 'iteration_limit':
      return stoppingRules.iteration_limit(spec);
    case 'time_limit':
      return stoppingRules.time_limit(spec);
    case 'bound_stalling':
      return stoppingRules.bound_stalling(spec);
    case 'simulation':
      return stoppingRules.simulation(spec);
    case 'gap':
      return stoppingRules.gap(spec);
  }
}
