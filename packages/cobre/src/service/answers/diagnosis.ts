/** What a convergence history shows: where the lower bound stopped climbing, how noisy the upper bound is, what remains. */
import type { ConvergenceHistory, ConvergenceIteration } from './convergence.js';

export interface Diagnosis {
  readonly iterations: number;
  readonly first: ConvergenceIteration;
  readonly last: ConvergenceIteration;
  /** The plateau at the end of the lower bound; null while it still climbs. */
  readonly stall: { readonly since: number; readonly length: number; readonly rise: number } | null;
  /** Standard deviation over mean of the upper bound in the last iterations. */
  readonly upperVolatility: number;
  /** Share of the last gap that the 95 % interval of the upper bound explains; above 1 the gap may be noise. */
  readonly noiseShare: number | null;
  /** What the lower bound gained in the last tenth of the iterations, relative to itself. */
  readonly recentGain: number;
  readonly secondsPerIteration: number;
  readonly advice: readonly string[];
}

/** A step below this share of the bound counts as none. */
const flatStep = 1e-4;
const shortestStall = 5;
const window = 10;

export function diagnose(
  { iterations, termination_reason }: ConvergenceHistory,
  riskMeasure: string | null = null,
): Diagnosis | null {
  const [first, last] = [iterations[0], iterations.at(-1)];
  if (first === undefined || last === undefined) return null;
  const tail = iterations.slice(-window);
  const facts = {
    iterations: iterations.length,
    first,
    last,
    stall: stallOf(iterations),
    upperVolatility: volatility(tail.map(({ upper_bound }) => upper_bound)),
    noiseShare:
      last.upper_bound === last.lower_bound ? null : last.ci_95 / Math.abs(last.upper_bound - last.lower_bound),
    recentGain: gainOf(iterations.slice(-Math.max(2, Math.ceil(iterations.length / 10)))),
    secondsPerIteration: last.wall_time_ms / 1000 / iterations.length,
  };
  return { ...facts, advice: [...adviceFor(facts, termination_reason), ...negativeGap(last, riskMeasure)] };
}

function stallOf(iterations: readonly ConvergenceIteration[]): Diagnosis['stall'] {
  const end = iterations.at(-1)!;
  const scale = Math.max(1, Math.abs(end.lower_bound));
  let start = iterations.length - 1;
  while (start > 0 && Math.abs(end.lower_bound - iterations[start - 1]!.lower_bound) / scale < flatStep) start--;
  const length = iterations.length - start;
  if (length < shortestStall) return null;
  const since = iterations[start]!;
  return { since: since.iteration, length, rise: end.lower_bound - since.lower_bound };
}

function gainOf(part: readonly ConvergenceIteration[]): number {
  const [from, to] = [part[0]!.lower_bound, part.at(-1)!.lower_bound];
  return (to - from) / Math.max(1, Math.abs(to));
}

function volatility(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1);
  return Math.abs(mean) < 1e-10 ? 0 : Math.sqrt(variance) / Math.abs(mean);
}

function adviceFor(facts: Omit<Diagnosis, 'advice'>, reason: string): string[] {
  const { stall, last, upperVolatility, noiseShare, recentGain } = facts;
  const advice: string[] = [];
  if (stall === null && recentGain > flatStep) {
    advice.push(
      `The lower bound still gained ${percent(recentGain)} in the last tenth of the iterations: raise the iteration_limit before judging the gap.`,
    );
  }
  if (stall !== null && reason === 'iteration_limit') {
    advice.push(
      `The bound was flat for the last ${stall.length} iterations; a bound_stalling rule (iterations ${Math.max(10, window)}, tolerance ${flatStep}) would have stopped earlier.`,
    );
  }
  if (last.ci_95 === 0) {
    advice.push(
      'One forward pass per iteration gives no interval for the upper bound: raise training.forward_passes, or judge the policy by the simulated mean cost instead.',
    );
  } else if (noiseShare !== null && noiseShare > 0.5) {
    advice.push(
      'The interval of the upper bound is as wide as the gap: the gap is sampling noise; more forward_passes or a simulation with more scenarios would tell, more iterations would not.',
    );
  }
  if (upperVolatility > 0.1) {
    advice.push(
      `The upper bound varies by ${percent(upperVolatility)} between iterations: compare bounds only over a window, or raise forward_passes.`,
    );
  }
  if (stall !== null && last.gap > 0.05 && (noiseShare ?? 0) < 0.5) {
    advice.push(
      'A flat lower bound with a real gap points to few openings per stage (num_scenarios in stages.json), to a risk measure other than the expectation (the upper bound is then no bound), or to cut selection that drops too much.',
    );
  }
  return advice;
}

/** With CVaR the lower bound is of a risk-averse objective and the upper one a mean: they are not bounds of one number. */
function negativeGap({ gap, lower_bound, upper_bound, ci_95 }: ConvergenceIteration, risk: string | null): string[] {
  if (risk?.includes('cvar')) {
    return [
      `The risk measure is ${risk}: the lower bound is of the risk-averse objective and the upper bound a mean cost, so their gap means nothing (a negative one is expected) and no rule should stop by it. Judge by a flat lower bound, and by the mean and the tail of simulated costs.`,
    ];
  }
  if (gap >= 0) return [];
  if (lower_bound - upper_bound <= ci_95) {
    return [
      'The upper bound is below the lower one in this iteration, by less than its interval: it is an estimate from few trajectories.',
    ];
  }
  const unknown =
    risk === null ? ' The run does not say its risk measure: with CVaR this is expected, see stages.json.' : '';
  return [
    `The upper bound is below the lower one by more than its interval of ${Number(ci_95.toPrecision(4))}, which sampling hardly explains.${unknown}`,
  ];
}

export function percent(fraction: number): string {
  return `${(fraction * 100).toPrecision(3)} %`;
}
