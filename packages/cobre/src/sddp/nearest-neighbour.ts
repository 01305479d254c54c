/**
 * An order of the openings of a stage in which each is close to the one before, so that a solver that starts from the
 * last basis has little to do. Found greedily once per stage; begins with the opening nearest to the mean.
 */
export function nearestNeighbourOrder(points: Float64Array, count: number, dimension: number): Int32Array {
  const order = new Int32Array(count);
  const left = new Set(Array.from({ length: count }, (_, k) => k));
  let here = meanOf(points, count, dimension);
  for (let k = 0; k < count; k++) {
    const next = nearest(points, dimension, left, here);
    order[k] = next;
    left.delete(next);
    here = points.subarray(next * dimension, (next + 1) * dimension);
  }
  return order;
}

function meanOf(points: Float64Array, count: number, dimension: number): Float64Array {
  const mean = new Float64Array(dimension);
  for (let at = 0; at < points.length; at++) mean[at % dimension]! += points[at]! / count;
  return mean;
}

function nearest(points: Float64Array, dimension: number, among: Set<number>, to: Float64Array): number {
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of among) {
    let square = 0;
    for (let d = 0; d < dimension; d++) square += (points[candidate * dimension + d]! - to[d]!) ** 2;
    if (square < least) {
      least = square;
      best = candidate;
    }
  }
  return best;
}
