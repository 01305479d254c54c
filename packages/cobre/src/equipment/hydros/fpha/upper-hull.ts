/**
 * The concave envelope of a function of two variables on a small grid, as planes z = c0 + cv·v + cq·q.
 *
 * A plane through grid points belongs to the envelope when no grid point lies above it; with some tens of points it is
 * simplest and safest to try every triple. The stage problem imposes every plane, so their minimum is what counts, and
 * the minimum of the envelope planes is the smallest concave function above all points.
 */
export interface GridPoint {
  readonly v: number;
  readonly q: number;
  readonly z: number;
}

export interface Plane {
  readonly c0: number;
  readonly cv: number;
  readonly cq: number;
}

export function heightOf(plane: Plane, v: number, q: number): number {
  return plane.c0 + plane.cv * v + plane.cq * q;
}

export function upperHull(points: readonly GridPoint[]): Plane[] {
  const scale = Math.max(1e-9, ...points.map((point) => Math.abs(point.z)));
  const tolerance = scale * 1e-9;
  const oneVolume = points.every((point) => point.v === points[0]!.v);
  const candidates = oneVolume ? linesThrough(points) : planesThrough(points);
  const above = (plane: Plane) => points.every((p) => heightOf(plane, p.v, p.q) >= p.z - tolerance);
  return withoutDuplicates(candidates.filter(above), points, tolerance * 10);
}

function planesThrough(points: readonly GridPoint[]): Plane[] {
  const planes: Plane[] = [];
  for (let i = 0; i < points.length; i++) {
    for (let j = i + 1; j < points.length; j++) {
      for (let k = j + 1; k < points.length; k++) {
        const plane = through(points[i]!, points[j]!, points[k]!);
        if (plane) planes.push(plane);
      }
    }
  }
  return planes;
}

function through(a: GridPoint, b: GridPoint, c: GridPoint): Plane | null {
  const [bv, bq, bz] = [b.v - a.v, b.q - a.q, b.z - a.z];
  const [cv, cq, cz] = [c.v - a.v, c.q - a.q, c.z - a.z];
  const determinant = bv * cq - cv * bq;
  const size = Math.hypot(bv, bq) * Math.hypot(cv, cq);
  if (Math.abs(determinant) <= 1e-10 * size) return null;
  const slopeV = (bz * cq - cz * bq) / determinant;
  const slopeQ = (bv * cz - cv * bz) / determinant;
  return { c0: a.z - slopeV * a.v - slopeQ * a.q, cv: slopeV, cq: slopeQ };
}

function linesThrough(points: readonly GridPoint[]): Plane[] {
  return points.flatMap((a, i) =>
    points.slice(i + 1).flatMap((b) => {
      if (a.q === b.q) return [];
      const cq = (b.z - a.z) / (b.q - a.q);
      return [{ c0: a.z - cq * a.q, cv: 0, cq }];
    }),
  );
}

/** Two planes are the same when they agree on the whole grid. */
function withoutDuplicates(planes: readonly Plane[], points: readonly GridPoint[], tolerance: number): Plane[] {
  const kept: Plane[] = [];
  for (const plane of planes) {
    const same = (other: Plane) =>
      points.every((p) => Math.abs(heightOf(plane, p.v, p.q) - heightOf(other, p.v, p.q)) <= tolerance);
    if (!kept.some(same)) kept.push(plane);
  }
  return kept;
}
