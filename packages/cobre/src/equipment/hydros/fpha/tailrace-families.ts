/**
 * The level below a plant as quartics of the outflow, chained over ranges of it. Several families are for several levels of
 * the reservoir downstream, whose water stands back against the plant; between two of them heights are interpolated.
 */
import type { TailraceSegment } from '../entity.js';

export type Tailwater = (outflowM3s: number) => number;

interface Family {
  readonly levelM: number;
  readonly segments: readonly TailraceSegment[];
}

/** Without a level downstream, the lowest family counts. */
export function tailwaterOf(curves: readonly TailraceSegment[], levelM: number | null): Tailwater {
  const families = familiesOf(curves);
  const last = families.length - 1;
  if (last === 0 || levelM === null || levelM <= families[0]!.levelM) return heightOf(families[0]!);
  if (levelM >= families[last]!.levelM) return heightOf(families[last]!);
  const above = families.findIndex((family) => family.levelM > levelM);
  const [low, high] = [families[above - 1]!, families[above]!];
  const part = (levelM - low.levelM) / (high.levelM - low.levelM);
  const [lower, upper] = [heightOf(low), heightOf(high)];
  return (outflow) => (1 - part) * lower(outflow) + part * upper(outflow);
}

function familiesOf(curves: readonly TailraceSegment[]): Family[] {
  const ids = [...new Set(curves.map(({ familyId }) => familyId))];
  return ids
    .map((id) => {
      const segments = curves.filter(({ familyId }) => familyId === id).sort((a, b) => a.fromM3s - b.fromM3s);
      return { levelM: segments[0]!.downstreamLevelM ?? 0, segments };
    })
    .sort((a, b) => a.levelM - b.levelM);
}

/** Outflows beyond the curve are taken to its ends. */
function heightOf({ segments }: Family): Tailwater {
  const [first, last] = [segments[0]!.fromM3s, segments.at(-1)!.toM3s];
  return (outflow) => {
    const inside = Math.min(Math.max(outflow, first), last);
    const segment = segments.find(({ toM3s }) => inside <= toM3s) ?? segments.at(-1)!;
    return segment.coefficients.reduceRight((sum, coefficient) => sum * inside + coefficient, 0);
  };
}
