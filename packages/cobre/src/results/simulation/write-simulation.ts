import { join } from 'node:path';
import type { ScenarioResult, SimulationSummary } from '../../simulation/index.js';
import { writeAtomically, writeJson } from '../atomic-file.js';
import { parquetBytes } from '../parquet-table.js';
import type { RunIdentity } from '../run-identity.js';

/** Writes one scenario into its partition of every table. A table without rows has no file. */
export async function writeScenario(output: string, { scenario, tables }: ScenarioResult): Promise<void> {
  const partition = `scenario_id=${String(scenario).padStart(4, '0')}`;
  for (const { table, columns, rowCount } of tables) {
    if (rowCount === 0) continue;
    const path = join(output, 'simulation', ...table.folder.split('/'), partition, 'data.parquet');
    await writeAtomically(path, parquetBytes(table.columns, columns));
  }
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
