/**
 * A policy on disk, whoever wrote it: of release 0.5.1 (`metadata.json`, thousands of $), or of today (`manifest.bin`, $).
 * Newer layouts are tried, because FlatBuffers tables only grow; what is read of them comes with a warning.
 */
import { cutBlock } from '../../lp/cuts/cut-pool.js';
import { type CurrentStageCuts, decodeCurrentCuts, decodeStageCuts, type StoredStageCuts } from './cuts-file.js';
import { exactCuts, exactName } from './exact-file.js';
import { decodeManifest, type Manifest } from './manifest-file.js';
import type { EntitySlot } from './slot-table.js';

export type PolicyFormat = '0.5' | '2';

export interface PolicyMetadata {
  readonly completed_iterations: number;
  readonly final_lower_bound: number;
  readonly best_upper_bound: number | null;
  readonly state_dimension: number;
  readonly num_stages: number;
  readonly max_iterations: number;
  readonly forward_passes: number;
  readonly warm_start_counts?: readonly number[];
  readonly lower_bounds?: readonly number[];
  readonly rng_seed?: number;
  readonly solver?: string;
  readonly thetas?: readonly (readonly number[])[] | null;
  readonly inputs?: unknown;
  readonly stage_ids?: readonly number[];
  /** Numbers in the state vector, and which of them the cuts of each place speak of; null for all. */
  readonly state_count?: number;
  readonly spoken_states?: readonly (readonly number[] | null)[];
}

export interface StoredPolicy {
  readonly format: PolicyFormat;
  readonly metadata: PolicyMetadata;
  readonly warnings: readonly string[];
  /** What one unit of an intercept is in $. */
  readonly dollars: number;
  /** The name that files of the cuts of a place end with; places without a future may share them. */
  name(index: number): string;
  /** The name of what every place has for itself. */
  ownName(index: number): string;
  /** Nodes and edges of the policy graph, where the files say. */
  readonly graph: Pick<Manifest, 'nodes' | 'edges'> | null;
  /** All with the same state; empty where the last stage has no file. Anything else that is wrong throws. */
  cuts(index: number): Promise<StoredStageCuts>;
  /** The cuts of a place as their file has them, with what its own state stands for; null where the files do not say. */
  ownCuts(index: number): Promise<CurrentStageCuts | null>;
  /** The cycle of seasons and the orders of inflows, where the files say. */
  readonly seasons: Manifest['seasons'];
}

/** Reads a file of the policy by its name there; null when it is not there. */
export type ReadPolicyFile = (name: string) => Promise<Uint8Array | null>;

/** Why a file of a policy cannot be used. */
export class UnusablePolicyFile extends Error {
  readonly file: string;

  constructor(file: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.file = file;
  }
}

const most = 1e6;

/** Null when there is no policy. */
export async function openStoredPolicy(read: ReadPolicyFile): Promise<StoredPolicy | null> {
  const manifest = await read('manifest.bin');
  if (manifest !== null)
    return currentPolicy(
      read,
      checked('manifest.bin', () => decodeManifest(manifest)),
    );
  const metadata = await read('metadata.json');
  return metadata === null
    ? null
    : oldPolicy(
        read,
        checked('metadata.json', () => metadataOf(metadata)),
      );
}

function checked<T>(file: string, decode: () => T): T {
  try {
    return decode();
  } catch (cause) {
    throw new UnusablePolicyFile(file, cause);
  }
}

function metadataOf(bytes: Uint8Array): PolicyMetadata {
  const metadata = JSON.parse(Buffer.from(bytes).toString('utf8')) as PolicyMetadata;
  for (const key of ['num_stages', 'state_dimension'] as const) {
    const value = metadata[key];
    if (!Number.isInteger(value) || value < 0 || value >= most) throw new TypeError(`${key} must be a whole number`);
  }
  return metadata;
}

