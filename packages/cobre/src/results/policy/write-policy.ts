import { join } from 'node:path';
import { Fault } from '@quadrivium/kernel/fault';
import type { CutPool } from '../../lp/cuts/cut-pool.js';
import type { CutLog, Policy, PolicyStage } from '../../sddp/index.js';
import { moneyScale } from '../../stage/index.js';
import type { OutputFolder } from '../folder/output-folder.js';
import type { RunInputs } from '../run-inputs.js';
import { type ConvergenceRow, convergenceBytes } from '../training/convergence.js';
import { encodeStageBasis } from './basis-file.js';
import { encodeContinuation } from './continuation-file.js';
import type { CurrentDetails } from './current-details.js';
import { encodeCurrentCuts, encodeStageCuts, type StoredCut, type StoredStageCuts } from './cuts-file.js';
import { encodeExact } from './exact-file.js';
import { identifier } from './identifier.js';
import { encodeManifest } from './manifest-file.js';
import { encodeStageStates } from './states-file.js';
import { continuationFacts } from './stored-policy.js';

export interface PolicyDetails {
  readonly version: string;
  /** ISO time. */
  readonly createdAt: string;
  readonly maxIterations: number;
  readonly seed: number;
  /** What the training was about. */
  readonly inputs?: RunInputs;
  /** Also writes the visited states. */
  readonly states: boolean;
  /** Stage ids by position. */
  readonly stageIds: readonly number[];
  /** How the files are laid out: as release 0.5.1 has them unless given. */
  readonly current?: CurrentDetails;
  /** Every iteration that led to the policy. */
  readonly history: readonly ConvergenceRow[];
}

/** Where a policy lies: a folder that can be written, and the name in it. */
export interface PolicyPlace {
  readonly folder: OutputFolder;
  readonly name: string;
}

/** The iterations that led to a policy lie beside its cuts, so that a training that goes on never finds those of another. */
export const historyFile = 'history.parquet';

/**
 * Writes a policy beside the old one and then changes their places, so that a reader finds one or the other whole. While
 * they change places the old one is at `<directory>.previous`.
 */
export async function writePolicy(place: PolicyPlace, policy: Policy, details: PolicyDetails): Promise<void> {
  const { folder, name } = place;
  const [draft, previous] = [`${name}.draft`, `${name}.previous`];
  try {
    await folder.remove(draft);
    const made = await folder.folder(draft);
    for (const [index, stage] of policy.stages.entries()) await writeStage(made, index, stage, policy, details);
    await made.write(historyFile, convergenceBytes(details.history, details.current !== undefined));
    if (details.current === undefined) await made.writeJson('metadata.json', metadataOf(policy, details));
    else await writeManifest(made, policy, details, details.current);
    await folder.remove(previous);
    await folder.move(name, folder, previous).catch(unlessAbsent);
    await folder.move(draft, folder, name);
    await folder.remove(previous);
  } catch (cause) {
    // A disk that refused the policy may refuse the clean-up too; what matters to the caller is the first refusal.
    await folder.remove(draft).catch(() => {});
    throw notWritten(join(folder.path, name), cause);
  }
}

function notWritten(directory: string, cause: unknown): Fault {
  if (cause instanceof Fault) return cause;
  return new Fault('CheckpointFailed', `The policy could not be written to ${directory}.`, {
    context: { checkpoint_path: directory, operation: 'write', detail: String(cause) },
    suggestion: 'Check that the output directory is writable and the disk has room.',
    cause,
  });
}

function unlessAbsent(cause: NodeJS.ErrnoException): void {
  if (cause.code !== 'ENOENT') throw cause;
}

async function writeStage(
  folder: OutputFolder,
  index: number,
  stage: PolicyStage,
  policy: Policy,
  details: PolicyDetails,
): Promise<void> {
  const place = String(index).padStart(3, '0');
  const name = details.current ? `${place}.bin` : `stage_${place}.bin`;
  const { pool, log, activity } = stage;
  const stageId = details.stageIds[index] ?? index;
  const cuts = Array.from({ length: pool.count }, (_, slot) => storedCut(stage, slot));
  const stored = {
    stageId,
    stateDimension: pool.stateCount,
    capacity: pool.capacity,
    warmStartCount: stage.warmStartCount,
    cuts,
    populatedCount: pool.count,
  };
  if (details.current) await writeCurrentCuts(folder, index, stored, details.current, pool);
  else await folder.write(`cuts/${name}`, encodeStageCuts(stored));
  const continuation = encodeContinuation({
    snapshot: policy.snapshots[index] ?? new Float64Array(0),
    activityCount: activity.count.slice(0, pool.count),
    activityIteration: activity.lastIteration.slice(0, pool.count),
  });
  await folder.write(`continuation/${name}`, continuation);
  const tag = details.current ? identifier : undefined;
  await writeBasis(folder, `basis/${name}`, stageId, policy, index, tag);
  if (!details.states) return;
  const node = details.current?.nodes[index];
  const current = node ? { current: { slots: spoken(node.slots, pool), nodeId: node.id } } : {};
  const { count, stateCount: stateDimension } = pool;
  const states = encodeStageStates({ stageId, stateDimension, count, data: visited(pool, log), ...current });
  await folder.write(`states/${name}`, states);
}

/** What the cuts of a pool speak of. */
function spoken<T>(whole: readonly T[], { states }: CutPool): readonly T[] {
  return states === null ? whole : Array.from(states, (place) => whole[place]!);
}

