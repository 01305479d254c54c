/**
 * A ZIP file of files in memory: deflated, UTF-8 names, no streams, no 64-bit extension. Times are fixed, so that the same
 * files give the same bytes. (PKWARE's APPNOTE, sections 4.3.7 to 4.3.16.)
 */
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable?: boolean;
}

const deflated = 8;
const utf8Names = 0x0800;
/** 1 January 1980, the first day the format knows. */
const firstDay = 0x0021;

export function zip(entries: readonly ZipEntry[], level = 9): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.path);
    const packed = deflateRawSync(entry.bytes, { level });
    const common = commonFields(entry, packed.length, name.length);
    const header = Buffer.concat([signature(0x04034b50), common, Buffer.alloc(2), name]);
    directory.push(directoryRecord(entry, common, offset, name));
    parts.push(header, packed);
    offset += header.length + packed.length;
  }
  const index = Buffer.concat(directory);
  return Buffer.concat([...parts, index, endRecord(entries.length, index.length, offset)]);
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** What a local header and its record in the directory have in common, from the version to the length of the name. */
function commonFields({ bytes }: ZipEntry, packedSize: number, nameLength: number): Buffer {
  const fields = Buffer.alloc(24);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(utf8Names, 2);
  fields.writeUInt16LE(deflated, 4);
  fields.writeUInt16LE(0, 6);
  fields.writeUInt16LE(firstDay, 8);
  fields.writeUInt32LE(crc32(bytes), 10);
  fields.writeUInt32LE(packedSize, 14);
  fields.writeUInt32LE(bytes.length, 18);
  fields.writeUInt16LE(nameLength, 22);
  return fields;
}

function directoryRecord({ executable }: ZipEntry, common: Buffer, offset: number, name: Buffer): Buffer {
  const madeBy = Buffer.from([20, 3]); // version 2.0 on a system with file modes
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(((executable ? 0o100755 : 0o100644) << 16) >>> 0, 6);
  rest.writeUInt32LE(offset, 10);
  return Buffer.concat([signature(0x02014b50), madeBy, common, Buffer.alloc(2), rest, name]);
}

function endRecord(count: number, size: number, offset: number): Buffer {
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt16LE(count, 8);
  record.writeUInt16LE(count, 10);
  record.writeUInt32LE(size, 12);
  record.writeUInt32LE(offset, 16);
  return record;
}
