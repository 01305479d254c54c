/** The proof at the end of a training: made, told of, and written beside its other results. */
import { relative, resolve } from 'node:path';
import type { Case } from '../../case/model.js';
import type { CutPool } from '../../lp/cuts/cut-pool.js';
import { digestOfProof, type OutputFolder, policyDigests, runInputs, writeProof } from '../../results/index.js';
import {
  type IterationDone,
  intervalOf,
  type Policy,
  type Proof,
  type ProofParts,
  planOf,
  prove,
  provenProblem,
  type RunEvent,
  rounding,
  statementOf,
} from '../../sddp/index.js';
import type { StochasticModel } from '../../stochastic/index.js';
import { version } from '../../version.js';
import type { ProofSummary } from './run-result.js';

export interface ProvenRun {
  readonly study: Case;
  readonly stochastic: StochasticModel;
  readonly policy: Policy;
  readonly boundary: CutPool | undefined;
  readonly last: IterationDone | undefined;
  readonly caseDirectory: string;
  readonly output: OutputFolder;
  readonly outputPath: string;
  /** What was read, and settings that were changed for this run only. */
  readonly inputFiles: Readonly<Record<string, string>>;
  readonly changes: readonly string[];
  readonly now: () => number;
  readonly emit: (event: RunEvent) => void;
  readonly signal: AbortSignal | undefined;
}

/** How often whoever waits hears of it, and may stop it. */
const intervalMs = 200;

class GivenUp extends Error {}

/** Null when the run is stopped before the proof is whole; what was trained stays. */
export async function proveRun(run: ProvenRun): Promise<ProofSummary | null> {
  const started = run.now();
  let told = started;
  const step = async (done: number, of: number) => {
    if (run.now() - told < intervalMs) return;
    told = run.now();
    run.emit({ type: 'proof_progress', done, of, elapsedMs: told - started });
    await new Promise((resume) => setImmediate(resume));
    if (run.signal?.aborted) throw new GivenUp();
  };
  const { study, stochastic, policy, boundary, last } = run;
  tellPlan(run);
  try {
    const options = { step, ...(boundary ? { boundary } : {}), ...(last ? { last } : {}) };
    const parts = await prove(study, stochastic, policy, options);
    const proof = await proofOf(run, parts, (run.now() - started) / 1000);
    await writeProof(run.output, proof);
    run.emit({ type: 'proof_finished', statement: proof.statement, elapsedMs: run.now() - started });
    return summaryOf(proof);
  } catch (cause) {
    if (cause instanceof GivenUp) return null;
    throw cause;
  }
}

function tellPlan({ study, stochastic, boundary, policy, last, emit }: ProvenRun): void {
  const { upper, lpSolves } = planOf(provenProblem(study, stochastic, boundary).problem, policy);
  const estimateMs = last && last.lpSolves > 0 ? (last.timeTotalMs / last.lpSolves) * lpSolves : null;
  emit({ type: 'proof_started', upper, lpSolves, estimateMs });
}

async function proofOf(run: ProvenRun, parts: ProofParts, seconds: number): Promise<Proof> {
  const rest = await contentsOf(run, parts, seconds);
  return { ...rest, digest: digestOfProof(rest) };
}

async function contentsOf(run: ProvenRun, parts: ProofParts, seconds: number): Promise<Omit<Proof, 'digest'>> {
  const { study, caseDirectory, outputPath } = run;
  const { path: policyPath, boundary } = study.settings.policy;
  return {
    format: 'cobre-proof/4',
    cobre_version: version,
    case: { path: relative(outputPath, resolve(caseDirectory)) || '.', files: run.inputFiles, set: [...run.changes] },
    policy: { path: policyPath, files: await policyDigests(resolve(outputPath, policyPath)) },
    ...(boundary ? { boundary: { files: await policyDigests(resolve(caseDirectory, boundary.path)) } } : {}),
    statement: statementOf(parts),
    risk_measure: runInputs(study, null).risk_measure,
    interval: intervalOf(parts),
    limits_kept_to: parts.limits_kept_to,
    solver: parts.solver,
    rounding,
    lower: parts.lower,
    upper: parts.upper,
    cost: { seconds, lp_solves: parts.lpSolves },
  };
}

function summaryOf({ interval, upper, statement, cost }: Proof): ProofSummary {
  return {
    lower_bound: interval.lower,
    upper_bound: interval.upper,
    gap: interval.gap,
    upper_bound_kind: upper.kind,
    statement,
    wall_time_ms: Math.round(cost.seconds * 1000),
    lp_solves: cost.lp_solves,
  };
}
