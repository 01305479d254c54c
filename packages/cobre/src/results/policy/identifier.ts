import { ByteBuffer } from 'flatbuffers';
import { FlatTable } from './flat-table.js';

/** What files of policies carry since `format_version` 2, behind the place of their root. */
export const identifier = 'CBVF';

/** The root of a file of today; one without the identifier is refused. */
export function currentRoot(bytes: Uint8Array): FlatTable {
  const tag = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', 4, 8);
  if (tag !== identifier) throw new RangeError(`it does not carry the identifier ${identifier}`);
  return FlatTable.root(new ByteBuffer(bytes));
}
