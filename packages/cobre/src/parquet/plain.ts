import type { SchemaElement } from 'hyparquet';

export type Value = number | string | boolean;

/** Decodes `count` values written one after the other; numbers and text come out as such, dates and times as days. */
export function decodePlain(bytes: Uint8Array, element: SchemaElement, count: number): Value[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (element.type === 'BYTE_ARRAY') return decodeText(bytes, view, count);
  if (element.type === 'BOOLEAN') return decodeBits(bytes, count);
  const width = widths[element.type ?? ''];
  if (width === undefined) throw new Error(`values of type ${element.type} are not supported`);
  if (count * width > bytes.length) throw new Error(`${count} values do not fit into ${bytes.length} bytes`);
  const read = reader(element);
  const values = new Array<number>(count);
  for (let i = 0; i < count; i++) values[i] = read(view, i * width);
  return values;
}

const widths: Readonly<Record<string, number>> = { INT32: 4, INT64: 8, INT96: 12, FLOAT: 4, DOUBLE: 8 };

type Read = (view: DataView, at: number) => number;

function reader(element: SchemaElement): Read {
  switch (element.type) {
    case 'INT32':
      return isUnsigned(element) ? (view, at) => view.getUint32(at, true) : (view, at) => view.getInt32(at, true);
    case 'INT64': {
      const perDay = unitsPerDay(element);
      if (perDay !== null) return (view, at) => Math.floor(Number(view.getBigInt64(at, true)) / perDay);
      return (view, at) => Number(isUnsigned(element) ? view.getBigUint64(at, true) : view.getBigInt64(at, true));
    }
    case 'INT96':
      // Nanoseconds of the day, then the Julian day; 2440588 is 1970-01-01.
      return (view, at) => view.getInt32(at + 8, true) - 2440588;
    case 'FLOAT':
      return (view, at) => view.getFloat32(at, true);
    default:
      return (view, at) => view.getFloat64(at, true);
  }
}

function isUnsigned({ converted_type: converted, logical_type: logical }: SchemaElement): boolean {
  return converted?.startsWith('UINT') === true || (logical?.type === 'INTEGER' && !logical.isSigned);
}

const dayInMillis = 86_400_000;

function unitsPerDay({ converted_type: converted, logical_type: logical }: SchemaElement): number | null {
  const unit = logical?.type === 'TIMESTAMP' ? logical.unit : converted?.replace('TIMESTAMP_', '');
  if (unit === 'MILLIS') return dayInMillis;
  if (unit === 'MICROS') return dayInMillis * 1000;
  return unit === 'NANOS' ? dayInMillis * 1_000_000 : null;
}

/** Eight truth values in a byte, the first in its lowest bit. */
function decodeBits(bytes: Uint8Array, count: number): boolean[] {
  if (count > bytes.length * 8) throw new Error(`${count} values do not fit into ${bytes.length} bytes`);
  return Array.from({ length: count }, (_, i) => ((bytes[i >> 3]! >> (i & 7)) & 1) === 1);
}

function decodeText(bytes: Uint8Array, view: DataView, count: number): string[] {
  const decoder = new TextDecoder();
  const texts: string[] = [];
  let offset = 0;
  for (let i = 0; i < count; i++) {
    if (offset + 4 > bytes.length) throw new Error('text values end early');
    const length = view.getUint32(offset, true);
    offset += 4;
    if (offset + length > bytes.length) throw new Error('a text value ends beyond its page');
    texts.push(decoder.decode(bytes.subarray(offset, offset + length)));
    offset += length;
  }
  return texts;
}
