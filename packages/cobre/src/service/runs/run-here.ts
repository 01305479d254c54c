/** A run in the process of whoever asked, which has nothing else to do meanwhile. */
import { availableParallelism } from 'node:os';
import type { Case } from '../../case/model.js';
import { parseChange, withSettings } from '../../case/read/changed-settings.js';
import { nodeFileAccess } from '../../case/read/files.js';
import type { WorkersSettings } from '../../distribution/index.js';
import { digestsOf, inputsDigest } from '../../results/index.js';
import { prepareThreads, type RunEvent } from '../../sddp/index.js';
import { type LoadedCase, loadCase } from '../../validation/load-case.js';
import { runCase } from './run-case.js';
import type { Phases } from './run-messages.js';
import type { RunResult } from './run-result.js';

export interface LocalRun {
  readonly case_dir: string;
  /** `output` of the case unless given. */
  readonly output_dir?: string | undefined;
  /** As many as are worth it unless given. */
  readonly threads?: number | undefined;
  /** Workers elsewhere that do the work. */
  readonly workers?: WorkersSettings | undefined;
  readonly phases?: Phases | undefined;
  readonly resume?: boolean | undefined;
  /** Settings for this run, as `key=value`. */
  readonly set?: readonly string[] | undefined;
  /** Ends the training with a proof of its bounds. */
  readonly prove?: boolean | undefined;
}

/** Everything that happens in such a run, and the size of what it happens to. */
export interface LocalRunNews {
  readonly event: RunEvent;
  readonly hydros: number;
  readonly thermals: number;
}

export async function runHere(
  { case_dir, output_dir, threads, workers, phases, resume, set = [], prove }: LocalRun,
  { signal, tell }: { readonly signal: AbortSignal; readonly tell: (news: LocalRunNews) => void },
): Promise<RunResult & Pick<LoadedCase, 'warnings'>> {
  // How many the case has work for is not known yet; more than cores would take long to start and help nobody.
  prepareThreads(Math.min(threads ?? 1, availableParallelism()));
  const changes = [...set, ...(resume ? ['policy.mode=resume'] : [])];
  const access = withSettings(nodeFileAccess, case_dir, changes.map(parseChange));
  const began = performance.now();
  const { case: study, filesRead, warnings } = await loadCase(case_dir, access);
  const loadSeconds = (performance.now() - began) / 1000;
  const [hydros, thermals] = [study.system.hydros.length, study.system.thermals.length];
  const result = await runCase(study, case_dir, {
    ...(output_dir === undefined ? {} : { output: output_dir }),
    ...(phases === undefined ? {} : { phases }),
    ...(workers === undefined ? {} : { workers }),
    threads: threads ?? threadsFor(study, availableParallelism()),
    inputsDigest: inputsDigest(filesRead),
    inputFiles: digestsOf(filesRead),
    changes,
    loadSeconds,
    prove: prove ?? false,
    signal,
    atOnce: signal,
    onEvent: (event) => tell({ event, hydros, thermals }),
  });
  return { ...result, warnings };
}

/** Below this many small problems per iteration threads cost more to start than they save. */
const worthThreads = 5000;
/** A problem with so many hydros is small; one of a national study takes fifty times as long, so that few are worth it. */
const fewHydros = 4;

/** As many threads as there are cores and trials to share, where there is enough to do; results never depend on it. */
export function threadsFor({ horizon, settings, system }: Case, cores: number): number {
  const { forwardPasses } = settings.training;
  const problems = forwardPasses * horizon.stages.reduce((sum, { openings }) => sum + openings, 0);
  const work = problems * Math.max(1, system.hydros.length / fewHydros);
  return work < worthThreads ? 1 : Math.min(cores, forwardPasses);
}
