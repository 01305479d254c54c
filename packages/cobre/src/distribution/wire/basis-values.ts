/** A basis without the zeros at its end, most of which is room for cuts that are not there yet. */
export function withoutZeros(values: Float64Array): Float64Array {
  let length = values.length;
  while (length > 0 && values[length - 1] === 0) length--;
  return values.slice(0, length);
}

export function padded(values: Float64Array, size: number): Float64Array {
  const whole = new Float64Array(size);
  whole.set(values);
  return whole;
}
