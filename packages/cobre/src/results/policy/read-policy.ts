import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '@quadrivium/kernel/fault';
import { emptyPolicyStage, type Policy, type PolicyStage } from '../../sddp/index.js';
import { type ConvergenceRow, readHistory } from '../training/convergence.js';
import { decodeContinuation } from './continuation-file.js';
import { decodeStageCuts, type StoredStageCuts } from './cuts-file.js';
import { historyFile } from './write-policy.js';

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
}

/** Reads a policy of this package or of the original; one that is not whole is refused. */
export async function readPolicy(directory: string): Promise<Policy> {
  const { at, metadata } = await findMetadata(directory);
  const stages: PolicyStage[] = [];
  const snapshots: Float64Array[] = [];
  for (let index = 0; index < metadata.num_stages; index++) {
    const { stage, snapshot } = await readStage(at, index, metadata);
    stages.push(stage);
    snapshots.push(snapshot);
  }
  return {
    stateCount: metadata.state_dimension,
    stages,
    completedIterations: metadata.completed_iterations,
    forwardPasses: metadata.forward_passes,
    lowerBound: metadata.final_lower_bound,
    upperBound: metadata.best_upper_bound ?? Number.POSITIVE_INFINITY,
    lowerBounds: metadata.lower_bounds ?? [],
    solver: metadata.solver ?? 'unknown',
    snapshots,
    bases: snapshots.map(() => null),
  };
}

/** The iterations that led to a policy; null where it does not keep them, as the original's and earlier ones. */
export async function readPolicyHistory(directory: string): Promise<ConvergenceRow[] | null> {
  const path = join((await findMetadata(directory)).at, historyFile);
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  return isThere ? readHistory(path, historyFile) : null;
}

/** What the policy says about itself, without its cuts. */
export async function readPolicyMetadata(directory: string): Promise<PolicyMetadata> {
  return (await findMetadata(directory)).metadata;
}

/** A process that died while policies changed places left the old one beside. */
async function findMetadata(directory: string): Promise<{ at: string; metadata: PolicyMetadata }> {
  for (const at of [directory, `${directory}.previous`]) {
    const text = await readFile(join(at, 'metadata.json'), 'utf8').catch(() => null);
    if (text !== null) return { at, metadata: parse(at, text) };
  }
  throw new Fault('OutputNotFound', `There is no policy at ${directory}.`, {
    context: { path: directory, expected_content: 'policy/metadata.json' },
    suggestion: 'Give the policy directory of a finished or stopped training.',
  });
}

function parse(at: string, text: string): PolicyMetadata {
  try {
    const metadata = JSON.parse(text) as PolicyMetadata;
    if (!Number.isInteger(metadata.num_stages) || !Number.isInteger(metadata.state_dimension)) {
      throw new TypeError('num_stages and state_dimension must be integers');
    }
    return metadata;
  } catch (cause) {
    throw corrupted(join(at, 'metadata.json'), cause);
  }
}

async function readStage(at: string, index: number, metadata: PolicyMetadata) {
  const name = `stage_${String(index).padStart(3, '0')}.bin`;
  const path = join(at, 'cuts', name);
  const bytes = await readFile(path).catch(() => null);
  if (bytes === null) {
    // The original writes no file for a stage without cuts.
    if (index < metadata.num_stages - 1) throw corrupted(path, new Error('the file is missing'));
    return { stage: emptyPolicyStage(metadata.state_dimension, 1), snapshot: new Float64Array(0) };
  }
  try {
    const stored = decodeStageCuts(bytes);
    if (stored.cuts.length > 0 && stored.stateDimension !== metadata.state_dimension) {
      throw new Error(`the state has ${stored.stateDimension} parts instead of ${metadata.state_dimension}`);
    }
    if (stored.cuts.length !== stored.populatedCount) {
      throw new Error(`it has ${stored.cuts.length} cuts and announces ${stored.populatedCount}`);
    }
    const thetas = metadata.thetas?.[index] ?? [];
    const stage = stageOf(stored, metadata, metadata.warm_start_counts?.[index] ?? 0, thetas);
    return { stage, snapshot: await continueStage(join(at, 'continuation', name), stage) };
  } catch (cause) {
    throw corrupted(path, cause);
  }
}

function stageOf(
  stored: StoredStageCuts,
  metadata: PolicyMetadata,
  warmStartCount: number,
  thetas: readonly number[],
): PolicyStage {
  const stage = emptyPolicyStage(metadata.state_dimension, Math.max(1, stored.cuts.length));
  for (const cut of stored.cuts) {
    stage.pool.write(cut.slot, cut.intercept, cut.coefficients, thetas[cut.slot] ?? 0);
    if (!cut.active) stage.pool.setActive(cut.slot, false);
    stage.log.note(cut.slot, cut.iteration, cut.forwardPass, padded(cut.stateAtGeneration, metadata.state_dimension));
  }
  return { ...stage, warmStartCount };
}

function padded(state: Float64Array, length: number): Float64Array {
  if (state.length === length) return state;
  const whole = new Float64Array(length);
  whole.set(state.subarray(0, length));
  return whole;
}

async function continueStage(path: string, { activity }: PolicyStage): Promise<Float64Array> {
  const bytes = await readFile(path).catch(() => null);
  if (bytes === null) return new Float64Array(0);
  const { snapshot, activityCount, activityIteration } = decodeContinuation(bytes);
  activity.count.set(activityCount);
  activity.lastIteration.set(activityIteration);
  return snapshot;
}

function corrupted(path: string, cause: unknown): Fault {
  const detail = cause instanceof Error ? cause.message : String(cause);
  return new Fault('OutputCorrupted', `${path} cannot be used: ${detail}.`, {
    context: { file: path, detail },
    suggestion: 'Train again, or use a policy that was written completely.',
    cause,
  });
}
