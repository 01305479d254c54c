/**
 * `policy/cuts/stage_NNN.bin`: one FlatBuffers table StageCuts per file, with the field numbers of the original so that
 * both programs read each other's policies. Intercepts and slopes are in thousands of $, as inside the solver.
 */
import { Builder, ByteBuffer } from 'flatbuffers';
import { FlatTable } from './flat-table.js';

export interface StoredCut {
  readonly cutId: number;
  readonly slot: number;
  readonly iteration: number;
  readonly forwardPass: number;
  readonly intercept: number;
  readonly coefficients: Float64Array;
  readonly stateAtGeneration: Float64Array;
  readonly active: boolean;
}

export interface StoredStageCuts {
  readonly stageId: number;
  readonly stateDimension: number;
  readonly capacity: number;
  readonly warmStartCount: number;
  readonly cuts: readonly StoredCut[];
  readonly populatedCount: number;
}

const cutField = { id: 0, slot: 1, iteration: 2, pass: 3, intercept: 5, coefficients: 6, state: 7, active: 8 } as const;
const stageField = { id: 0, dimension: 1, capacity: 2, warm: 3, cuts: 4, activeIndices: 5, populated: 6 } as const;

export function encodeStageCuts(stage: StoredStageCuts): Uint8Array {
  const builder = new Builder(1024 + stage.cuts.length * (stage.stateDimension * 16 + 128));
  builder.forceDefaults(true);
  const cuts = offsetVector(
    builder,
    stage.cuts.map((cut) => addCut(builder, cut)),
  );
  const active = stage.cuts.flatMap(({ active: on }, k) => (on ? [k] : []));
  builder.startVector(4, active.length, 4);
  for (let k = active.length - 1; k >= 0; k--) builder.addInt32(active[k]!);
  const activeVector = builder.endVector();
  builder.startObject(7);
  builder.addFieldInt32(stageField.id, stage.stageId, 0);
  builder.addFieldInt32(stageField.dimension, stage.stateDimension, 0);
  builder.addFieldInt32(stageField.capacity, stage.capacity, 0);
  builder.addFieldInt32(stageField.warm, stage.warmStartCount, 0);
  builder.addFieldOffset(stageField.cuts, cuts, 0);
  builder.addFieldOffset(stageField.activeIndices, activeVector, 0);
  builder.addFieldInt32(stageField.populated, stage.populatedCount, 0);
  builder.finish(builder.endObject());
  return builder.asUint8Array();
}

function addCut(builder: Builder, cut: StoredCut): number {
  const coefficients = doubleVector(builder, cut.coefficients);
  const state = doubleVector(builder, cut.stateAtGeneration);
  builder.startObject(9);
  builder.addFieldInt64(cutField.id, BigInt(cut.cutId), 0n);
  builder.addFieldInt32(cutField.slot, cut.slot, 0);
  builder.addFieldInt32(cutField.iteration, cut.iteration, 0);
  builder.addFieldInt32(cutField.pass, cut.forwardPass, 0);
  builder.addFieldFloat64(cutField.intercept, cut.intercept, 0);
  builder.addFieldOffset(cutField.coefficients, coefficients, 0);
  builder.addFieldOffset(cutField.state, state, 0);
  builder.addFieldInt8(cutField.active, cut.active ? 1 : 0, 0);
  return builder.endObject();
}

export function doubleVector(builder: Builder, values: Float64Array): number {
  builder.startVector(8, values.length, 8);
  for (let k = values.length - 1; k >= 0; k--) builder.addFloat64(values[k]!);
  return builder.endVector();
}

export function offsetVector(builder: Builder, offsets: readonly number[]): number {
  builder.startVector(4, offsets.length, 4);
  for (let k = offsets.length - 1; k >= 0; k--) builder.addOffset(offsets[k]!);
  return builder.endVector();
}

export function decodeStageCuts(bytes: Uint8Array): StoredStageCuts {
  const stage = FlatTable.root(new ByteBuffer(bytes));
  return {
    stageId: stage.uint32(stageField.id),
    stateDimension: stage.uint32(stageField.dimension),
    capacity: stage.uint32(stageField.capacity),
    warmStartCount: stage.uint32(stageField.warm),
    populatedCount: stage.uint32(stageField.populated),
    cuts: stage.tables(stageField.cuts).map((cut) => ({
      cutId: cut.uint64(cutField.id),
      slot: cut.uint32(cutField.slot),
      iteration: cut.uint32(cutField.iteration),
      forwardPass: cut.uint32(cutField.pass),
      intercept: cut.float64(cutField.intercept),
      coefficients: cut.doubles(cutField.coefficients),
      stateAtGeneration: cut.doubles(cutField.state),
      active: cut.boolean(cutField.active),
    })),
  };
}
