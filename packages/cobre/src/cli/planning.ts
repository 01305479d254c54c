/** What planners look at first, as a run left it. */
import type { Io } from '@quadrivium/kernel/shell';
import { queryResults } from '../operations/query-results.js';
import { type PlanningName, planningNames } from '../results/simulation/planning/layout.js';
import { entityNames } from '../service/cases/entities.js';
import { type StageNames, stageNames } from '../service/cases/stage-names.js';
import { plainFiles } from '../service/files/files.js';
import { call, type GlobalOptions } from './calls.js';

/** Everything that is not text is a number; the name is that of the bus. */
export interface PlanningRow {
  readonly name: string;
  readonly class: string;
  /** The stage under the name people know it by. */
  readonly when: string;
  at(column: string): number;
}

export interface Planning extends Readonly<Record<PlanningName, readonly PlanningRow[]>> {
  readonly stages: StageNames;
}

/** Empty tables for results that have none. */
export async function planningOf(io: Io, given: GlobalOptions, directory: string): Promise<Planning> {
  const files = plainFiles(process.cwd());
  const [names, stages] = [await entityNames(files, directory, 'buses'), await stageNames(files, directory)];
  const found: Partial<Record<PlanningName, PlanningRow[]>> = {};
  for (const name of planningNames) {
    const filters = { limit: Number.MAX_SAFE_INTEGER };
    const { columns, rows } = await call(
      queryResults,
      { output_dir: directory, entity_type: name, filters },
      io,
      given,
    );
    found[name] = rows.map((row) => rowOf(columns, row, { names, stages }));
  }
  return { ...(found as Record<PlanningName, PlanningRow[]>), stages };
}

function rowOf(
  columns: readonly string[],
  values: readonly unknown[],
  { names, stages }: { readonly names: ReadonlyMap<number, string>; readonly stages: StageNames },
): PlanningRow {
  const at = (column: string) => values[columns.indexOf(column)];
  const bus = at('bus_id');
  return {
    name: typeof bus === 'number' ? (names.get(bus) ?? String(bus)) : 'System',
    class: String(at('class') ?? ''),
    when: stages.of(Number(at('stage_id'))),
    at: (column) => Number(at(column)),
  };
}
