/** `training/dictionaries/`: what the codes, ids and columns of the result tables mean. */
import { integerIdOf } from '../../case/identity.js';
import type { Case, Entity } from '../../case/model.js';
import type { Equipment } from '../../equipment/equipment.js';
import { entitiesOf, members, membersOf } from '../../equipment/members.js';
import { parquetOfRows, tableSchema } from '../../parquet/write.js';
import { operativeState, tablesOf } from '../../simulation/index.js';
import { equipmentStates } from '../../stage/index.js';

/** In the order of their codes. */
const coded = [...members].sort((a, b) => a.code - b.code);

/** The kinds a case may speak of: those of old, and newer ones where it has them. */
const codedIn = (study: Case) => coded.filter((member) => membersOf(study).includes(member));

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

export function codes(study: Case): object {
  const byCode = (entries: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(entries).map(([name, code]) => [String(code), name]));
  return {
    operative_state: byCode(operativeState),
    storage_binding: { 0: 'none', 1: 'below_minimum', 2: 'above_maximum', 3: 'both' },
    contract_type: { 0: 'import', 1: 'export' },
    entity_type: byCode(Object.fromEntries(codedIn(study).map(({ entityType, code }) => [entityType, code]))),
    bound_type: Object.fromEntries(boundTypes.map((name, code) => [String(code), name])),
  };
}

/** `entity_id` is what the tables hold; `key` is what the case calls the entity, which may be a word. */
export function entitiesCsv({ system }: Case): string {
  const line = (member: Equipment, entity: Entity) => {
    const bus = member.busIndex(entity);
    const busId = bus === null ? '' : integerIdOf(system.buses[bus]!);
    return [member.code, integerIdOf(entity), quoted(entity.name), busId, '', quoted(String(entity.id))].join(',');
  };
  return [
    'entity_type_code,entity_id,name,bus_id,system_id,key',
    ...coded.flatMap((member) => entitiesOf(system, member).map((entity) => line(member, entity))),
    '',
  ].join('\n');
}

export function variablesCsv(study: Case): string {
  const lines = tablesOf(study).flatMap(({ folder, columns }) =>
    columns.map(({ name, type, unit, description, nullable }) =>
      [folder, name, type, unit, quoted(description), nullable].join(','),
    ),
  );
  return ['file,column,type,unit,description,nullable', ...lines, ''].join('\n');
}

function quoted(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What the cuts speak of: the whole state, or the places of it that are given. */
export function stateDictionary(study: Case, stateCount: number, spoken: Int32Array | null = null): object {
  const whole = wholeState(study, stateCount);
  const states = spoken === null ? whole : Array.from(spoken, (place) => whole[place]!);
  return { state_dimension: states.length, states: states.map((state, index) => ({ index, ...state })) };
}

function wholeState(study: Case, stateCount: number): object[] {
  const { hydros } = study.system;
  const others = equipmentStates(study);
  const first = stateCount - others.length;
  const lags = hydros.length === 0 ? 0 : first / hydros.length - 1;
  return [
    ...hydros.map(({ id }) => ({ kind: 'storage', hydro_id: id, unit: 'hm3' })),
    ...Array.from({ length: lags }, (_, lag) =>
      hydros.map(({ id }) => ({ kind: 'inflow_lag', hydro_id: id, lag_index: lag, unit: 'm3/s' })),
    ).flat(),
    ...others.map(({ state, slot }) => ({
      kind: state.kind,
      [state.idField]: slot.entity.id,
      ...(state.slotField ? { [state.slotField]: slot.number } : {}),
      unit: state.unit,
    })),
  ];
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
  const add = (type: number, entity: Entity, stageId: number, values: Readonly<Record<string, number>>) => {
    for (const [name, value] of Object.entries(values)) {
      if (!Number.isFinite(value)) continue;
      rows.push({
        entity_type_code: type,
        entity_id: integerIdOf(entity),
        stage_id: stageId,
        block_id: null,
        bound_type_code: boundTypes.indexOf(name as (typeof boundTypes)[number]),
        bound_value: value,
      });
    }
  };
  horizon.stages.forEach(({ id }, t) => {
    for (const member of coded) {
      for (const entity of entitiesOf(system, member)) {
        const limits = member.limits?.(entity, t);
        if (limits) add(member.code, entity, id, limits);
      }
    }
  });
  return parquetOfRows(bounds, rows);
}
