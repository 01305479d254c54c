import type { Equipment } from '../equipment.js';
import { idleTargets, ranges } from './checks.js';
import { type Battery, resolveBatteries } from './resolve.js';
import { batteries as table } from './results.js';
import { files } from './schema.js';
import { batteryOperation, terms } from './stage.js';

const columns = {
  batteryCharge: 'block',
  batteryDischarge: 'block',
  /** Charge at the end of the stage; none where the battery is cyclic. */
  batteryEnergy: 'entity',
  /** Charge at the end of each block; before the last one only in chronological stages. */
  batteryBlockEnergy: 'block',
  batteryMissing: 'entity',
  /** Rows, kept here for the value of the energy: the balance of the stage, or of each block. */
  batteryRow: 'block',
} as const;

export const battery: Equipment<{
  kind: 'batteries';
  registry: 'batteries';
  item: Battery;
  files: typeof files;
  columns: keyof typeof columns;
}> = {
  kind: 'batteries',
  registry: 'batteries',
  entityType: 'battery',
  code: 8,
  places: { file: 8, stage: 8, question: 8, table: 8 },
  files,
  declaredIn: 'batteries',
  example: {
    name: 'Battery',
    bus_id: 0,
    energy: { capacity_mwh: 80, initial_mwh: 0 },
    charge: { max_mw: 20, efficiency: 0.9 },
    discharge: { max_mw: 20, efficiency: 0.95 },
    end_of_stage: 'cyclic',
    max_cycles_per_day: 1,
  },
  resolve: resolveBatteries,
  references: [{ field: 'bus_id', target: 'buses', of: (entry) => entry.bus_id }],
  tables: {},
  ranges,
  fileRules: [idleTargets],
  columns,
  stage: [batteryOperation],
  costKinds: ['battery', 'battery_target'],
  terms,
  state: {
    kind: 'battery_energy',
    unit: 'MWh',
    idField: 'battery_id',
    policyType: 100,
    slots: ({ system }) =>
      system.batteries.map((entity) => ({
        entity,
        number: 0,
        position: entity.index,
        initial: entity.initialMwh,
        most: entity.capacityMwh,
      })),
    column: ({ batteryEnergy }, { entity }) => batteryEnergy[entity.index]!,
  },
  results: { table, idColumn: 'battery_id', onlyWhereUsed: true },
  costs: [
    { place: 25, name: 'battery_cost', description: 'Discharge of batteries', of: (paid) => paid('battery') },
    {
      place: 26,
      name: 'battery_target_cost',
      description: 'Batteries short of their final target',
      breaksLimit: true,
      of: (paid) => paid('battery_target'),
    },
  ],
  busIndex: ({ busIndex }) => busIndex,
  limits(entity, stageIndex) {
    if (!entity.at[stageIndex]!.exists) return null;
    return {
      storage_min: 0,
      storage_max: entity.capacityMwh,
      flow_min: -entity.maxChargeMw,
      flow_max: entity.maxDischargeMw,
    };
  },
};
