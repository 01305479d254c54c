/** `training/dictionaries/`: what the codes, ids and columns of the result tables mean. */
import { integerIdOf } from '../../case/identity.js';
import type { Case, Entity } from '../../case/model.js';
import { operativeState, resultTables } from '../../simulation/index.js';
import { parquetOfRows, tableSchema } from '../parquet-table.js';

export const entityTypes = {
  hydro: 0,
  thermal: 1,
  bus: 2,
  line: 3,
  pumping_station: 4,
  contract: 5,
  non_controllable: 7,
} as const;

const boundTypes = [
  'storage_min',
  'storage_max',
  'turbined_min',
  'turbined_max',
  'outflow_min',
  'outflow_max',
  'generation_min',
  'generation_max',
  'flow_min',
  'flow_max',
] as const;

export function codes(): object {
  const byCode = (entries: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(entries).map(([name, code]) => [String(code), name]));
  return {
    operative_state: byCode(operativeState),
    storage_binding: { 0: 'none', 1: 'below_minimum', 2: 'above_maximum', 3: 'both' },
    contract_type: { 0: 'import', 1: 'export' },
    entity_type: byCode(entityTypes),
    bound_type: Object.fromEntries(boundTypes.map((name, code) => [String(code), name])),
  };
}

/** `entity_id` is what the tables hold; `key` is what the case calls the entity, which may be a word. */
export function entitiesCsv({ system }: Case): string {
  const line = (type: number, entity: Entity, bus: number | null) =>
    [type, integerIdOf(entity), quoted(entity.name), bus ?? '', '', quoted(String(entity.id))].join(',');
  const busOf = (index: number) => integerIdOf(system.buses[index]!);
  return [
    'entity_type_code,entity_id,name,bus_id,system_id,key',
    ...system.hydros.map((hydro) => line(entityTypes.hydro, hydro, busOf(hydro.busIndex))),
    ...system.thermals.map((thermal) => line(entityTypes.thermal, thermal, busOf(thermal.busIndex))),
    ...system.buses.map((bus) => line(entityTypes.bus, bus, integerIdOf(bus))),
    ...system.lines.map((entry) => line(entityTypes.line, entry, null)),
    ...system.pumpingStations.map((pump) => line(entityTypes.pumping_station, pump, busOf(pump.busIndex))),
    ...system.contracts.map((contract) => line(entityTypes.contract, contract, busOf(contract.busIndex))),
    ...system.nonControllableSources.map((source) =>
      line(entityTypes.non_controllable, source, busOf(source.busIndex)),
    ),
    '',
  ].join('\n');
}

export function variablesCsv(): string {
  const lines = resultTables.flatMap(({ folder, columns }) =>
    columns.map(({ name, type, unit, description, nullable }) =>
      [folder, name, type, unit, quoted(description), nullable].join(','),
    ),
  );
  return ['file,column,type,unit,description,nullable', ...lines, ''].join('\n');
}

function quoted(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function stateDictionary(study: Case, stateCount: number): object {
  const { hydros } = study.system;
  const lags = hydros.length === 0 ? 0 : stateCount / hydros.length - 1;
  return {
    state_dimension: stateCount,
    states: [
      ...hydros.map((hydro, index) => ({ index, kind: 'storage', hydro_id: hydro.id, unit: 'hm3' })),
      ...Array.from({ length: lags }, (_, lag) =>
        hydros.map((hydro, h) => ({
          index: hydros.length * (1 + lag) + h,
          kind: 'inflow_lag',
          hydro_id: hydro.id,
          lag_index: lag,
          unit: 'm3/s',
        })),
      ).flat(),
    ],
  };
}

const bounds = tableSchema(
  'entity_type_code:int8',
  'entity_id:int32',
  'stage_id:int32',
  'block_id?:int32',
  'bound_type_code:int8',
  'bound_value:double',
);

/** The limits every stage problem was built with, stage overrides applied; absent entities and missing limits have none. */
export function boundsBytes({ system, horizon }: Case): Uint8Array {
  const rows: Record<string, number | null>[] = [];
  const add = (
    type: number,
    entity: Entity,
    stageId: number,
    values: Partial<Record<(typeof boundTypes)[number], number>>,
  ) => {
    for (const [name, value] of Object.entries(values)) {
      if (!Number.isFinite(value)) continue;
      rows.push({
        entity_type_code: type,
        entity_id: integerIdOf(entity),
        stage_id: stageId,
        block_id: null,
        bound_type_code: boundTypes.indexOf(name as (typeof boundTypes)[number]),
        bound_value: value!,
      });
    }
  };
  horizon.stages.forEach(({ id }, t) => {
    for (const hydro of system.hydros) {
      const at = hydro.at[t]!;
      if (at.state === 'absent') continue;
      add(entityTypes.hydro, hydro, id, {
        storage_min: at.minStorageHm3,
        storage_max: at.maxStorageHm3,
        turbined_min: at.minTurbinedM3s,
        turbined_max: at.maxTurbinedM3s,
        outflow_min: at.minOutflowM3s,
        outflow_max: at.maxOutflowM3s,
        generation_min: at.minGenerationMw,
        generation_max: at.maxGenerationMw,
      });
    }
    for (const thermal of system.thermals) {
      const at = thermal.at[t]!;
      if (at.exists) add(entityTypes.thermal, thermal, id, { generation_min: at.minMw, generation_max: at.maxMw });
    }
    for (const pump of system.pumpingStations) {
      const at = pump.at[t]!;
      if (at.exists) add(entityTypes.pumping_station, pump, id, { flow_min: at.minFlowM3s, flow_max: at.maxFlowM3s });
    }
    for (const contract of system.contracts) {
      const at = contract.at[t]!;
      if (at.exists) add(entityTypes.contract, contract, id, { flow_min: at.minMw, flow_max: at.maxMw });
    }
  });
  return parquetOfRows(bounds, rows);
}
