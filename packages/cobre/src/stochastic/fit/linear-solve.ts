const SINGULAR = 1e-12;

/** Solves a small dense system by Gaussian elimination with partial pivoting; null when it is singular. */
export function solveLinear(matrix: readonly (readonly number[])[], rhs: readonly number[]): number[] | null {
  const n = rhs.length;
  const rows = matrix.map((row, i) => [...row, rhs[i]!]);
  for (let k = 0; k < n; k++) {
    const pivot = pivotRow(rows, k);
    if (Math.abs(rows[pivot]![k]!) < SINGULAR) return null;
    [rows[k], rows[pivot]] = [rows[pivot]!, rows[k]!];
    for (let i = k + 1; i < n; i++) eliminate(rows[i]!, rows[k]!, k);
  }
  const x = new Array<number>(n).fill(0);
  for (let i = n - 1; i >= 0; i--) {
    let left = rows[i]![n]!;
    for (let j = i + 1; j < n; j++) left -= rows[i]![j]! * x[j]!;
    x[i] = left / rows[i]![i]!;
  }
  return x;
}

function pivotRow(rows: readonly (readonly number[])[], k: number): number {
  let best = k;
  for (let i = k + 1; i < rows.length; i++) if (Math.abs(rows[i]![k]!) > Math.abs(rows[best]![k]!)) best = i;
  return best;
}

function eliminate(row: number[], pivot: readonly number[], k: number): void {
  const factor = row[k]! / pivot[k]!;
  for (let j = k; j < row.length; j++) row[j]! -= factor * pivot[j]!;
}
