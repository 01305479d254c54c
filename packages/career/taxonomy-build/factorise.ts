/**
 * Truncated singular value decomposition by subspace iteration (Halko, Martinsson and Tropp, 2011): multiply a random
 * block by the matrix and its transpose a few times, keep it orthogonal, and the block turns towards the leading
 * directions. Start and order are fixed, so the result is too.
 */
export interface SparseMatrix {
  readonly rows: number;
  readonly columns: number;
  readonly rowStart: Int32Array;
  readonly column: Int32Array;
  readonly value: Float64Array;
}

/** A dense block, one array per vector. */
type Block = Float64Array[];

export function leadingRightVectors(matrix: SparseMatrix, rank: number): { vectors: Block; sigma: Float64Array } {
  const width = rank + 24;
  let block = orthonormal(randomBlock(matrix.columns, width));
  for (let round = 0; round < 8; round++)
    block = orthonormal(block.map((vector) => timesTranspose(matrix, times(matrix, vector))));
  const norms = block.map((vector) => Math.sqrt(dot(times(matrix, vector), times(matrix, vector))));
  const order = norms.map((_, i) => i).sort((a, b) => (norms[b] ?? 0) - (norms[a] ?? 0));
  const kept = order.slice(0, rank);
  return {
    vectors: kept.map((i) => block[i] ?? new Float64Array(0)),
    sigma: Float64Array.from(kept, (i) => norms[i] ?? 0),
  };
}

function times(matrix: SparseMatrix, vector: Float64Array): Float64Array {
  const out = new Float64Array(matrix.rows);
  for (let row = 0; row < matrix.rows; row++) {
    let sum = 0;
    const end = matrix.rowStart[row + 1] ?? 0;
    for (let k = matrix.rowStart[row] ?? 0; k < end; k++)
      sum += (matrix.value[k] ?? 0) * (vector[matrix.column[k] ?? 0] ?? 0);
    out[row] = sum;
  }
  return out;
}

function timesTranspose(matrix: SparseMatrix, vector: Float64Array): Float64Array {
  const out = new Float64Array(matrix.columns);
  for (let row = 0; row < matrix.rows; row++) {
    const weight = vector[row] ?? 0;
    const end = matrix.rowStart[row + 1] ?? 0;
    for (let k = matrix.rowStart[row] ?? 0; k < end; k++) {
      const column = matrix.column[k] ?? 0;
      out[column] = (out[column] ?? 0) + weight * (matrix.value[k] ?? 0);
    }
  }
  return out;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

/** Modified Gram-Schmidt, in place. */
function orthonormal(block: Block): Block {
  for (const [j, vector] of block.entries()) {
    for (const earlier of block.slice(0, j)) subtract(vector, earlier, dot(vector, earlier));
    const norm = Math.sqrt(dot(vector, vector));
    for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] ?? 0) / norm;
  }
  return block;
}

function subtract(vector: Float64Array, direction: Float64Array, amount: number): void {
  for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] ?? 0) - amount * (direction[i] ?? 0);
}

/** Marsaglia's xorshift: only arithmetic, so the same numbers everywhere. */
function randomBlock(length: number, width: number): Block {
  let state = 0x9e3779b9;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 31 - 1;
  };
  return Array.from({ length: width }, () => Float64Array.from({ length }, next));
}
