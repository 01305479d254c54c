/** Which row leaves, and what is noted of an exchange or of a cut that comes in. */
import { Integers, Numbers } from './arrays';
import { Basis } from './basis';

/** A Devex weight is at least that of a variable in its own row. */
const leastWeight: f64 = 1;

/** The row with the largest infeasibility for its length among those that do not wait, or -1. */
export function leavingRow(basis: Basis, rows: i32, infeasibility: Numbers, waits: Integers, bits: Integers): i32 {
  const weight = basis.edgeWeight;
  const basic = basis.basic;
  let best = -1;
  let most: f64 = 0;
  for (let w = 0, words = (rows + 31) >> 5; w < words; w++) {
    for (let left = bits[w]; left != 0; left &= left - 1) {
      const r = (w << 5) + ctz(left);
      if (waits[r] == 1) continue;
      const gain = infeasibility[r] / weight[basic[r]];
      if (gain <= most) continue;
      best = r;
      most = gain;
    }
  }
  return best;
}

/**
 * Notes the exchange of row r's variable with v, whose column is loaded, as the given change, and renews the Devex weights:
 * never too small by much, and without the further solve that exact steepest edge needs. Returns the pivot.
 */
export function noteExchange(basis: Basis, r: i32, v: i32, entries: i32, change: i32): f64 {
  const rows = basis.columnRow;
  const values = basis.columnValue;
  const weight = basis.edgeWeight;
  const rhoNorm = basis.rhoNorm[0];
  let pivot: f64 = 1;
  for (let k = 0; k < entries; k++) if (rows[k] == r) pivot = values[k];
  basis.changes.begin(change, r);
  for (let k = 0; k < entries; k++) {
    if (rows[k] == r) continue;
    basis.changes.push(change, rows[k], values[k]);
    const at = basis.basic[rows[k]];
    const ratio = values[k] / pivot;
    const reached = ratio * ratio * rhoNorm;
    if (reached > weight[at]) weight[at] = reached;
  }
  basis.changes.isCut[change] = 0;
  basis.changes.pivot[change] = pivot;
  weight[v] = max(rhoNorm / (pivot * pivot), leastWeight);
  return pivot;
}

/** Notes cut row r, whose entries towards basic variables stand where a column would be loaded, as the given change. */
export function noteCut(basis: Basis, r: i32, entries: i32, change: i32): void {
  basis.changes.begin(change, r);
  for (let k = 0; k < entries; k++) basis.changes.push(change, basis.columnRow[k], basis.columnValue[k]);
  basis.changes.isCut[change] = 1;
}