function oldPolicy(read: ReadPolicyFile, metadata: PolicyMetadata): StoredPolicy {
  const name = (index: number) => `stage_${String(index).padStart(3, '0')}.bin`;
  return {
    format: '0.5',
    metadata,
    warnings: [],
    dollars: 1000,
    name,
    ownName: name,
    graph: null,
    cuts: (index) => cutsIn(read, `cuts/${name(index)}`, index, metadata, decodeStageCuts),
    ownCuts: async () => null,
    seasons: null,
  };
}

async function cutsIn<Stage extends StoredStageCuts>(
  read: ReadPolicyFile,
  file: string,
  index: number,
  { state_dimension, num_stages }: PolicyMetadata,
  decode: (bytes: Uint8Array) => Stage,
): Promise<StoredStageCuts> {
  const bytes = await read(file);
  if (bytes === null) {
    // The original writes no file for the last stage, which has no future.
    if (index === num_stages - 1) return noCuts(index, state_dimension);
    throw new UnusablePolicyFile(file, new Error('the file is missing'));
  }
  return checked(file, () => sound(decode(bytes), state_dimension));
}

function noCuts(stageId: number, stateDimension: number): StoredStageCuts {
  return { stageId, stateDimension, capacity: 0, warmStartCount: 0, cuts: [], populatedCount: 0 };
}

function sound<Stage extends StoredStageCuts>(stored: Stage, dimension: number): Stage {
  if (stored.cuts.length > 0 && stored.stateDimension !== dimension) {
    throw new Error(`the state has ${stored.stateDimension} parts instead of ${dimension}`);
  }
  if (stored.cuts.length !== stored.populatedCount) {
    throw new Error(`it has ${stored.cuts.length} cuts and announces ${stored.populatedCount}`);
  }
  const last = Math.ceil(Math.max(1, stored.cuts.length) / cutBlock) * cutBlock;
  const beyond = stored.cuts.find(({ slot }) => slot >= last);
  if (beyond) throw new Error(`cut ${beyond.cutId} claims slot ${beyond.slot} among ${stored.cuts.length} cuts`);
  const wrong = stored.cuts.find(({ coefficients }) => coefficients.length !== dimension);
  if (wrong) throw new Error(`cut ${wrong.cutId} has ${wrong.coefficients.length} slopes instead of ${dimension}`);
  return stored;
}

/** Our own additions, which the original neither has nor needs. */
export const continuationFacts = 'continuation/metadata.json';

/** Places of the state must be places, in order, because slopes are put there. */
function ownFacts(facts: Partial<PolicyMetadata>): Partial<PolicyMetadata> {
  const { state_count: count = 0, spoken_states: spoken } = facts;
  if (spoken === undefined) return facts;
  const isPlace = (place: number, k: number, all: readonly number[]) =>
    Number.isInteger(place) && place > (all[k - 1] ?? -1) && place < count;
  const sane =
    Array.isArray(spoken) && spoken.every((all) => all === null || (Array.isArray(all) && all.every(isPlace)));
  if (!sane || !Number.isInteger(count) || count >= most) throw new TypeError('spoken_states are no places of a state');
  return facts;
}

