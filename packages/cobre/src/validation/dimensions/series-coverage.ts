import { asError, errorRecord, type Finding } from '../../case/finding.js';
import { caseFiles } from '../../case/registry.js';
import { existsInStage } from '../lifetimes.js';
import type { Rule } from '../rule.js';

/** Inflow statistics cover every hydro in every stage in which it exists. An empty table covers nothing on purpose. */
export const inflowStatsCoverage: Rule = {
  name: 'inflow statistics coverage',
  layer: 4,
  *check({ raw, registries }) {
    const rows = raw.inflowStats ?? [];
    if (rows.length === 0) return;
    const have = new Set(rows.map((row) => `${registries.hydros.indexOf(row.hydro_id)} ${row.stage_id}`));
    for (const hydro of raw.hydros.hydros) {
      const index = registries.hydros.indexOf(hydro.id);
      const stages = raw.stages.stages.filter((stage) => existsInStage(hydro, stage.id));
      const absent = stages.filter((stage) => !have.has(`${index} ${stage.id}`)).map((stage) => stage.id);
      yield* gap(caseFiles.inflowStats.path, `hydro ${hydro.id}`, absent);
    }
  },
};

/** Load statistics cover every bus in every stage, unless the table is empty. */
export const loadStatsCoverage: Rule = {
  name: 'load statistics coverage',
  layer: 4,
  *check({ raw, registries }) {
    const rows = raw.loadStats ?? [];
    if (rows.length === 0) return;
    const have = new Set(rows.map((row) => `${registries.buses.indexOf(row.bus_id)} ${row.stage_id}`));
    for (const bus of raw.buses.buses) {
      const index = registries.buses.indexOf(bus.id);
      const absent = raw.stages.stages.filter((stage) => !have.has(`${index} ${stage.id}`)).map((stage) => stage.id);
      yield* gap(caseFiles.loadStats.path, `bus ${bus.id}`, absent);
    }
  },
};

function* gap(file: string, owner: string, stages: readonly number[]): Iterable<Finding> {
  if (stages.length === 0) return;
  const missing = `${owner}, stages ${stages.slice(0, 10).join(', ')}${stages.length > 10 ? ', ...' : ''}`;
  yield asError(
    4,
    errorRecord(
      'CoverageMismatch',
      `${file} has no row for ${missing}.`,
      { file, missing_dimension: missing, expected_coverage: `${owner} in every stage in which it exists` },
      'Add the missing rows, or leave the table empty.',
    ),
  );
}
