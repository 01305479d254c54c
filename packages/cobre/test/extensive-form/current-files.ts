/** A study as the files of a current case say it. What only release 0.5.1 has (lags of inflows by coefficients) must be absent. */
import type { CaseContents } from '../case/write-case.js';
import { filesOf, type RawHydro, type RawStudy, type StageRow } from './raw-study.js';

type Entry = Record<string, unknown>;

const dated = (file: unknown): object =>
  Object.fromEntries(
    Object.entries(file as Record<string, Entry[]>).map(([key, list]) => [
      key,
      list.map((entry) => ({ ...entry, operational_start_date: '2000-01-01' })),
    ]),
  );

export function currentFilesOf(study: RawStudy): CaseContents {
  const files = filesOf(study);
  const registries = ['buses', 'lines', 'thermals', 'non_controllable_sources', 'pumping_stations', 'energy_contracts'];
  const paths = registries.map((name) => `system/${name}.json`).filter((path) => files[path] !== null);
  return {
    ...files,
    ...Object.fromEntries(paths.map((path) => [path, dated(files[path])])),
    'config.json': configOf(study),
    'penalties.json': penaltiesOf(study),
    'stages.json': stagesOf(files['stages.json'] as Record<string, unknown>),
    'initial_conditions.json': initialOf(study, files['initial_conditions.json'] as Entry),
    'system/hydros.json': dated({ hydros: study.hydros.map(hydroOf) }),
    'system/hydro_production_models.json': { production_models: study.hydros.map((hydro) => modelOf(study, hydro)) },
    'system/hydro_energy_productivity.parquet': productivityRows(study),
    'constraints/hydro_unit_group_bounds.parquet': study.unitRows ?? null,
    'post_study_stages.json': study.after ? afterOf(study.after) : null,
    'constraints/pumping_bounds.parquet': named(study.tables.pumpBounds, 'pumping_station_id'),
    'constraints/penalty_overrides_ncs.parquet': named(study.tables.sourceCosts, 'ncs_id'),
    'constraints/generic_constraints.json': constraintsOf(study),
    'constraints/generic_parameters.json': study.named ? { scalar_parameters: study.named.parameters } : null,
    'constraints/generic_constraint_bounds.parquet': boundsOf(study),
  };
}

function named(rows: readonly StageRow[], column: string): object[] | null {
  return rows.length === 0 ? null : rows.map(({ id, ...row }) => ({ [column]: id, ...row }));
}

function configOf(study: RawStudy): object {
  return {
    training: {
      tree_seed: study.seed,
      selection: { method: 'sampled', forward_passes: study.passes },
      cut_formulation: study.formulation,
      stopping_rules: [{ type: 'iteration_limit', limit: study.iterations }],
      scenario_source: { openings: { source: 'file' } },
    },
    modeling: {
      inflow_non_negativity: { method: study.nonNegativity },
      ...(study.compatibility === undefined ? {} : { compatibility: study.compatibility }),
    },
  };
}

function penaltiesOf({ penalties }: RawStudy): object {
  const { fpha_turbined_cost, ...hydro } = penalties.hydro;
  return { ...penalties, hydro: { ...hydro, turbined_cost: fpha_turbined_cost } };
}

function stagesOf(file: Record<string, unknown>): object {
  const stages = file.stages as Entry[];
  return {
    ...file,
    stages: stages.map(({ num_scenarios, ...stage }) => ({ ...stage, num_openings: num_scenarios })),
  };
}

/** Past inflows as dated windows: December is one month back, November two. */
function initialOf({ pastInflows }: RawStudy, { past_inflows: _inflows, ...file }: Entry): object {
  const firstOf = (month: number) => new Date(Date.UTC(2024, month, 1)).toISOString().slice(0, 10);
  const recent_observations = pastInflows.flatMap(({ hydro_id, values_m3s }) =>
    values_m3s.map((value_m3s, lag) => ({
      hydro_id,
      start_date: firstOf(-lag - 1),
      end_date: firstOf(-lag),
      value_m3s,
    })),
  );
  return recent_observations.length === 0 ? file : { ...file, recent_observations };
}

function hydroOf({ bus_id, generation, units, head, ...hydro }: RawHydro): object {
  const { productivity_mw_per_m3s: _elsewhere, model, ...limits } = generation;
  return {
    ...hydro,
    ...(head
      ? {
          tailrace: {
            type: 'polynomial',
            coefficients: [head.tailrace, ...(head.rise === undefined ? [] : [head.rise])],
          },
          hydraulic_losses: { type: 'constant', value_m: head.loss },
          efficiency: { type: 'constant', value: head.efficiency },
        }
      : {}),
    generation: { model, ...limits },
    unit_groups: units ?? [{ id: 0, name: 'All', bus_id, ...limits }],
  };
}

function modelOf(study: RawStudy, { id, generation, head }: RawHydro): object {
  const productivityAt = (stage: number) =>
    study.productivity.find((row) => row.hydro_id === id && row.from <= stage && stage <= row.to)?.value ??
    generation.productivity_mw_per_m3s;
  return {
    hydro_id: id,
    selection_mode: 'stage_ranges',
    stage_ranges: study.stages.map((stage) => ({
      start_stage_id: stage.id,
      end_stage_id: stage.id,
      model: generation.model,
      ...(generation.model === 'fpha'
        ? { fpha_config: { source: head ? 'computed' : 'precomputed' } }
        : { productivity_mw_per_m3s: productivityAt(stage.id) }),
    })),
  };
}

function productivityRows({ hydros }: RawStudy): object[] | null {
  const rows = hydros
    .filter(({ generation }) => generation.model === 'fpha')
    .map(({ id: hydro_id }) => ({ hydro_id, stage_id: null, equivalent_productivity_mw_per_m3s: 1 }));
  return rows.length === 0 ? null : rows;
}

function afterOf({ start_date, duration_hours, cells }: NonNullable<RawStudy['after']>): object {
  return {
    stages: [{ start_date, duration_hours }],
    thermal_bounds: cells.map((cell) => ({ ...cell, post_study_stage_index: 0 })),
  };
}

function constraintsOf({ constraints, named }: RawStudy): object | null {
  if (constraints.length === 0) return null;
  const written = constraints.map(({ terms: _terms, sense: _sense, relational: _own, ...constraint }) => constraint);
  return { expressions: named?.expressions ?? [], constraints: written };
}

function boundsOf({ constraints, tables }: RawStudy): object[] | null {
  const byTable = tables.constraintBounds.filter(({ id }) => !constraints.find((own) => own.id === id)!.relational);
  const rows = byTable.map(({ id, bound, upper, ...row }) => {
    const { sense } = constraints.find((constraint) => constraint.id === id)!;
    return {
      constraint_id: id,
      ...row,
      bound_lower: sense === '<=' ? null : bound,
      bound_upper: sense === 'between' ? (upper ?? null) : sense === '>=' ? null : bound,
    };
  });
  return rows.length === 0 ? null : rows;
}
