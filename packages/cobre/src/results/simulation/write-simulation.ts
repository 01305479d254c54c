/**
 * What a simulation leaves: its tables, written aside and moved to their places when they are whole, then its metadata,
 * then the mark of success. Until then a small file tells how far it came, for whoever finds it after a sudden end.
 */
import type { Case } from '../../case/model.js';
import type { ScenarioResult, SimulationSummary } from '../../simulation/index.js';
import type { OutputFolder } from '../folder/output-folder.js';
import { beginPart, draftFolder, finishPart, progressFile } from '../parts.js';
import { distributionOf, type HostWork, identityOf, type RunIdentity, statusOf } from '../run-identity.js';
import { retryBytes, solverBytes } from '../training/side-tables.js';
import { CurrentTables } from './current-tables.js';
import { simulationLayouts } from './layouts/index.js';
import type { ResultsUnderWay } from './layouts/layout.js';
import { PlannerTables } from './planning/index.js';

export interface SimulationTimes {
  readonly startedAt: string;
  readonly completedAt: string;
  readonly durationSeconds: number;
  readonly threads: number;
  /** Who did what, where workers elsewhere took part. */
  readonly hosts: readonly HostWork[] | null;
}

/** How far a simulation came is written this often at most. */
const progressIntervalMs = 1000;

export interface WrittenSimulation {
  readonly study: Case;
  readonly scenarios: number;
}

export class SimulationWriter {
  readonly #folder: OutputFolder;
  readonly #output: OutputFolder;
  readonly #results: ResultsUnderWay;
  readonly #scenarios: number;
  /** Where the tables of today are written, what they tell beyond those of old. */
  readonly #current: CurrentTables | null;
  readonly #planner: PlannerTables;
  #completed = 0;
  #toldAt = performance.now();

  private constructor(
    output: OutputFolder,
    folder: OutputFolder,
    results: ResultsUnderWay,
    { scenarios, study }: WrittenSimulation,
  ) {
    this.#output = output;
    this.#folder = folder;
    this.#results = results;
    this.#scenarios = scenarios;
    this.#current = study.settings.generation === 'current' ? new CurrentTables(study.horizon) : null;
    this.#planner = new PlannerTables(study);
  }

  static async begin(output: OutputFolder, written: WrittenSimulation): Promise<SimulationWriter> {
    const { simulationLayout } = written.study.settings.exports;
    await beginPart(output, 'simulation');
    const folder = await output.folder('simulation');
    const writer = new SimulationWriter(
      output,
      folder,
      simulationLayouts[simulationLayout].open(await folder.folder(draftFolder)),
      written,
    );
    await writer.#tellProgress();
    return writer;
  }

  async take(result: ScenarioResult): Promise<void> {
    this.#planner.take(result);
    await this.#results.take(this.#current?.take(result) ?? result);
    this.#completed++;
    if (performance.now() - this.#toldAt >= progressIntervalMs) await this.#tellProgress();
  }

  /** Gives the files of results, by their paths in the output directory. */
  async finish(summary: SimulationSummary, times: SimulationTimes, identity: RunIdentity): Promise<readonly string[]> {
    const files = await this.#results.finish();
    const drafts = await this.#folder.folder(draftFolder);
    for (const name of await drafts.names()) await drafts.move(name, this.#folder);
    await this.#folder.remove(draftFolder);
    await this.#current?.write(this.#folder, summary);
    await this.#planner.write(this.#folder, summary);
    await this.#writeMetadata(summary, times, identity);
    if (summary.completed === summary.scenarios) await finishPart(this.#output, 'simulation');
    await this.#folder.remove(progressFile);
    return files.map((file) => `simulation/${file}`);
  }

  /** After a failure: nothing half-written stays, and how far it came is told once more if the disk allows it. */
  async abandon(): Promise<void> {
    await this.#results.abandon();
    await this.#folder.remove(draftFolder).catch(() => {});
    await this.#tellProgress().catch(() => {});
  }

  async #tellProgress(): Promise<void> {
    const scenarios = { total: this.#scenarios, completed: this.#completed };
    await this.#folder.writeJson(progressFile, { scenarios });
    this.#toldAt = performance.now();
  }

  async #writeMetadata(summary: SimulationSummary, times: SimulationTimes, identity: RunIdentity): Promise<void> {
    const current = this.#current !== null;
    const phases = [{ phase: 'simulation', ...summary.work, timeMs: times.durationSeconds * 1000 }] as const;
    await this.#folder.write('solver/iterations.parquet', solverBytes([{ iteration: 0, phases }], current));
    await this.#folder.write('solver/retry_histogram.parquet', retryBytes([{ iteration: 0, phases }], current));
    await this.#folder.writeJson('metadata.json', {
      ...identityOf(identity, current),
      started_at: times.startedAt,
      completed_at: times.completedAt,
      duration_seconds: times.durationSeconds,
      status: statusOf(summary.completed === summary.scenarios, current),
      scenarios: { total: summary.scenarios, completed: summary.completed, failed: 0 },
      costs: { mean: summary.meanCost, std: summary.stdCost, ...this.#current?.tailOf(summary) },
      distribution: distributionOf(identity, times.threads, current, times.hosts),
    });
  }
}
