import type { Equipment } from '../equipment.js';
import { ranges } from './checks.js';
import { costs } from './costs.js';
import { scalars } from './energy/scalars.js';
import type { Hydro } from './entity.js';
import { inflowLags } from './inflow-lags.js';
import { evaporationModels, fphaDeviationPoints } from './models.js';
import { resolveHydros } from './resolve.js';
import { currentHydros, hydros as table } from './results.js';
import { files, type UnitGroupEntry } from './schema.js';
import { diversion } from './stage/diversion.js';
import { evaporation } from './stage/evaporation.js';
import { fillingTarget } from './stage/filling-target.js';
import { fpha } from './stage/fpha.js';
import { inflowSlack } from './stage/inflow-slack.js';
import { minimumGeneration } from './stage/minimum-generation.js';
import { minimumStorage } from './stage/minimum-storage.js';
import { minimumTurbined } from './stage/minimum-turbined.js';
import { outflowLimits } from './stage/outflow-limits.js';
import { spillage } from './stage/spillage.js';
import { turbinedFlow } from './stage/turbined-flow.js';
import { waterBalance } from './stage/water-balance.js';
import { withdrawal } from './stage/withdrawal.js';
import { terms } from './terms.js';
import { inTransit } from './travel/results.js';
import { transitSeed } from './travel/seed.js';
import { transit } from './travel/stage.js';
import { buckets } from './travel/state.js';
import { hydroBusGeneration } from './units/results.js';
import { unitCells } from './units/stage.js';
import { fileRules, rules } from './validation/index.js';

const columns = {
  /** Storage at the end of the stage. */
  storage: 'entity',
  /** Storage at the end of each block; only in chronological stages, where the last one is `storage`. */
  blockStorage: 'block',
  turbined: 'block',
  spillage: 'block',
  /** First of the buckets that change in the stage, how many there are, and the first of their rows. */
  transit: 'entity',
  transitDepth: 'count',
  transitRow: 'entity',
  diversion: 'block',
  /** Only where generation is not turbined flow times a constant. */
  generation: 'block',
  /** Cells of a plant on several buses: how many, and the first column of each quantity. */
  unitCells: 'count',
  unitTurbined: 'block',
  unitGeneration: 'block',
  unitTurbinedBelow: 'block',
  unitGenerationBelow: 'block',
  inflowSlack: 'entity',
  storageBelow: 'entity',
  fillingShortfall: 'entity',
  /** Of each block where blocks follow each other, otherwise of the stage, at its first block. */
  evaporation: 'block',
  /** Evaporation less than the surface asks for. */
  evaporationUnder: 'block',
  evaporationOver: 'block',
  withdrawalUnder: 'entity',
  withdrawalOver: 'entity',
  outflowBelow: 'block',
  outflowAbove: 'block',
  turbinedBelow: 'block',
  generationBelow: 'block',
} as const;

const busesOf = (groups: readonly UnitGroupEntry[] | undefined) => (groups ?? []).map((group) => group.bus_id);

export const hydros: Equipment<{
  kind: 'hydros';
  registry: 'hydros';
  item: Hydro;
  files: typeof files;
  columns: keyof typeof columns;
}> = {
  kind: 'hydros',
  registry: 'hydros',
  entityType: 'hydro',
  code: 0,
  places: { file: 3, stage: 1, question: 1, table: 1 },
  files,
  declaredIn: 'hydros',
  marks: [
    { generation: 'cobre-0.5', key: 'bus_id' },
    { generation: 'cobre-0.5', key: 'generation.productivity_mw_per_m3s' },
    { generation: 'current', key: 'unit_groups' },
  ],
  resolve: resolveHydros,
  references: [
    { field: 'bus_id', target: 'buses', of: (entry) => (entry.unit_groups ? null : entry.bus_id) },
    { field: 'unit_groups.bus_id', target: 'buses', of: (entry) => busesOf(entry.unit_groups) },
    { field: 'downstream_id', target: 'hydros', of: (entry) => entry.downstream_id },
    { field: 'diversion.downstream_id', target: 'hydros', of: (entry) => entry.diversion?.downstream_id },
  ],
  tables: {
    productionModels: { column: 'hydro_id' },
    hydroGeometry: { column: 'hydro_id' },
    inflowHistory: { column: 'hydro_id' },
    fphaHyperplanes: { column: 'hydro_id', stages: 'strict' },
    inflowStats: { column: 'hydro_id', stages: 'lenient' },
    arCoefficients: { column: 'hydro_id', stages: 'lenient' },
    annualComponent: { column: 'hydro_id', stages: 'lenient' },
    externalInflow: { column: 'hydro_id', stages: 'strict' },
    hydroEnergyProductivity: { column: 'hydro_id', stages: 'strict' },
    tailraceCurves: { column: 'hydro_id' },
    unitGroupBounds: { column: 'hydro_id', stages: 'reference' },
    hydroBounds: {
      column: 'hydro_id',
      stages: 'reference',
      wholeStage: ['min_storage_hm3', 'max_storage_hm3', 'filling_inflow_m3s', 'water_withdrawal_m3s'],
    },
    penaltyOverridesHydro: { column: 'hydro_id', stages: 'strict' },
  },
  ranges,
  fileRules,
  rules,
  columns,
  balances: [waterBalance, transit],
  state: buckets,
  stage: [
    turbinedFlow,
    spillage,
    diversion,
    fpha,
    inflowSlack,
    minimumStorage,
    fillingTarget,
    evaporation,
    withdrawal,
    outflowLimits,
    minimumTurbined,
    minimumGeneration,
    unitCells,
  ],
  costKinds: [
    'storage_violation',
    'filling_target',
    'outflow_below',
    'outflow_above',
    'turbined_below',
    'generation_below',
    'evaporation_violation',
    'withdrawal_violation',
    'inflow_penalty',
    'spillage',
    'diversion',
    'fpha_turbined',
  ],
  terms,
  scalar: (tag, ...place) => (Object.hasOwn(scalars, tag) ? scalars[tag]!(...place) : undefined),
  results: {
    table,
    currentTable: currentHydros,
    more: [inflowLags, hydroBusGeneration, inTransit, transitSeed],
    models: [evaporationModels, fphaDeviationPoints],
    idColumn: 'hydro_id',
    aliases: { storage_hm3: 'storage_final_hm3', water_value: 'water_value_per_hm3' },
  },
  costs,
  busIndex: (hydro) => hydro.busIndex,
  limits(hydro, stageIndex) {
    const at = hydro.at[stageIndex]!;
    if (at.state === 'absent') return null;
    return {
      storage_min: at.minStorageHm3,
      storage_max: at.maxStorageHm3,
      turbined_min: at.minTurbinedM3s,
      turbined_max: at.maxTurbinedM3s,
      outflow_min: at.minOutflowM3s,
      outflow_max: at.maxOutflowM3s,
      generation_min: at.minGenerationMw,
      generation_max: at.maxGenerationMw,
    };
  },
  scenarioColumn: 'hydro_id',
};
