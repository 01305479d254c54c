/** `policy/states/stage_NNN.bin`: the states the training visited, one FlatBuffers table StageStates per file. */
import { Builder, ByteBuffer } from 'flatbuffers';
import { FlatTable } from './flat-table.js';
import { doubleVector, offsetVector } from './flat-vectors.js';
import { identifier } from './identifier.js';
import { addSlot, type EntitySlot, readSlot } from './slot-table.js';

export interface StoredStates {
  readonly stageId: number;
  readonly stateDimension: number;
  readonly count: number;
  /** State-major. */
  readonly data: Float64Array;
  /** What only the current layout tells. */
  readonly current?: { readonly slots: readonly EntitySlot[]; readonly nodeId: number };
}

export function encodeStageStates({ stageId, stateDimension, count, data, current }: StoredStates): Uint8Array {
  const builder = new Builder(1024 + data.length * 8);
  builder.forceDefaults(true);
  const values = doubleVector(builder, data);
  const slots =
    current &&
    offsetVector(
      builder,
      current.slots.map((slot) => addSlot(builder, slot)),
    );
  builder.startObject(current ? 6 : 4);
  builder.addFieldInt32(0, stageId, 0);
  builder.addFieldInt32(1, stateDimension, 0);
  builder.addFieldInt32(2, count, 0);
  builder.addFieldOffset(3, values, 0);
  if (slots !== undefined) builder.addFieldOffset(4, slots, 0);
  if (current) builder.addFieldInt32(5, current.nodeId, -1);
  builder.finish(builder.endObject(), current ? identifier : undefined);
  return builder.asUint8Array();
}

export function decodeStageStates(bytes: Uint8Array): StoredStates {
  const table = FlatTable.root(new ByteBuffer(bytes));
  const slots = table.tables(4).map(readSlot);
  return {
    stageId: table.uint32(0),
    stateDimension: table.uint32(1),
    count: table.uint32(2),
    data: table.doubles(3),
    ...(slots.length > 0 ? { current: { slots, nodeId: table.int32(5, -1) } } : {}),
  };
}
