import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '@quadrivium/kernel/fault';
import { emptyPolicyStage, type Policy, type PolicyStage } from '../../sddp/index.js';
import { moneyScale } from '../../stage/index.js';
import { type ConvergenceRow, readHistory } from '../training/convergence.js';
import { decodeContinuation } from './continuation-file.js';
import { exactCuts, exactName } from './exact-file.js';
import { openStoredPolicy, type PolicyMetadata, type StoredPolicy, UnusablePolicyFile } from './stored-policy.js';
import { historyFile } from './write-policy.js';

/** Reads a policy of this package or of the original, of either format; one that is not whole is refused. */
export async function readPolicy(directory: string): Promise<Policy> {
  const { at, stored } = await findPolicy(directory);
  const { metadata } = stored;
  const stages: PolicyStage[] = [];
  const snapshots: Float64Array[] = [];
  for (let index = 0; index < metadata.num_stages; index++) {
    const { stage, snapshot } = await readStage(at, index, stored);
    stages.push(stage);
    snapshots.push(snapshot);
  }
  return {
    stateCount: metadata.state_count ?? metadata.state_dimension,
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
  const path = join((await findPolicy(directory)).at, historyFile);
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  return isThere ? readHistory(path, historyFile) : null;
}

/** What the policy says about itself, without its cuts. */
export async function readPolicyMetadata(directory: string): Promise<PolicyMetadata> {
  return (await findPolicy(directory)).stored.metadata;
}

/** A policy as it lies on disk, whoever wrote it. */
export async function storedPolicy(directory: string): Promise<StoredPolicy> {
  return (await findPolicy(directory)).stored;
}

/** A process that died while policies changed places left the old one beside. */
async function findPolicy(directory: string): Promise<{ at: string; stored: StoredPolicy }> {
  for (const at of [directory, `${directory}.previous`]) {
    const stored = await named(at, openStoredPolicy(filesOf(at)));
    if (stored !== null) return { at, stored };
  }
  throw new Fault('OutputNotFound', `There is no policy at ${directory}.`, {
    context: { path: directory, expected_content: 'policy/manifest.bin or policy/metadata.json' },
    suggestion: 'Give the policy directory of a finished or stopped training.',
  });
}

const filesOf = (at: string) => (name: string) => readFile(join(at, name)).catch(() => null);

async function named<T>(at: string, work: Promise<T>): Promise<T> {
  return work.catch((cause) => {
    throw cause instanceof UnusablePolicyFile ? corrupted(join(at, cause.file), cause) : cause;
  });
}

async function readStage(at: string, index: number, stored: StoredPolicy) {
  const path = join(at, 'cuts', stored.name(index));
  const stage = await named(at, stageOf(at, index, stored));
  try {
    return { stage, snapshot: await continueStage(join(at, 'continuation', stored.ownName(index)), stage) };
  } catch (cause) {
    throw corrupted(path, cause);
  }
}

async function stageOf(at: string, index: number, stored: StoredPolicy): Promise<PolicyStage> {
  const { metadata, dollars } = stored;
  const { cuts, stateDimension } = await stored.cuts(index);
  const spoken = metadata.spoken_states?.[index] ?? null;
  const dimension = metadata.spoken_states ? stateDimension : metadata.state_dimension;
  const whole = metadata.state_count ?? dimension;
  const thetas = metadata.thetas?.[index] ?? [];
  const states = spoken === null ? null : Int32Array.from(spoken);
  const stage = emptyPolicyStage(whole, Math.max(1, cuts.length), states);
  const exact =
    dollars === moneyScale
      ? null
      : exactCuts(await filesOf(at)(exactName(stored.name(index))), cuts, dimension, moneyScale / dollars);
  cuts.forEach((cut, k) => {
    const { intercept, slope, state } = exact?.[k] ?? {
      intercept: cut.intercept,
      slope: cut.coefficients,
      state: cut.stateAtGeneration,
    };
    stage.pool.write(cut.slot, intercept, slope, thetas[cut.slot] ?? 0);
    if (!cut.active) stage.pool.setActive(cut.slot, false);
    stage.log.note(cut.slot, cut.iteration, cut.forwardPass, padded(state, whole));
  });
  return { ...stage, warmStartCount: metadata.warm_start_counts?.[index] ?? 0 };
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
