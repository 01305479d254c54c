/**
 * The proven upper bound by inner approximation: between states of known cost the true cost lies below the line, because it
 * is convex. To the visited states come corners that enclose every state that can occur, so nothing is assumed about slopes.
 */
import type { CutPool } from '../../lp/cuts/cut-pool.js';
import { InnerStage, type Vertices } from '../inner-stage.js';
import type { MultistageProblem } from '../multistage-problem.js';
import type { ProofWork } from './lower.js';
import type { Box } from './reach.js';

export interface ProvenInner {
  /** In scaled money; infinite when no way was found to enclose all states. */
  readonly value: number;
  /** `vertices[t]`: states that enter stage t and what stage t and all that follows cost from there at most. */
  readonly vertices: readonly Vertices[];
}

/** Up to this many states that move, every corner of their box is taken; beyond, the corners of a simplex around it. */
const boxDimensions = 5;
/** Visited states of a stage that are used, the latest ones. */
const mostVisited = 300;

export async function proveInner(
  problem: MultistageProblem,
  visited: readonly (readonly Float64Array[])[],
  reach: readonly Box[],
  boundary: CutPool | undefined,
  work: ProofWork,
): Promise<ProvenInner> {
  const last = problem.stages.length - 1;
  const vertices: Vertices[] = problem.stages.map(() => ({ states: [], values: [] }));
  const uses: (readonly ReadonlySet<number>[])[] = problem.stages.map(() => []);
  const candidates = reach.map((box, t) => (t === 0 ? [] : [...visited[t - 1]!.slice(-mostVisited), ...corners(box)]));
  const total = 1 + candidates.reduce((sum, states) => sum + states.length, 0);
  let done = 0;
  for (let t = last; t >= 1; t--) {
    const inner = innerStage(problem, t, vertices[t + 1], boundary, work);
    const found: { state: Float64Array; value: number; uses: Set<number> }[] = [];
    for (const state of candidates[t]!) {
      const used = new Set<number>();
      const value = inner.cost(state, used);
      if (value < Infinity) found.push({ state, value, uses: used });
      await work.step(++done, total);
    }
    inner.dispose();
    vertices[t] = { states: found.map(({ state }) => state), values: found.map(({ value }) => value) };
    uses[t] = found.map((one) => one.uses);
  }
  const first = innerStage(problem, 0, vertices[1], boundary, work);
  const used = new Set<number>();
  const value = first.cost(problem.initialState, used);
  first.dispose();
  await work.step(total, total);
  return { value, vertices: needed(vertices, uses, used) };
}

export function innerStage(
  problem: MultistageProblem,
  t: number,
  later: Vertices | undefined,
  boundary: CutPool | undefined,
  { makeSolver }: Pick<ProofWork, 'makeSolver'>,
): InnerStage {
  const stage = problem.stages[t]!;
  if (t < problem.stages.length - 1) {
    return new InnerStage(stage, { kind: 'vertices', vertices: later!, limits: null }, makeSolver);
  }
  return new InnerStage(stage, boundary ? { kind: 'boundary', cuts: boundary } : { kind: 'none' }, makeSolver);
}

/** Only vertices that some interpolation uses, so that less has to be kept and checked. */
function needed(
  vertices: readonly Vertices[],
  uses: readonly (readonly ReadonlySet<number>[])[],
  root: ReadonlySet<number>,
): Vertices[] {
  let wanted = [...root].sort((a, b) => a - b);
  return vertices.map(({ states, values }, t) => {
    if (t === 0) return { states: [], values: [] };
    const kept = { states: wanted.map((k) => states[k]!), values: wanted.map((k) => values[k]!) };
    wanted = [...new Set(wanted.flatMap((k) => [...uses[t]![k]!]))].sort((a, b) => a - b);
    return kept;
  });
}

/** States whose hull holds the whole box. */
function corners({ low, high }: Box): Float64Array[] {
  const moving = [...low.keys()].filter((s) => high[s]! > low[s]!);
  const at = (weights: ReadonlyMap<number, number>) =>
    Float64Array.from(low, (least, s) => least + (weights.get(s) ?? 0) * (high[s]! - least));
  if (moving.length > boxDimensions) {
    const far = moving.map((s) => at(new Map([[s, moving.length]])));
    return [at(new Map()), ...far];
  }
  return Array.from({ length: 2 ** moving.length }, (_, bits) =>
    at(new Map(moving.map((s, k) => [s, (bits >> k) & 1]))),
  );
}