async function currentPolicy(read: ReadPolicyFile, manifest: Manifest): Promise<StoredPolicy> {
  const { formatVersion, stages, nodes } = manifest;
  if (formatVersion !== 2 && formatVersion !== 3) {
    const detail = `format_version ${formatVersion} is neither 2 nor 3; convert it with the release that wrote it, or train again`;
    throw new UnusablePolicyFile('manifest.bin', new Error(detail));
  }
  if (stages >= most || nodes.length >= most)
    throw new UnusablePolicyFile('manifest.bin', new Error('it claims too much'));
  const pools = nodes.length > 0 ? nodes.map(({ poolId }) => poolId) : Array.from({ length: stages }, (_, t) => t);
  const ownName = (index: number) => `${String(index).padStart(3, '0')}.bin`;
  const name = (index: number) => ownName(pools[index] ?? index);
  const decoded = new Map<number, Promise<CurrentStageCuts | null>>();
  const stage = (index: number) => {
    const known = decoded.get(index) ?? decodePool(read, `cuts/${name(index)}`);
    decoded.set(index, known);
    return known;
  };
  const first = await widest(pools.length, stage);
  const own = await read(continuationFacts);
  const extra =
    own === null ? {} : checked(continuationFacts, () => ownFacts(JSON.parse(Buffer.from(own).toString('utf8'))));
  const metadata: PolicyMetadata = {
    completed_iterations: manifest.completedIterations,
    final_lower_bound: manifest.lowerBound,
    best_upper_bound: manifest.upperBound,
    max_iterations: manifest.maxIterations,
    forward_passes: manifest.forwardPasses,
    warm_start_counts: pools.map((pool) => manifest.warmStartCounts[pool] ?? 0),
    rng_seed: manifest.seed,
    stage_ids: nodes.map(({ stageId }) => stageId),
    ...extra,
    state_dimension: first?.stateDimension ?? 0,
    num_stages: pools.length,
  };
  return {
    format: '2',
    metadata,
    warnings:
      formatVersion === 3
        ? ['The policy has format_version 3, of which the layout is not known; it was read as 2.']
        : [],
    dollars: 1,
    name,
    ownName,
    graph: { nodes, edges: manifest.edges },
    async cuts(index) {
      const found = await stage(index);
      if (found === null) return cutsIn(async () => null, `cuts/${name(index)}`, index, metadata, decodeStageCuts);
      const states = await read(exactName(name(index)));
      return checked(`cuts/${name(index)}`, () =>
        withStates(
          metadata.spoken_states
            ? sound(found, metadata.spoken_states[index]?.length ?? metadata.state_count ?? -1)
            : sound(widened(found, first!), metadata.state_dimension),
          states,
        ),
      );
    },
    ownCuts: stage,
    seasons: manifest.seasons,
  };
}

/** Where a cut was made is not in the cuts of this layout; policies of ours keep it beside them. */
function withStates(stored: StoredStageCuts, bytes: Uint8Array | null): StoredStageCuts {
  const exact = exactCuts(bytes, stored.cuts, stored.stateDimension, 1);
  return { ...stored, cuts: stored.cuts.map((cut, k) => ({ ...cut, stateAtGeneration: exact[k]!.state })) };
}

async function decodePool(read: ReadPolicyFile, file: string): Promise<CurrentStageCuts | null> {
  const bytes = await read(file);
  return bytes === null ? null : checked(file, () => decodeCurrentCuts(bytes));
}

/** Pools may leave out the memory of inflows; the one that has most says what the state is. */
async function widest(
  count: number,
  stage: (index: number) => Promise<CurrentStageCuts | null>,
): Promise<CurrentStageCuts | null> {
  let found: CurrentStageCuts | null = null;
  for (let index = 0; index < count; index++) {
    const one = await stage(index);
    if (one !== null && one.stateDimension > (found?.stateDimension ?? -1)) found = one;
  }
  return found;
}

/** The cuts of a pool in terms of a wider state: a place it does not have has no slope. */
function widened(stored: CurrentStageCuts, wide: CurrentStageCuts): StoredStageCuts {
  if (stored.stateDimension === wide.stateDimension) return stored;
  const key = ({ entityType, entityId, subindex }: EntitySlot) => `${entityType}/${entityId}/${subindex}`;
  const places = new Map(wide.slots.map((slot, k) => [key(slot), k]));
  const targets = Array.from({ length: stored.stateDimension }, (_, k) => {
    const slot = stored.slots[k];
    return slot === undefined ? k : (places.get(key(slot)) ?? -1);
  });
  return {
    ...stored,
    stateDimension: wide.stateDimension,
    cuts: stored.cuts.map((cut) => {
      const coefficients = new Float64Array(wide.stateDimension);
      cut.coefficients.forEach((slope, k) => {
        const target = targets[k] ?? -1;
        if (target < 0 && slope !== 0) throw new Error('a cut prices a state that no other pool has');
        if (target >= 0) coefficients[target] = slope;
      });
      return { ...cut, coefficients };
    }),
  };
}
