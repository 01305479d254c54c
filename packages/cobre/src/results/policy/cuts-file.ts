/**
 * The cuts of a stage, one FlatBuffers table StageCuts per file, with the field numbers of the original so that both programs
 * read each other's policies. There are two layouts: that of release 0.5.1 (`policy/cuts/stage_NNN.bin`, thousands of $, as
 * inside the solver) and that of `format_version` 2 (`policy/cuts/NNN.bin`, $), which also tells what the state stands for.
 */
import { Builder, ByteBuffer } from 'flatbuffers';
import { FlatTable } from './flat-table.js';
import { doubleVector, intVector, offsetVector } from './flat-vectors.js';
import { currentRoot, identifier } from './identifier.js';
import { addDate, addSlot, dateAt, type EntitySlot, readSlot } from './slot-table.js';

export interface StoredCut {
  readonly cutId: number;
  readonly slot: number;
  readonly iteration: number;
  readonly forwardPass: number;
  readonly intercept: number;
  readonly coefficients: Float64Array;
  /** Only in the layout of 0.5.1. */
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

export interface CurrentStageCuts extends StoredStageCuts {
  readonly slots: readonly EntitySlot[];
  readonly nodeId: number;
  readonly graphStageId: number;
  /** End of the stage the cuts follow, as a number such as 20240131; null where the file does not say. */
  readonly pricedStateDate: number | null;
}

interface CutFields {
  readonly count: number;
  readonly intercept: number;
  readonly coefficients: number;
  readonly state: number | null;
  readonly active: number;
}

const cutField = { id: 0, slot: 1, iteration: 2, pass: 3 } as const;
const oldCut: CutFields = { count: 9, intercept: 5, coefficients: 6, state: 7, active: 8 };
const currentCut: CutFields = { count: 7, intercept: 4, coefficients: 5, state: null, active: 6 };
const stageField = { id: 0, dimension: 1, capacity: 2, warm: 3, cuts: 4, activeIndices: 5, populated: 6 } as const;
const currentField = { slots: 7, scale: 8, node: 9, graphStage: 10, date: 11 } as const;

export function encodeStageCuts(stage: StoredStageCuts): Uint8Array {
  const builder = new Builder(1024 + stage.cuts.length * (stage.stateDimension * 16 + 128));
  builder.forceDefaults(true);
  const vectors = cutVectors(builder, stage, oldCut);
  builder.startObject(7);
  addStage(builder, stage, vectors);
  builder.finish(builder.endObject());
  return builder.asUint8Array();
}

export function encodeCurrentCuts(stage: CurrentStageCuts): Uint8Array {
  const builder = new Builder(1024 + stage.cuts.length * (stage.stateDimension * 8 + 128));
  builder.forceDefaults(true);
  const vectors = cutVectors(builder, stage, currentCut);
  const slots = offsetVector(
    builder,
    stage.slots.map((slot) => addSlot(builder, slot)),
  );
  builder.startObject(12);
  addStage(builder, stage, vectors);
  builder.addFieldOffset(currentField.slots, slots, 0);
  builder.addFieldFloat64(currentField.scale, 1, 0);
  builder.addFieldInt32(currentField.node, stage.nodeId, -1);
  builder.addFieldInt32(currentField.graphStage, stage.graphStageId, -1);
  addDate(builder, currentField.date, stage.pricedStateDate);
  builder.finish(builder.endObject(), identifier);
  return builder.asUint8Array();
}

interface CutVectors {
  readonly cuts: number;
  readonly active: number;
}

function cutVectors(builder: Builder, stage: StoredStageCuts, fields: CutFields): CutVectors {
  const cuts = offsetVector(
    builder,
    stage.cuts.map((cut) => addCut(builder, cut, fields)),
  );
  const active = stage.cuts.flatMap(({ active: on }, k) => (on ? [k] : []));
  return { cuts, active: intVector(builder, active) };
}

function addStage(builder: Builder, stage: StoredStageCuts, { cuts, active }: CutVectors): void {
  builder.addFieldInt32(stageField.id, stage.stageId, 0);
  builder.addFieldInt32(stageField.dimension, stage.stateDimension, 0);
  builder.addFieldInt32(stageField.capacity, stage.capacity, 0);
  builder.addFieldInt32(stageField.warm, stage.warmStartCount, 0);
  builder.addFieldOffset(stageField.cuts, cuts, 0);
  builder.addFieldOffset(stageField.activeIndices, active, 0);
  builder.addFieldInt32(stageField.populated, stage.populatedCount, 0);
}

function addCut(builder: Builder, cut: StoredCut, fields: CutFields): number {
  const coefficients = doubleVector(builder, cut.coefficients);
  const state = fields.state === null ? null : doubleVector(builder, cut.stateAtGeneration);
  builder.startObject(fields.count);
  builder.addFieldInt64(cutField.id, BigInt(cut.cutId), 0n);
  builder.addFieldInt32(cutField.slot, cut.slot, 0);
  builder.addFieldInt32(cutField.iteration, cut.iteration, 0);
  builder.addFieldInt32(cutField.pass, cut.forwardPass, 0);
  builder.addFieldFloat64(fields.intercept, cut.intercept, 0);
  builder.addFieldOffset(fields.coefficients, coefficients, 0);
  if (fields.state !== null) builder.addFieldOffset(fields.state, state!, 0);
  builder.addFieldInt8(fields.active, cut.active ? 1 : 0, 0);
  return builder.endObject();
}

export function decodeStageCuts(bytes: Uint8Array): StoredStageCuts {
  return readStage(FlatTable.root(new ByteBuffer(bytes)), oldCut);
}

export function decodeCurrentCuts(bytes: Uint8Array): CurrentStageCuts {
  const stage = currentRoot(bytes);
  return {
    ...readStage(stage, currentCut),
    slots: stage.tables(currentField.slots).map(readSlot),
    nodeId: stage.int32(currentField.node, -1),
    graphStageId: stage.int32(currentField.graphStage, -1),
    pricedStateDate: dateAt(stage, currentField.date),
  };
}

function readStage(stage: FlatTable, fields: CutFields): StoredStageCuts {
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
      intercept: cut.float64(fields.intercept),
      coefficients: cut.doubles(fields.coefficients),
      stateAtGeneration: fields.state === null ? new Float64Array(0) : cut.doubles(fields.state),
      active: cut.boolean(fields.active),
    })),
  };
}
