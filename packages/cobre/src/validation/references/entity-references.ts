import type { EntityId } from '../../case/identity.js';
import type { CaseFileKey, RawCase } from '../../case/registry.js';
import type { RegistryName } from '../../case/registry-index.js';
import { type Reference, reference } from './reference.js';

const lines = (raw: RawCase) => raw.lines.lines;
const hydros = (raw: RawCase) => raw.hydros.hydros;
const pumps = (raw: RawCase) => raw.pumpingStations?.pumping_stations;

/** References between the registries. */
const topology: readonly Reference[] = [
  reference('lines', 'source_bus_id', 'buses', lines, (e) => [e.id, e.source_bus_id]),
  reference('lines', 'target_bus_id', 'buses', lines, (e) => [e.id, e.target_bus_id]),
  reference('hydros', 'bus_id', 'buses', hydros, (e) => [e.id, e.bus_id]),
  reference('hydros', 'downstream_id', 'hydros', hydros, (e) => [e.id, e.downstream_id]),
  reference('hydros', 'diversion.downstream_id', 'hydros', hydros, (e) => [e.id, e.diversion?.downstream_id]),
  reference(
    'thermals',
    'bus_id',
    'buses',
    (raw) => raw.thermals.thermals,
    (e) => [e.id, e.bus_id],
  ),
  reference(
    'nonControllableSources',
    'bus_id',
    'buses',
    (raw) => raw.nonControllableSources?.non_controllable_sources,
    (e) => [e.id, e.bus_id],
  ),
  reference(
    'energyContracts',
    'bus_id',
    'buses',
    (raw) => raw.energyContracts?.contracts,
    (e) => [e.id, e.bus_id],
  ),
  reference('pumpingStations', 'bus_id', 'buses', pumps, (e) => [e.id, e.bus_id]),
  reference('pumpingStations', 'source_hydro_id', 'hydros', pumps, (e) => [e.id, e.source_hydro_id]),
  reference('pumpingStations', 'destination_hydro_id', 'hydros', pumps, (e) => [e.id, e.destination_hydro_id]),
  reference(
    'productionModels',
    'hydro_id',
    'hydros',
    (raw) => raw.productionModels?.production_models,
    own('hydro_id'),
  ),
  reference('initialConditions', 'storage.hydro_id', 'hydros', (raw) => raw.initialConditions.storage, own('hydro_id')),
  reference(
    'initialConditions',
    'filling_storage.hydro_id',
    'hydros',
    (raw) => raw.initialConditions.filling_storage,
    own('hydro_id'),
  ),
  reference(
    'initialConditions',
    'past_inflows.hydro_id',
    'hydros',
    (raw) => raw.initialConditions.past_inflows,
    own('hydro_id'),
  ),
  reference(
    'initialConditions',
    'recent_observations.hydro_id',
    'hydros',
    (raw) => raw.initialConditions.recent_observations,
    own('hydro_id'),
  ),
  reference('loadFactors', 'bus_id', 'buses', (raw) => raw.loadFactors?.load_factors, own('bus_id')),
  reference(
    'ncsFactors',
    'ncs_id',
    'nonControllableSources',
    (raw) => raw.ncsFactors?.non_controllable_factors,
    own('ncs_id'),
  ),
  reference('exchangeFactors', 'line_id', 'lines', (raw) => raw.exchangeFactors?.exchange_factors, own('line_id')),
];

function own<Key extends string>(key: Key) {
  return (entry: { readonly [K in Key]: EntityId }): readonly [EntityId, EntityId] => [entry[key], entry[key]];
}

/** The column of each table that names an entity. */
const tableColumns: readonly (readonly [CaseFileKey, string, RegistryName])[] = [
  ['hydroGeometry', 'hydro_id', 'hydros'],
  ['fphaHyperplanes', 'hydro_id', 'hydros'],
  ['inflowStats', 'hydro_id', 'hydros'],
  ['arCoefficients', 'hydro_id', 'hydros'],
  ['annualComponent', 'hydro_id', 'hydros'],
  ['inflowHistory', 'hydro_id', 'hydros'],
  ['externalInflow', 'hydro_id', 'hydros'],
  ['loadStats', 'bus_id', 'buses'],
  ['externalLoad', 'bus_id', 'buses'],
  ['ncsStats', 'ncs_id', 'nonControllableSources'],
  ['externalNcs', 'ncs_id', 'nonControllableSources'],
  ['ncsBounds', 'ncs_id', 'nonControllableSources'],
  ['thermalBounds', 'thermal_id', 'thermals'],
  ['hydroBounds', 'hydro_id', 'hydros'],
  ['lineBounds', 'line_id', 'lines'],
  ['pumpingBounds', 'station_id', 'pumpingStations'],
  ['contractBounds', 'contract_id', 'contracts'],
  ['genericBounds', 'constraint_id', 'genericConstraints'],
  ['penaltyOverridesBus', 'bus_id', 'buses'],
  ['penaltyOverridesLine', 'line_id', 'lines'],
  ['penaltyOverridesHydro', 'hydro_id', 'hydros'],
  ['penaltyOverridesNcs', 'source_id', 'nonControllableSources'],
];

type AnyRow = Readonly<Record<string, unknown>>;

function rowsOf(raw: RawCase, file: CaseFileKey): readonly AnyRow[] {
  const content: unknown = raw[file];
  return Array.isArray(content) ? content : [];
}

const tables = tableColumns.map(([file, column, target]) =>
  reference(
    file,
    column,
    target,
    (raw) => rowsOf(raw, file),
    (row) => [row[column] as EntityId, row[column] as EntityId],
  ),
);

export const entityReferences: readonly Reference[] = [...topology, ...tables];

/** Bounds and factors of a stage that does not exist would silently change nothing. */
const stageTables: readonly (readonly [CaseFileKey, string])[] = [
  ['thermalBounds', 'thermal_id'],
  ['hydroBounds', 'hydro_id'],
  ['lineBounds', 'line_id'],
  ['pumpingBounds', 'station_id'],
  ['contractBounds', 'contract_id'],
  ['ncsBounds', 'ncs_id'],
  ['genericBounds', 'constraint_id'],
];

export const stageReferences: readonly Reference[] = [
  ...stageTables.map(([file, column]) =>
    reference(
      file,
      'stage_id',
      'stages',
      (raw) => rowsOf(raw, file),
      (row) => [row[column] as EntityId, row.stage_id as number],
    ),
  ),
  reference(
    'loadFactors',
    'stage_id',
    'stages',
    (raw) => raw.loadFactors?.load_factors,
    (e) => [e.bus_id, e.stage_id],
  ),
  reference(
    'ncsFactors',
    'stage_id',
    'stages',
    (raw) => raw.ncsFactors?.non_controllable_factors,
    (e) => [e.ncs_id, e.stage_id],
  ),
  reference(
    'exchangeFactors',
    'stage_id',
    'stages',
    (raw) => raw.exchangeFactors?.exchange_factors,
    (e) => [e.line_id, e.stage_id],
  ),
];
