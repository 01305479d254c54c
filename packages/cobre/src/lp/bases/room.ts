/** The same list with more room behind it. */
export function widerIntegers(list: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const wider = new Int32Array(length);
  wider.set(list);
  return wider;
}

export function widerNumbers(list: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const wider = new Float64Array(length);
  wider.set(list);
  return wider;
}
