/**
 * How far the memory of inflows can get after the last stage when the noise is that of the openings: intervals carried from stage
 * to stage by the same two equations as the memory itself (`stochastic/model.ts`). Cutting inflows off at zero only raises them, so
 * zero joins the interval there.
 */
import type { Case } from '../case/model.js';
import type { StageUncertainty, StochasticModel } from '../stochastic/model.js';

export interface Range {
  readonly low: number;
  readonly high: number;
}

/** By slot and hydro, slot-major. */
export function memoryAfterLast({ horizon }: Case, stochastic: StochasticModel): Range[] {
  const { initialLags, stages, nodes } = stochastic;
  const { nodes: named } = horizon.policyGraph;
  let memory = Array.from(initialLags, (lag): Range => ({ low: lag, high: lag }));
  stages.forEach((stage, t) => {
    const meant = nodes.filter((_, n) => named[n]!.stageIndex === t);
    const after = (meant.length > 0 ? meant : [stage]).map((one) => memoryAfter(stochastic, one, memory));
    memory = after.reduce((all, one) => all.map((range, at) => hull(range, one[at]!)));
  });
  return memory;
}

function memoryAfter(
  { hydroCount, lagCount, noise, nonNegativity }: StochasticModel,
  { inflow, transition, openings, openingCount }: StageUncertainty,
  memory: readonly Range[],
): Range[] {
  const slots = [...Array(lagCount).keys()];
  const flows = Array.from({ length: hydroCount }, (_, h) => {
    const drawn = Array.from({ length: openingCount }, (_, k) => inflow.sigma[h]! * openings[k * noise.dimension + h]!);
    const remembered = slots.map((j) => times(inflow.psi[j * hydroCount + h]!, memory[j * hydroCount + h]!));
    const flow = sum([point(inflow.base[h]!), ...remembered, { low: Math.min(...drawn), high: Math.max(...drawn) }]);
    return nonNegativity.truncates ? hull(flow, point(0)) : flow;
  });
  return slots.flatMap((i) =>
    flows.map((flow, h) => {
      const carried = slots.map((j) => times(transition.carry[i * lagCount + j]!, memory[j * hydroCount + h]!));
      const known = point(transition.constant?.[i * hydroCount + h] ?? 0);
      return sum([...carried, times(transition.gain[i]!, flow), known]);
    }),
  );
}

const point = (value: number): Range => ({ low: value, high: value });

export const hull = (one: Range, other: Range): Range => ({
  low: Math.min(one.low, other.low),
  high: Math.max(one.high, other.high),
});

function times(factor: number, { low, high }: Range): Range {
  return factor < 0 ? { low: factor * high, high: factor * low } : { low: factor * low, high: factor * high };
}

function sum(ranges: readonly Range[]): Range {
  return ranges.reduce((all, { low, high }) => ({ low: all.low + low, high: all.high + high }));
}
