/**
 * The FlatBuffers tables of policies as the original writes them since 0.16 (`format_version` 2). Every file begins with its
 * root and the identifier `CBVF`. Money is in $. Dates are numbers such as 20240131, absent ones the smallest int32.
 */
import { Builder, ByteBuffer } from 'flatbuffers';
import { doubleVector, offsetVector, type StoredCut, type StoredStageCuts } from './cuts-file.js';
import { FlatTable } from './flat-table.js';

export const identifier = 'CBVF';
export const noDate = -2147483648;

/** What a place of the state vector stands for. */
export interface EntitySlot {
  /** 0 storage, 1 inflow lag, 2 anticipated commitment, 3 water under way; 100 for what only we have. */
  readonly entityType: number;
  readonly entityId: number;
  readonly subindex: number;
}

export interface CurrentStageCuts extends StoredStageCuts {
  readonly slots: readonly EntitySlot[];
  readonly nodeId: number;
  readonly graphStageId: number;
  /** End of the stage the cuts follow. */
  readonly pricedStateDate: number;
}

export interface Manifest {
  readonly formatVersion: number;
  readonly version: string;
  readonly createdAt: string;
  readonly stages: number;
  readonly pools: number;
  readonly nodes: readonly { readonly id: number; readonly stageId: number; readonly poolId: number }[];
  readonly edges: readonly { readonly source: number; readonly target: number; readonly probability: number }[];
  readonly completedIterations: number;
  readonly lowerBound: number;
  readonly upperBound: number;
  readonly maxIterations: number;
  readonly forwardPasses: number;
  readonly warmStartCounts: readonly number[];
  readonly seed: number;
  readonly visitedStates: number;
  readonly blockModes: readonly string[];
}

export function hasIdentifier(bytes: Uint8Array): boolean {
  return bytes.length >= 8 && Buffer.from(bytes.buffer, bytes.byteOffset + 4, 4).toString('latin1') === identifier;
}

/** The root of a file of this layout; one without the identifier is refused. */
function rootOf(bytes: Uint8Array): FlatTable {
  if (!hasIdentifier(bytes)) throw new RangeError(`it does not carry the identifier ${identifier}`);
  return FlatTable.root(new ByteBuffer(bytes));
}

const slotField = { type: 0, id: 1, subindex: 2, active: 3, delivery: 5, reference: 6, start: 7, end: 8 } as const;
const cutField = { id: 0, slot: 1, iteration: 2, pass: 3, intercept: 4, coefficients: 5, active: 6 } as const;
const stageField = {
  id: 0,
  dimension: 1,
  capacity: 2,
  warm: 3,
  cuts: 4,
  activeIndices: 5,
  populated: 6,
  slots: 7,
  scale: 8,
  node: 9,
  graphStage: 10,
  date: 11,
} as const;

export function encodeCurrentCuts(stage: CurrentStageCuts): Uint8Array {
  const builder = new Builder(1024 + stage.cuts.length * (stage.stateDimension * 8 + 128));
  builder.forceDefaults(true);
  const cuts = offsetVector(
    builder,
    stage.cuts.map((cut) => addCut(builder, cut)),
  );
  const active = intVector(
    builder,
    stage.cuts.flatMap(({ active: on }, k) => (on ? [k] : [])),
  );
  const slots = offsetVector(
    builder,
    stage.slots.map((slot) => addSlot(builder, slot)),
  );
  builder.startObject(12);
  builder.addFieldInt32(stageField.id, stage.stageId, 0);
  builder.addFieldInt32(stageField.dimension, stage.stateDimension, 0);
  builder.addFieldInt32(stageField.capacity, stage.capacity, 0);
  builder.addFieldInt32(stageField.warm, stage.warmStartCount, 0);
  builder.addFieldOffset(stageField.cuts, cuts, 0);
  builder.addFieldOffset(stageField.activeIndices, active, 0);
  builder.addFieldInt32(stageField.populated, stage.populatedCount, 0);
  builder.addFieldOffset(stageField.slots, slots, 0);
  builder.addFieldFloat64(stageField.scale, 1, 0);
  builder.addFieldInt32(stageField.node, stage.nodeId, -1);
  builder.addFieldInt32(stageField.graphStage, stage.graphStageId, -1);
  builder.addFieldInt32(stageField.date, stage.pricedStateDate, noDate);
  builder.finish(builder.endObject(), identifier);
  return builder.asUint8Array();
}

function addCut(builder: Builder, cut: StoredCut): number {
  const coefficients = doubleVector(builder, cut.coefficients);
  builder.startObject(7);
  builder.addFieldInt64(cutField.id, BigInt(cut.cutId), 0n);
  builder.addFieldInt32(cutField.slot, cut.slot, 0);
  builder.addFieldInt32(cutField.iteration, cut.iteration, 0);
  builder.addFieldInt32(cutField.pass, cut.forwardPass, 0);
  builder.addFieldFloat64(cutField.intercept, cut.intercept, 0);
  builder.addFieldOffset(cutField.coefficients, coefficients, 0);
  builder.addFieldInt8(cutField.active, cut.active ? 1 : 0, 0);
  return builder.endObject();
}

function addSlot(builder: Builder, { entityType, entityId, subindex }: EntitySlot): number {
  builder.startObject(9);
  builder.addFieldInt8(slotField.type, entityType, 0);
  builder.addFieldInt32(slotField.id, entityId, 0);
  builder.addFieldInt32(slotField.subindex, subindex, 0);
  builder.addFieldInt8(slotField.active, 1, 0);
  for (const field of [slotField.delivery, slotField.reference, slotField.start, slotField.end]) {
    builder.addFieldInt32(field, noDate, noDate);
  }
  return builder.endObject();
}

