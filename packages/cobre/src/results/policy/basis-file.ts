/**
 * `policy/basis/stage_NNN.bin`: the basis a stage starts from, one FlatBuffers table StageBasis per file. Codes are those
 * of HiGHS; rows are the model's followed by the cuts that were rows. A resumed training reads `continuation/` instead,
 * which also tells which cuts these are.
 */
import { Builder, ByteBuffer } from 'flatbuffers';
import { FlatTable } from './flat-table.js';

export interface StoredBasis {
  readonly stageId: number;
  readonly iteration: number;
  readonly columnStatus: Uint8Array;
  readonly rowStatus: Uint8Array;
  readonly cutRows: number;
}

const field = { id: 0, iteration: 1, columns: 2, rows: 3, columnStatus: 4, rowStatus: 5, cutRows: 6 } as const;

export function encodeStageBasis(
  { stageId, iteration, columnStatus, rowStatus, cutRows }: StoredBasis,
  tag?: string,
): Uint8Array {
  const builder = new Builder(256 + columnStatus.length + rowStatus.length);
  builder.forceDefaults(true);
  const columns = builder.createByteVector(columnStatus);
  const rows = builder.createByteVector(rowStatus);
  builder.startObject(7);
  builder.addFieldInt32(field.id, stageId, 0);
  builder.addFieldInt32(field.iteration, iteration, 0);
  builder.addFieldInt32(field.columns, columnStatus.length, 0);
  builder.addFieldInt32(field.rows, rowStatus.length, 0);
  builder.addFieldOffset(field.columnStatus, columns, 0);
  builder.addFieldOffset(field.rowStatus, rows, 0);
  builder.addFieldInt32(field.cutRows, cutRows, 0);
  builder.finish(builder.endObject(), tag);
  return builder.asUint8Array();
}

export function decodeStageBasis(bytes: Uint8Array): StoredBasis {
  const table = FlatTable.root(new ByteBuffer(bytes));
  return {
    stageId: table.uint32(field.id),
    iteration: table.uint32(field.iteration),
    columnStatus: table.bytes(field.columnStatus),
    rowStatus: table.bytes(field.rowStatus),
    cutRows: table.uint32(field.cutRows),
  };
}
