/**
 * The hybrid of run-length and bit-packed encoding that levels and dictionary indexes use. Every run must yield at least
 * one value and lie within the bytes, so that damaged data ends with an error and never with an endless loop.
 */
export function decodeHybrid(bytes: Uint8Array, bitWidth: number, count: number): Uint32Array {
  if (bitWidth > 32) throw new Error(`bit width ${bitWidth} is too large`);
  const values = new Uint32Array(count);
  let offset = 0;
  let seen = 0;
  while (seen < count) {
    const run = readVarint(bytes, offset);
    offset = run.next;
    const length = run.value % 2 === 1 ? (run.value - 1) * 4 : run.value / 2;
    if (length === 0) throw new Error('a run of values is empty');
    const taken = Math.min(length, count - seen);
    if (run.value % 2 === 1) {
      unpack(bytes, offset, bitWidth, values.subarray(seen, seen + taken));
      offset += (length / 8) * bitWidth;
    } else {
      const width = Math.ceil(bitWidth / 8);
      values.fill(littleEndian(bytes, offset, width), seen, seen + taken);
      offset += width;
    }
    seen += taken;
  }
  return values;
}

function readVarint(bytes: Uint8Array, start: number): { value: number; next: number } {
  let value = 0;
  for (let i = 0; i < 5; i++) {
    const byte = bytes[start + i];
    if (byte === undefined) break;
    value += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) return { value, next: start + i + 1 };
  }
  throw new Error('values end within a run header');
}

/** Values wait in a number of 32 bits, which holds one of up to 24 bits and the byte it ends in; wider ones are rare. */
function unpack(bytes: Uint8Array, start: number, bitWidth: number, into: Uint32Array): void {
  if (start + Math.ceil((into.length * bitWidth) / 8) > bytes.length) throw new Error('values end within a packed run');
  if (bitWidth > 24) {
    unpackWide(bytes, start, bitWidth, into);
    return;
  }
  const mask = 2 ** bitWidth - 1;
  let at = start;
  let waiting = 0;
  let bits = 0;
  for (let i = 0; i < into.length; i++) {
    for (; bits < bitWidth; bits += 8) waiting |= bytes[at++]! << bits;
    into[i] = waiting & mask;
    waiting >>>= bitWidth;
    bits -= bitWidth;
  }
}

function unpackWide(bytes: Uint8Array, start: number, bitWidth: number, into: Uint32Array): void {
  for (let i = 0; i < into.length; i++) {
    let value = 0;
    for (let bit = 0, at = i * bitWidth; bit < bitWidth; bit++, at++) {
      value += ((bytes[start + (at >> 3)]! >> (at & 7)) & 1) * 2 ** bit;
    }
    into[i] = value;
  }
}

function littleEndian(bytes: Uint8Array, start: number, width: number): number {
  if (start + width > bytes.length) throw new Error('values end within a run');
  let value = 0;
  for (let i = 0; i < width; i++) value += (bytes[start + i] ?? 0) * 2 ** (8 * i);
  return value;
}
