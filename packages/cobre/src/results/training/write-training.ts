import type { Case } from '../../case/model.js';
import { type CutsSelected, type IterationDone, type Policy, type StopReason, spokenStates } from '../../sddp/index.js';
import type { Provenance } from '../../stochastic/index.js';
import type { OutputFolder } from '../folder/output-folder.js';
import type { BoundaryReport } from '../policy/boundary-by-date.js';
import { distributionOf, type HostWork, identityOf, type RunIdentity, statusOf } from '../run-identity.js';
import type { RunInputs } from '../run-inputs.js';
import { type ConvergenceRow, convergenceBytes } from './convergence.js';
import { boundsBytes, codes, entitiesCsv, stateDictionary, variablesCsv } from './dictionaries.js';
import { hydroModels, modelProvenance } from './model-sidecars.js';
import { rankBytes, retryBytes, selectionBytes, solverBytes, timingBytes } from './side-tables.js';

export interface TrainingRecord {
  readonly study: Case;
  /** Iterations of the run that this one resumes. */
  readonly earlier: readonly ConvergenceRow[];
  readonly iterations: readonly IterationDone[];
  readonly selections: readonly CutsSelected[];
  readonly policy: Policy;
  readonly reason: StopReason;
  readonly converged: boolean;
  readonly startedAt: string;
  readonly completedAt: string;
  readonly durationSeconds: number;
  readonly threads: number;
  /** Who did what, where workers elsewhere took part. */
  readonly hosts: readonly HostWork[] | null;
  readonly maxIterations: number;
  readonly inputs: RunInputs;
  /** What became of the slots of a boundary policy chosen by date. */
  readonly boundary: BoundaryReport | null;
  /** Where the models of the scenarios come from. */
  readonly provenance: Provenance;
  readonly setup: SetupTimes;
}

/** What was done before the first iteration, in seconds; null where nobody measured it. */
export interface SetupTimes {
  readonly load: number | null;
  readonly stochasticFit: number;
  readonly productionFit: number;
}

/** The history so far, for whoever follows a training, and for one that goes on after a sudden end. */
export async function writeConvergence(
  output: OutputFolder,
  history: readonly ConvergenceRow[],
  current: boolean,
): Promise<void> {
  await output.write('training/convergence.parquet', convergenceBytes(history, current));
}

/** Writes everything below `training/` except the mark of success, which comes when all of it is there. */
export async function writeTraining(
  output: OutputFolder,
  record: TrainingRecord,
  identity: RunIdentity,
): Promise<void> {
  const folder = await output.folder('training');
  const { study, iterations, selections, policy } = record;
  const current = study.settings.generation === 'current';
  await folder.write('convergence.parquet', convergenceBytes([...record.earlier, ...iterations], current));
  await folder.write('timing/iterations.parquet', timingBytes(iterations, current));
  await folder.write('timing/mpi_ranks.parquet', rankBytes(iterations));
  await folder.write('solver/iterations.parquet', solverBytes(iterations, current));
  await folder.write('solver/retry_histogram.parquet', retryBytes(iterations, current));
  if (study.settings.training.cutSelection.enabled) {
    await folder.write('cut_selection/iterations.parquet', selectionBytes(selections, current));
  }
  await folder.writeJson('dictionaries/codes.json', codes(study));
  await folder.write('dictionaries/entities.csv', entitiesCsv(study));
  await folder.write('dictionaries/variables.csv', variablesCsv(study));
  await folder.write('dictionaries/bounds.parquet', boundsBytes(study));
  const states = stateDictionary(study, policy.stateCount, spokenStates(policy));
  await folder.writeJson('dictionaries/state_dictionary.json', states);
  if (current) {
    await folder.writeJson('hydro_models.json', hydroModels(study));
    await folder.writeJson('model_provenance.json', modelProvenance(study, record.provenance));
  }
  await folder.writeJson('scaling_report.json', {
    cost_scale_factor: 1000,
    column_scaling: 'solver',
    row_scaling: 'solver',
  });
  await folder.writeJson('metadata.json', trainingMetadata(record, identity));
}