function intVector(builder: Builder, values: readonly number[]): number {
  builder.startVector(4, values.length, 4);
  for (let k = values.length - 1; k >= 0; k--) builder.addInt32(values[k]!);
  return builder.endVector();
}

export function decodeCurrentCuts(bytes: Uint8Array): CurrentStageCuts {
  const stage = rootOf(bytes);
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
      stateAtGeneration: new Float64Array(0),
      active: cut.boolean(cutField.active),
    })),
    slots: stage.tables(stageField.slots).map((slot) => ({
      entityType: slot.int8(slotField.type),
      entityId: slot.int32(slotField.id),
      subindex: slot.uint32(slotField.subindex),
    })),
    nodeId: stage.int32(stageField.node, -1),
    graphStageId: stage.int32(stageField.graphStage, -1),
    pricedStateDate: stage.int32(stageField.date, noDate),
  };
}

const manifestField = {
  format: 0,
  version: 1,
  created: 2,
  stages: 3,
  pools: 4,
  nodes: 5,
  edges: 6,
  iterations: 7,
  lower: 8,
  upper: 9,
  most: 10,
  passes: 11,
  warm: 12,
  warmCounts: 13,
  seed: 14,
  visited: 15,
  blockMode: 16,
  blockModes: 17,
  scale: 18,
} as const;

export function encodeManifest(manifest: Manifest): Uint8Array {
  const builder = new Builder(1024);
  builder.forceDefaults(true);
  const nodes = offsetVector(
    builder,
    manifest.nodes.map(({ id, stageId, poolId }) => {
      builder.startObject(3);
      builder.addFieldInt32(0, id, 0);
      builder.addFieldInt32(1, stageId, 0);
      builder.addFieldInt32(2, poolId, 0);
      return builder.endObject();
    }),
  );
  const edges = offsetVector(
    builder,
    manifest.edges.map(({ source, target, probability }) => {
      builder.startObject(3);
      builder.addFieldInt32(0, source, 0);
      builder.addFieldInt32(1, target, 0);
      builder.addFieldFloat64(2, probability, 0);
      return builder.endObject();
    }),
  );
  const [version, created] = [builder.createString(manifest.version), builder.createString(manifest.createdAt)];
  const modes = new Set(manifest.blockModes);
  const mode = builder.createString(modes.size === 1 ? [...modes][0]! : 'mixed');
  const perStage = offsetVector(
    builder,
    manifest.blockModes.map((name) => builder.createString(name)),
  );
  const warmCounts = intVector(builder, manifest.warmStartCounts);
  builder.startObject(20);
  builder.addFieldInt32(manifestField.format, manifest.formatVersion, 0);
  builder.addFieldOffset(manifestField.version, version, 0);
  builder.addFieldOffset(manifestField.created, created, 0);
  builder.addFieldInt32(manifestField.stages, manifest.stages, 0);
  builder.addFieldInt32(manifestField.pools, manifest.pools, 0);
  builder.addFieldOffset(manifestField.nodes, nodes, 0);
  builder.addFieldOffset(manifestField.edges, edges, 0);
  builder.addFieldInt32(manifestField.iterations, manifest.completedIterations, 0);
  builder.addFieldFloat64(manifestField.lower, manifest.lowerBound, 0);
  builder.addFieldFloat64(manifestField.upper, manifest.upperBound, 0);
  builder.addFieldInt32(manifestField.most, manifest.maxIterations, 0);
  builder.addFieldInt32(manifestField.passes, manifest.forwardPasses, 0);
  builder.addFieldInt32(
    manifestField.warm,
    manifest.warmStartCounts.reduce((sum, count) => sum + count, 0),
    0,
  );
  builder.addFieldOffset(manifestField.warmCounts, warmCounts, 0);
  builder.addFieldInt64(manifestField.seed, BigInt(manifest.seed), 0n);
  builder.addFieldInt64(manifestField.visited, BigInt(manifest.visitedStates), 0n);
  builder.addFieldOffset(manifestField.blockMode, mode, 0);
  builder.addFieldOffset(manifestField.blockModes, perStage, 0);
  builder.addFieldFloat64(manifestField.scale, 1, 0);
  builder.finish(builder.endObject(), identifier);
  return builder.asUint8Array();
}

export function decodeManifest(bytes: Uint8Array): Manifest {
  const table = rootOf(bytes);
  return {
    formatVersion: table.uint32(manifestField.format),
    version: table.text(manifestField.version),
    createdAt: table.text(manifestField.created),
    stages: table.uint32(manifestField.stages),
    pools: table.uint32(manifestField.pools),
    nodes: table
      .tables(manifestField.nodes)
      .map((node) => ({ id: node.int32(0), stageId: node.int32(1), poolId: node.uint32(2) })),
    edges: table
      .tables(manifestField.edges)
      .map((edge) => ({ source: edge.int32(0), target: edge.int32(1), probability: edge.float64(2) })),
    completedIterations: table.uint32(manifestField.iterations),
    lowerBound: table.float64(manifestField.lower),
    upperBound: table.float64(manifestField.upper),
    maxIterations: table.uint32(manifestField.most),
    forwardPasses: table.uint32(manifestField.passes),
    warmStartCounts: table.uint32s(manifestField.warmCounts),
    seed: table.uint64(manifestField.seed),
    visitedStates: table.uint64(manifestField.visited),
    blockModes: table.texts(manifestField.blockModes),
  };
}
