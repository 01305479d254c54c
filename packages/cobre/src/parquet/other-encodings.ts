import type { SchemaElement } from 'hyparquet';
import { deltaBinaryUnpack, deltaByteArray, deltaLengthByteArray } from 'hyparquet/src/delta.js';
import { byteStreamSplit } from 'hyparquet/src/encoding.js';
import { decodePlain, type Value } from './plain.js';

/**
 * Encodings that few writers choose for small tables. hyparquet's own decoders serve them: each step reads bytes, so
 * that damaged data runs out of them.
 */
export function decodeOther(data: Uint8Array, encoding: number, element: SchemaElement, count: number): Value[] {
  if (count === 0) return [];
  const reader = { view: new DataView(data.buffer, data.byteOffset, data.byteLength), offset: 0 };
  switch (encoding) {
    case 5: {
      const output = element.type === 'INT64' ? new BigInt64Array(count) : new Int32Array(count);
      deltaBinaryUnpack(reader, count, output);
      return fromNumbers(output, element, count);
    }
    case 6:
    case 7: {
      const output: Uint8Array[] = new Array<Uint8Array>(count);
      (encoding === 6 ? deltaLengthByteArray : deltaByteArray)(reader, count, output);
      const decoder = new TextDecoder();
      return output.map((bytes) => decoder.decode(bytes));
    }
    case 9:
      return fromNumbers(byteStreamSplit(reader, count, element.type ?? 'DOUBLE', element.type_length), element, count);
    default:
      throw new Error(`encoding ${encoding} is not supported`);
  }
}

/** Numbers in memory are laid out as the plain encoding is, so its reader also gives them their logical type. */
function fromNumbers(numbers: unknown, element: SchemaElement, count: number): Value[] {
  if (!ArrayBuffer.isView(numbers)) throw new Error('values of this encoding are not numbers');
  return decodePlain(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), element, count);
}
