/** Trains, proves, simulates and writes everything, as the settings of a loaded case and whoever asked say. */
import { join, resolve } from 'node:path';
import type { Case } from '../../case/model.js';
import type { RemoteWorkers } from '../../distribution/index.js';
import { writeSideTables, writeStochastics } from '../../results/index.js';
import { obstacleOf, provenProblem } from '../../sddp/index.js';
import { plainFiles } from '../files/files.js';
import { openedFolder } from '../files/told-writing.js';
import { type Kept, writeFailure } from './full-disk.js';
import { lockOutput, type RunLock } from './lock/run-lock.js';
import { proveRun } from './prove-run.js';
import { phasesOf, type RunContext, type RunOptions, runContext } from './run-context.js';
import { linksIn } from './run-paths.js';
import type { ProofSummary, RunResult } from './run-result.js';
import { simulateCase } from './simulate-case.js';
import { type TrainedRun, trainCase } from './train-case.js';

export async function runCase(study: Case, caseDirectory: string, options: RunOptions = {}): Promise<RunResult> {
  const path = resolve(options.output ?? join(caseDirectory, 'output'));
  const links = options.links ?? (await linksIn(plainFiles('/'), path));
  const output = await openedFolder(path, links);
  const kept: Kept = { checkpoint: null, training: false };
  const asked = new AbortController();
  const atOnce = AbortSignal.any([asked.signal, ...(options.atOnce ? [options.atOnce] : [])]);
  const signal = AbortSignal.any([atOnce, ...(options.signal ? [options.signal] : [])]);
  let lock: RunLock | undefined;
  let remote: RemoteWorkers | undefined;
  try {
    if (!options.locked) lock = await lockOutput(output.path, { onStop: () => asked.abort() });
    const places = { output, links, path, kept, caseDirectory };
    remote = await remoteWorkersOf(options, signal);
    return await runPhases(await runContext(study, places, { ...options, signal, atOnce }, remote));
  } catch (cause) {
    throw writeFailure(cause, kept);
  } finally {
    await remote?.close();
    await lock?.release();
    await output.close();
  }
}

/** The code that speaks to others is loaded by those who ask for it. */
async function remoteWorkersOf(
  { workers, onEvent }: RunOptions,
  signal: AbortSignal,
): Promise<RemoteWorkers | undefined> {
  if (workers === undefined) return undefined;
  const { openRemoteWorkers } = await import('../../distribution/index.js');
  const { atLeast, ...nats } = workers;
  return openRemoteWorkers({ nats, atLeast, signal, tell: (event) => onEvent?.(event) });
}

async function runPhases(context: RunContext): Promise<RunResult> {
  const { study, output, options } = context;
  await writeSideTables(output, study);
  if (study.settings.exports.stochastic) await exportStochastics(context);
  const wanted = phasesOf(study.settings, options.phases);
  if (options.prove && wanted.training) tellObstacle(context);
  const trained = wanted.training ? await trainCase(context) : undefined;
  const stopped = trained?.summary.termination_reason === 'shutdown';
  const proof = options.prove && trained && !stopped ? await prove(context, trained) : null;
  const simulation = wanted.simulation && !stopped ? await simulateCase(context, trained) : null;
  await output.requirePlace();
  const partial = stopped || (simulation !== null && simulation.completed < simulation.scenarios);
  return {
    status: partial ? 'partial' : 'completed',
    output_dir: context.path,
    // Stopped before its first iteration, a training has no bounds to tell of.
    training: trained !== undefined && trained.summary.iterations > 0 ? trained.summary : null,
    simulation: simulation?.record ?? null,
    ...(options.prove ? { proof } : {}),
  };
}

/** Who asks for a proof that cannot be given hears it before the training takes its time. */
function tellObstacle({ study, stochastic, options }: RunContext): void {
  const reason = obstacleOf(provenProblem(study, stochastic, undefined).problem);
  if (reason !== null) options.onEvent?.({ type: 'proof_impossible', reason });
}

async function prove(context: RunContext, { policy, boundary, last }: TrainedRun): Promise<ProofSummary | null> {
  const { study, stochastic, output, path, caseDirectory, now } = context;
  const { inputFiles = {}, changes = [], onEvent: emit = () => {}, signal } = context.options;
  await output.requirePlace();
  const run = { study, stochastic, policy, boundary, last, caseDirectory, output, outputPath: path };
  return proveRun({ ...run, inputFiles, changes, now, emit, signal });
}

async function exportStochastics({ study, output, stochastic }: RunContext): Promise<void> {
  const { provenance, stages, noise } = stochastic;
  await writeStochastics(output, study, {
    inflow: provenance.inflow,
    fits: provenance.fits,
    path: provenance.path,
    noiseDimension: noise.dimension,
    openings: stages.map((stage) => stage.openings),
  });
}
