/** `policy/states/stage_NNN.bin`: the states the training visited, one FlatBuffers table StageStates per file. */
import { Builder, ByteBuffer } from 'flatbuffers';
import { FlatTable } from './flat-table.js';
import { doubleVector } from './flat-vectors.js';

export interface StoredStates {
  readonly stageId: number;
  readonly stateDimension: number;
  readonly count: number;
  /** State-major. */
  readonly data: Float64Array;
}

export function encodeStageStates({ stageId, stateDimension, count, data }: StoredStates, tag?: string): Uint8Array {
  const builder = new Builder(1024 + data.length * 8);
  builder.forceDefaults(true);
  const values = doubleVector(builder, data);
  builder.startObject(4);
  builder.addFieldInt32(0, stageId, 0);
  builder.addFieldInt32(1, stateDimension, 0);
  builder.addFieldInt32(2, count, 0);
  builder.addFieldOffset(3, values, 0);
  builder.finish(builder.endObject(), tag);
  return builder.asUint8Array();
}

export function decodeStageStates(bytes: Uint8Array): StoredStates {
  const table = FlatTable.root(new ByteBuffer(bytes));
  return { stageId: table.uint32(0), stateDimension: table.uint32(1), count: table.uint32(2), data: table.doubles(3) };
}
