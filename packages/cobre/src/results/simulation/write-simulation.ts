import { join } from 'node:path';
import { writeWhole } from '@quadrivium/kernel/essentials';
import { parquetBytes } from '../../parquet/write.js';
import type { ScenarioResult, SimulationSummary } from '../../simulation/index.js';
import type { RunIdentity } from '../run-identity.js';
import { retryBytes, solverBytes } from '../training/side-tables.js';
import { writeJson } from '../write-json.js';

/** Writes one scenario into its partition of every table. A table without rows has no file. */
export async function writeScenario(output: string, { scenario, tables }: ScenarioResult): Promise<void> {
  const partition = `scenario_id=${String(scenario).padStart(4, '0')}`;
  const write = async ({ table, columns, rowCount }: (typeof tables)[number]) => {
    if (rowCount === 0) return;
    const path = join(output, 'simulation', ...table.folder.split('/'), partition, 'data.parquet');
    await writeWhole(path, parquetBytes(table.columns, columns));
  };
  await Promise.all(tables.map(write));
}

export interface SimulationTimes {
  readonly startedAt: string;
  readonly completedAt: string;
  readonly durationSeconds: number;
  readonly threads: number;
}

export async function writeSimulationMetadata(
  output: string,
  summary: SimulationSummary,
  times: SimulationTimes,
  identity: RunIdentity,
): Promise<void> {
  const phases = [{ phase: 'simulation', ...summary.work, timeMs: times.durationSeconds * 1000 }] as const;
  const solver = (name: string) => join(output, 'simulation', 'solver', name);
  await writeWhole(solver('iterations.parquet'), solverBytes([{ iteration: 0, phases }]));
  await writeWhole(solver('retry_histogram.parquet'), retryBytes([{ iteration: 0, phases }]));
  await writeJson(join(output, 'simulation', 'metadata.json'), {
    ...identity,
    started_at: times.startedAt,
    completed_at: times.completedAt,
    duration_seconds: times.durationSeconds,
    status: summary.completed === summary.scenarios ? 'complete' : 'interrupted',
    scenarios: { total: summary.scenarios, completed: summary.completed, failed: 0 },
    costs: { mean: summary.meanCost, std: summary.stdCost },
    distribution: {
      backend: 'local',
      world_size: 1,
      ranks_participated: 1,
      num_nodes: 1,
      threads_per_rank: times.threads,
    },
  });
}
