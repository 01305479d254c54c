/**
 * `policy/manifest.bin` of `format_version` 2: the policy graph, how far training came and how it was set up, as one FlatBuffers
 * table CheckpointManifest. It is written last and read first.
 */
import { Builder } from 'flatbuffers';
import type { FlatTable } from './flat-table.js';
import { intVector, offsetVector } from './flat-vectors.js';
import { currentRoot, identifier } from './identifier.js';

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
  /** Null where the files do not say. */
  readonly seasons: SeasonOrders | null;
}

/** The cycle of seasons and how far back the inflows of each plant look in each of them. */
export interface SeasonOrders {
  readonly cycle: SeasonCycle;
  readonly count: number;
  /** By ascending id; one order for each season in order. */
  readonly hydros: readonly { readonly hydroId: number; readonly orders: readonly number[] }[];
}

export type SeasonCycle = 'monthly' | 'weekly' | 'custom' | 'none';

const cycleCodes: Readonly<Record<SeasonCycle, number>> = { monthly: 0, weekly: 1, custom: 2, none: 255 };

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
  seasons: 19,
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
  const seasons = manifest.seasons === null ? null : addSeasons(builder, manifest.seasons);
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
  if (seasons !== null) builder.addFieldOffset(manifestField.seasons, seasons, 0);
  builder.finish(builder.endObject(), identifier);
  return builder.asUint8Array();
}

export function decodeManifest(bytes: Uint8Array): Manifest {
  const table = currentRoot(bytes);
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
    seasons: seasonsOf(table.table(manifestField.seasons)),
  };
}

function addSeasons(builder: Builder, { cycle, count, hydros }: SeasonOrders): number {
  const orders = offsetVector(
    builder,
    hydros.map(({ hydroId, orders: own }) => {
      const vector = intVector(builder, own);
      builder.startObject(2);
      builder.addFieldInt32(0, hydroId, 0);
      builder.addFieldOffset(1, vector, 0);
      return builder.endObject();
    }),
  );
  builder.startObject(3);
  builder.addFieldInt8(0, cycleCodes[cycle], 255);
  builder.addFieldInt32(1, count, 0);
  builder.addFieldOffset(2, orders, 0);
  return builder.endObject();
}

function seasonsOf(table: FlatTable | null): SeasonOrders | null {
  if (table === null) return null;
  const code = table.uint8(0, cycleCodes.none);
  const cycle = (Object.keys(cycleCodes) as SeasonCycle[]).find((name) => cycleCodes[name] === code) ?? 'none';
  return {
    cycle,
    count: table.uint32(1),
    hydros: table.tables(2).map((own) => ({ hydroId: own.int32(0), orders: own.uint32s(1) })),
  };
}
