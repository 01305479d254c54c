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

function unpack(bytes: Uint8Array, start: number, bitWidth: number, into: Uint32Array): void {
  if (start + Math.ceil((into.length * bitWidth) / 8) > bytes.length) throw new Error('values end within a packed run');
  for (let i = 0; i < into.length; i++) {
    let value = 0;
    for (let bit = 0; bit < bitWidth; bit++) {
      const position = i * bitWidth + bit;
      const byte = bytes[start + (position >> 3)] ?? 0;
      value += ((byte >> (position & 7)) & 1) * 2 ** bit;
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
