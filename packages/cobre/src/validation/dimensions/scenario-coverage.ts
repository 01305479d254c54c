import { asError, errorRecord, type Finding } from '../../case/finding.js';
import { type CaseFileKey, caseFiles, type RawCase } from '../../case/registry.js';
import type { RegistryIndex } from '../../case/registry-index.js';
import type { Rule } from '../rule.js';

interface Row {
  readonly stage_id: number;
  readonly scenario_id: number;
}

/** Scenarios given from outside are complete: in each stage every scenario has a value for every entity. */
export const externalCoverage: Rule = {
  name: 'external scenario coverage',
  layer: 4,
  *check({ raw, registries }) {
    const { hydros, buses, nonControllableSources } = registries;
    yield* holes(raw, 'externalInflow', hydros, raw.externalInflow, (row) => hydros.indexOf(row.hydro_id));
    yield* holes(raw, 'externalLoad', buses, raw.externalLoad, (row) => buses.indexOf(row.bus_id));
    yield* holes(raw, 'externalNcs', nonControllableSources, raw.externalNcs, (row) =>
      nonControllableSources.indexOf(row.ncs_id),
    );
  },
};

function* holes<R extends Row>(
  raw: RawCase,
  key: CaseFileKey,
  registry: RegistryIndex,
  rows: readonly R[] | null,
  entityOf: (row: R) => number | undefined,
): Iterable<Finding> {
  if (!rows || rows.length === 0) return;
  const concerned = new Set(rows.map(entityOf));
  for (const stage of raw.stages.stages) {
    const here = rows.filter((row) => row.stage_id === stage.id);
    const scenarios = new Set(here.map((row) => row.scenario_id));
    const expected = scenarios.size * concerned.size;
    const ids = [...concerned].map((index) => registry.ids[index ?? -1]).join(', ');
    if (scenarios.size === 0) yield incomplete(key, `stage ${stage.id}`, 'at least one scenario for every stage');
    else if (here.length < expected) {
      yield incomplete(
        key,
        `stage ${stage.id}: ${expected - here.length} values`,
        `every scenario with a value for each of ${ids}`,
      );
    }
  }
}

/** Openings given by the user are complete: the branching of each stage times the whole noise vector. */
export const noiseOpeningCoverage: Rule = {
  name: 'noise opening coverage',
  layer: 4,
  *check({ raw, registries }) {
    const rows = raw.noiseOpenings ?? [];
    if (rows.length === 0) return;
    const size = noiseVectorSize(raw, registries.buses, registries.nonControllableSources);
    for (const stage of raw.stages.stages) {
      const here = rows.filter((row) => row.stage_id === stage.id);
      const wanted = stage.num_scenarios * size;
      const strange = here.find((row) => row.opening_index >= stage.num_scenarios || row.entity_index >= size);
      const expected = `${stage.num_scenarios} openings of ${size} values in stage ${stage.id}`;
      if (strange) {
        const extra = `opening ${strange.opening_index}, entity ${strange.entity_index} of stage ${stage.id} (one too many)`;
        yield incomplete('noiseOpenings', extra, expected);
      } else if (here.length < wanted) {
        yield incomplete('noiseOpenings', `stage ${stage.id}: ${wanted - here.length} values`, expected);
      }
    }
  },
};

/** Hydros, then buses with uncertain load, then sources with a model. */
function noiseVectorSize(raw: RawCase, buses: RegistryIndex, sources: RegistryIndex): number {
  const uncertain = new Set(
    (raw.loadStats ?? []).filter((row) => row.std_mw > 0).map((row) => buses.indexOf(row.bus_id)),
  );
  const modelled = new Set((raw.ncsStats ?? []).map((row) => sources.indexOf(row.ncs_id)));
  return raw.hydros.hydros.length + uncertain.size + modelled.size;
}

function incomplete(key: CaseFileKey, missing: string, expected: string): Finding {
  const file = caseFiles[key].path;
  const context = { file, missing_dimension: missing, expected_coverage: expected };
  return asError(
    4,
    errorRecord('CoverageMismatch', `${file}: ${missing}; expected ${expected}.`, context, 'Complete the table.'),
  );
}