function trainingMetadata(record: TrainingRecord, identity: RunIdentity): object {
  const { study, iterations, policy, reason, converged } = record;
  const { settings, system, horizon } = study;
  const last = iterations.at(-1);
  const active = iterations.map((it) => it.cutsActive);
  const current = settings.generation === 'current';
  return {
    ...identityOf(identity, current),
    inputs: record.inputs,
    started_at: record.startedAt,
    completed_at: record.completedAt,
    duration_seconds: record.durationSeconds,
    status: statusOf(reason !== 'shutdown', current),
    configuration: {
      seed: settings.training.treeSeed,
      max_iterations: record.maxIterations,
      forward_passes: settings.training.forwardPasses,
      stopping_mode: settings.training.stoppingMode,
      policy_mode: settings.policy.mode,
      cut_formulation: settings.training.cutFormulation,
    },
    conventions: {
      generation: settings.generation,
      compatibility: settings.modeling.compatibility,
      curtailment_constant: settings.modeling.dropsCurtailmentConstant ? 'dropped' : 'kept',
      cvar_weights: settings.modeling.capsCvarWeights ? 'capped' : 'convex_combination',
    },
    problem_dimensions: {
      num_stages: horizon.stages.length,
      num_hydros: system.hydros.length,
      num_thermals: system.thermals.length,
      num_buses: system.buses.length,
      num_lines: system.lines.length,
    },
    iterations: { completed: policy.completedIterations, converged_at: converged ? policy.completedIterations : null },
    convergence: {
      achieved: converged,
      final_gap_percent: last === undefined ? null : last.gap * 100,
      termination_reason: reason,
    },
    ...(record.boundary === null ? {} : { boundary: record.boundary }),
    row_pool: {
      total_generated: policy.stages.reduce((sum, { pool }) => sum + pool.count, 0),
      total_active: active.at(-1) ?? 0,
      peak_active: active.reduce((most, count) => Math.max(most, count), 0),
      ...(settings.generation === 'current' ? rowsInProblems(record) : {}),
    },
    ...(settings.generation === 'current' ? currentFacts(record) : {}),
    distribution: distributionOf(identity, record.threads, current, record.hosts),
  };
}

/** Cuts that were rows of a problem when it was solved, over the iterations of this run. */
function rowsInProblems({ iterations }: TrainingRecord): object {
  const solves = iterations.reduce((sum, { lpSolves }) => sum + lpSolves, 0);
  return {
    cuts_active: iterations.at(-1)?.cutsActive ?? 0,
    rows_in_lp_total: Math.round(iterations.reduce((sum, it) => sum + it.meanRowsInLp * it.lpSolves, 0)),
    rows_in_lp_solve_count: solves,
    rows_in_lp_max: iterations.reduce((most, { mostRowsInLp }) => Math.max(most, mostRowsInLp), 0),
  };
}

/** What metadata of current cases tell beyond those of old. */
function currentFacts({ policy, iterations, setup }: TrainingRecord): object {
  const phases = iterations.flatMap((it) => it.phases);
  const total = (of: (phase: IterationDone['phases'][number]) => number) =>
    phases.reduce((sum, phase) => sum + of(phase), 0);
  return {
    bounds: {
      final_lower_bound: policy.lowerBound,
      final_upper_bound: Number.isFinite(policy.upperBound) ? policy.upperBound : null,
      final_upper_bound_std: iterations.at(-1)?.upperBoundStd ?? null,
    },
    solve_stats: {
      lp_solves: total(({ lpSolves }) => lpSolves),
      simplex_iterations: total(({ pivots }) => pivots),
      fallbacks: total(({ fallbacks }) => fallbacks),
    },
    setup: {
      load_seconds: setup.load,
      stochastic_fit_seconds: setup.stochasticFit,
      production_fit_seconds: setup.productionFit,
      // A part of loading here, and one process has nobody to tell.
      evaporation_fit_seconds: 0,
      broadcast_seconds: 0,
    },
  };
}
