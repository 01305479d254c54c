import type { EntityId } from '../identity.js';
import type { RegistryIndex } from '../registry-index.js';
import type { Correlation, CorrelationGroup, ExternalValue, NoiseOpening, Scenarios } from '../scenarios.js';
import type { CorrelationFile } from '../schema/scenarios.js';
import type { ResolveContext } from './context.js';

export function resolveScenarios(context: ResolveContext): Scenarios {
  const { raw, registries } = context;
  const hydro = (id: EntityId): number => registries.hydros.indexOf(id) ?? -1;
  return {
    inflowStats: sorted(raw.inflowStats, ['hydroIndex', 'stageId'], (row) => ({
      hydroIndex: hydro(row.hydro_id),
      stageId: row.stage_id,
      meanM3s: row.mean_m3s,
      stdM3s: row.std_m3s,
    })),
    arCoefficients: sorted(raw.arCoefficients, ['hydroIndex', 'stageId', 'lag'], (row) => ({
      hydroIndex: hydro(row.hydro_id),
      stageId: row.stage_id,
      lag: row.lag,
      coefficient: row.coefficient,
      residualStdRatio: row.residual_std_ratio,
    })),
    annualComponent: sorted(raw.annualComponent, ['hydroIndex', 'stageId'], (row) => ({
      hydroIndex: hydro(row.hydro_id),
      stageId: row.stage_id,
      annualCoefficient: row.annual_coefficient,
      annualMeanM3s: row.annual_mean_m3s,
      annualStdM3s: row.annual_std_m3s,
    })),
    inflowHistory: sorted(raw.inflowHistory, ['hydroIndex', 'day'], (row) => ({
      hydroIndex: hydro(row.hydro_id),
      day: row.date,
      valueM3s: row.value_m3s,
    })),
    externalInflow: external(context, raw.externalInflow, registries.hydros, (r) => [r.hydro_id, r.value_m3s]),
    externalLoad: external(context, raw.externalLoad, registries.buses, (r) => [r.bus_id, r.value_mw]),
    externalNcs: external(context, raw.externalNcs, registries.nonControllableSources, (r) => [r.ncs_id, r.value]),
    loadStats: sorted(raw.loadStats, ['busIndex', 'stageId'], (row) => ({
      busIndex: registries.buses.indexOf(row.bus_id) ?? -1,
      stageId: row.stage_id,
      meanMw: row.mean_mw,
      stdMw: row.std_mw,
    })),
    ncsStats: sorted(raw.ncsStats, ['ncsIndex', 'stageId'], (row) => ({
      ncsIndex: registries.nonControllableSources.indexOf(row.ncs_id) ?? -1,
      stageId: row.stage_id,
      mean: row.mean,
      std: row.std,
    })),
    noiseOpenings: openings(context),
    correlation: raw.correlation && correlation(raw.correlation, context),
  };
}

/** Resolved rows in the order of the given fields. */
function sorted<From, To>(
  rows: readonly From[] | null,
  keys: readonly (keyof To)[],
  resolve: (row: From) => To,
): readonly To[] | null {
  if (rows === null) return null;
  return rows.map(resolve).sort((a, b) => {
    for (const key of keys) {
      const difference = Number(a[key]) - Number(b[key]);
      if (difference !== 0) return difference;
    }
    return 0;
  });
}

function external<Row extends { readonly stage_id: number; readonly scenario_id: number }>(
  { horizon }: ResolveContext,
  rows: readonly Row[] | null,
  registry: RegistryIndex,
  take: (row: Row) => readonly [EntityId, number],
): readonly ExternalValue[] | null {
  const stageIndex = new Map(horizon.stages.map((stage) => [stage.id, stage.index]));
  return sorted(rows, ['stageIndex', 'scenarioId', 'entityIndex'], (row) => {
    const [id, value] = take(row);
    return {
      stageIndex: stageIndex.get(row.stage_id) ?? -1,
      scenarioId: row.scenario_id,
      entityIndex: registry.indexOf(id) ?? -1,
      value,
    };
  });
}

function openings({ raw, horizon }: ResolveContext): readonly NoiseOpening[] | null {
  const stageIndex = new Map(horizon.stages.map((stage) => [stage.id, stage.index]));
  return sorted(raw.noiseOpenings, ['stageIndex', 'openingIndex', 'entityIndex'], (row) => ({
    stageIndex: stageIndex.get(row.stage_id) ?? -1,
    openingIndex: row.opening_index,
    entityIndex: row.entity_index,
    value: row.value,
  }));
}

function correlation(file: CorrelationFile, context: ResolveContext): Correlation {
  const profiles = Object.entries(file.profiles).map(([name, profile]) => {
    const groups = profile.correlation_groups.map((group) => correlationGroup(group, context));
    return [name, { groups }] as const;
  });
  return {
    profiles: new Map(profiles),
    profileOfStage: new Map((file.schedule ?? []).map((entry) => [entry.stage_id, entry.profile_name])),
  };
}

type GroupEntry = CorrelationFile['profiles'][string]['correlation_groups'][number];

/** Members are put in canonical order, and the matrix with them, so that declaration order does not matter. */
function correlationGroup(group: GroupEntry, { registries }: ResolveContext): CorrelationGroup {
  const registryOf = { inflow: registries.hydros, load: registries.buses, ncs: registries.nonControllableSources };
  const members = group.entities.map(({ type, id }, position) => ({
    type,
    entityIndex: registryOf[type].indexOf(id) ?? -1,
    position,
  }));
  const ordered = members.sort((a, b) =>
    a.type === b.type ? a.entityIndex - b.entityIndex : a.type < b.type ? -1 : 1,
  );
  return {
    name: group.name,
    members: ordered.map(({ type, entityIndex }) => ({ type, entityIndex })),
    matrix: ordered.map((row) => ordered.map((column) => group.matrix[row.position]?.[column.position] ?? 0)),
  };
}