function visited(pool: CutPool, log: CutLog): Float64Array {
  const { count, stateCount } = pool;
  if (pool.states === null) return log.states.slice(0, count * stateCount);
  return Float64Array.from({ length: count * stateCount }, (_, k) => {
    const slot = Math.floor(k / stateCount);
    return log.stateAt(slot)[pool.placeOf(k % stateCount)]!;
  });
}

/** In $, and beside it what the solver had. */
async function writeCurrentCuts(
  folder: OutputFolder,
  index: number,
  stored: StoredStageCuts,
  { nodes }: CurrentDetails,
  pool: CutPool,
): Promise<void> {
  const { id: nodeId, stageId: graphStageId, endDate: pricedStateDate, pool: owner } = nodes[index]!;
  if (owner !== index) return;
  const slots = spoken(nodes[index]!.slots, pool);
  const place = String(index).padStart(3, '0');
  const cuts = stored.cuts.map((cut) => ({
    ...cut,
    intercept: cut.intercept * moneyScale,
    coefficients: cut.coefficients.map((slope) => slope * moneyScale),
  }));
  const whole = { ...stored, stageId: index, cuts, slots, nodeId, graphStageId, pricedStateDate };
  await folder.write(`cuts/${place}.bin`, encodeCurrentCuts(whole));
  const exact = stored.cuts.map(({ stateAtGeneration: state, intercept, coefficients: slope }) => ({
    state,
    intercept,
    slope,
  }));
  await folder.write(`continuation/${place}.exact`, encodeExact(exact));
}

/** Where each pool lies in the state vector, when cuts leave some of it out. */
function spokenFacts({ stages, stateCount }: Policy) {
  if (stages.every(({ pool }) => pool.states === null)) return {};
  return {
    state_count: stateCount,
    spoken_states: stages.map(({ pool }) => (pool.states === null ? null : [...pool.states])),
  };
}

/** The manifest comes last: without it there is no policy. */
async function writeManifest(
  folder: OutputFolder,
  policy: Policy,
  details: PolicyDetails,
  { blockModes, nodes, edges, seasons }: CurrentDetails,
): Promise<void> {
  const { solver, lower_bounds, thetas, inputs } = metadataOf(policy, details);
  const facts = { solver, lower_bounds, thetas, inputs, ...spokenFacts(policy) };
  await folder.writeJson(continuationFacts, facts);
  const pools = 1 + Math.max(...nodes.map(({ pool }) => pool));
  const manifest = encodeManifest({
    formatVersion: 2,
    version: details.version,
    createdAt: details.createdAt,
    stages: blockModes.length,
    pools,
    nodes: nodes.map(({ id, stageId, pool }) => ({ id, stageId, poolId: pool })),
    edges,
    completedIterations: policy.completedIterations,
    lowerBound: policy.lowerBound,
    upperBound: policy.upperBound,
    maxIterations: details.maxIterations,
    forwardPasses: policy.forwardPasses,
    warmStartCounts: policy.stages.slice(0, pools).map((stage) => stage.warmStartCount),
    seed: details.seed,
    visitedStates: policy.stages.reduce((sum, { pool }) => sum + pool.count, 0),
    blockModes,
    seasons,
  });
  await folder.write('manifest.bin', manifest);
}

async function writeBasis(
  folder: OutputFolder,
  path: string,
  stageId: number,
  policy: Policy,
  index: number,
  tag: string | undefined,
): Promise<void> {
  const basis = policy.bases[index];
  if (!basis) return;
  const { columns: columnStatus, rows: rowStatus, cutRows } = basis;
  const iteration = policy.completedIterations;
  await folder.write(path, encodeStageBasis({ stageId, iteration, columnStatus, rowStatus, cutRows }, tag));
}

function storedCut({ pool, log }: PolicyStage, slot: number): StoredCut {
  return {
    cutId: slot,
    slot,
    iteration: log.iteration[slot]!,
    forwardPass: log.pass[slot]!,
    intercept: pool.intercept[slot]!,
    coefficients: Float64Array.from({ length: pool.stateCount }, (_, s) => pool.slopeOf(slot, s)),
    stateAtGeneration: log.stateAt(slot).slice(),
    active: pool.active[slot] === 1,
  };
}

function metadataOf(policy: Policy, details: PolicyDetails) {
  return {
    cobre_version: details.version,
    created_at: details.createdAt,
    completed_iterations: policy.completedIterations,
    final_lower_bound: policy.lowerBound,
    best_upper_bound: policy.upperBound,
    state_dimension: policy.stateCount,
    num_stages: policy.stages.length,
    max_iterations: details.maxIterations,
    forward_passes: policy.forwardPasses,
    warm_start_cuts: policy.stages.reduce((sum, stage) => sum + stage.warmStartCount, 0),
    warm_start_counts: policy.stages.map((stage) => stage.warmStartCount),
    rng_seed: details.seed,
    inputs: details.inputs,
    total_visited_states: policy.stages.reduce((sum, { pool }) => sum + pool.count, 0),
    cost_unit: 'thousand $',
    solver: policy.solver,
    lower_bounds: policy.lowerBounds,
    thetas: policy.stages
      .map(({ pool }) => Array.from(pool.theta.subarray(0, pool.count)))
      .some((list) => list.some((t) => t > 0))
      ? policy.stages.map(({ pool }) => Array.from(pool.theta.subarray(0, pool.count)))
      : null,
  };
}
