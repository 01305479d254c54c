/**
 * Symmetric square root of a correlation matrix, V·√Λ·Vᵀ, by cyclic Jacobi rotations. Unlike a Cholesky factor it does
 * not depend on the order of the entities and accepts matrices that are only semidefinite; negative eigenvalues, which
 * only estimated or rounded matrices have, count as 0.
 */
export function spectralRoot(matrix: readonly (readonly number[])[]): Float64Array {
  const n = matrix.length;
  const a = Float64Array.from(matrix.flat());
  const vectors = new Float64Array(n * n);
  for (let i = 0; i < n; i++) vectors[i * n + i] = 1;
  for (let sweep = 0; sweep < 100 && offDiagonal(a, n) > 1e-30 * n * n; sweep++) {
    for (let p = 0; p < n; p++) for (let q = p + 1; q < n; q++) rotate(a, vectors, n, p, q);
  }
  return assemble(a, vectors, n);
}

function offDiagonal(a: Float64Array, n: number): number {
  let sum = 0;
  for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) sum += a[i * n + j]! ** 2;
  return sum;
}

/** One rotation that makes entry (p, q) zero. */
function rotate(a: Float64Array, vectors: Float64Array, n: number, p: number, q: number): void {
  const apq = a[p * n + q]!;
  if (apq === 0) return;
  const theta = (a[q * n + q]! - a[p * n + p]!) / (2 * apq);
  const tangent = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  for (let k = 0; k < n; k++) turn(a, k * n + p, k * n + q, cosine, sine);
  for (let k = 0; k < n; k++) turn(a, p * n + k, q * n + k, cosine, sine);
  for (let k = 0; k < n; k++) turn(vectors, k * n + p, k * n + q, cosine, sine);
}

function turn(data: Float64Array, first: number, second: number, cosine: number, sine: number): void {
  const x = data[first]!;
  const y = data[second]!;
  data[first] = cosine * x - sine * y;
  data[second] = sine * x + cosine * y;
}

function assemble(a: Float64Array, vectors: Float64Array, n: number): Float64Array {
  const root = new Float64Array(n * n);
  for (let k = 0; k < n; k++) {
    const scale = Math.sqrt(Math.max(0, a[k * n + k]!));
    if (scale === 0) continue;
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) root[i * n + j]! += scale * vectors[i * n + k]! * vectors[j * n + k]!;
    }
  }
  return root;
}
