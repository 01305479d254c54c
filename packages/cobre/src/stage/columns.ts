import type { Case, Stage } from '../case/model.js';

/**
 * The column of every quantity of a stage, −1 where the stage has none. Per block, entity-major: `entity · blocks + block`.
 * Plain typed arrays, so that workers receive it as it is.
 */
export interface StageColumns {
  /** Storage at the end of the stage. */
  readonly storage: Int32Array;
  /** Storage at the end of each block; only in chronological stages, where the last one is `storage`. */
  readonly blockStorage: Int32Array;
  readonly turbined: Int32Array;
  readonly spillage: Int32Array;
  readonly diversion: Int32Array;
  /** Only where generation is not turbined flow times a constant. */
  readonly generation: Int32Array;
  readonly inflowSlack: Int32Array;
  readonly storageBelow: Int32Array;
  readonly fillingShortfall: Int32Array;
  readonly evaporation: Int32Array;
  /** Evaporation less than the surface asks for. */
  readonly evaporationUnder: Int32Array;
  readonly evaporationOver: Int32Array;
  readonly withdrawalUnder: Int32Array;
  readonly withdrawalOver: Int32Array;
  readonly outflowBelow: Int32Array;
  readonly outflowAbove: Int32Array;
  readonly turbinedBelow: Int32Array;
  readonly generationBelow: Int32Array;
  /** First of the consecutive cost segments of a thermal plant. */
  readonly thermal: Int32Array;
  readonly thermalSegments: Int32Array;
  readonly lineDirect: Int32Array;
  readonly lineReverse: Int32Array;
  /** First of the consecutive deficit segments of a bus. */
  readonly deficit: Int32Array;
  readonly deficitSegments: Int32Array;
  readonly excess: Int32Array;
  readonly source: Int32Array;
  readonly pumping: Int32Array;
  readonly contract: Int32Array;
  /** Slacks of the generic rows of the stage, in row order: missing (added to the left side) and surplus. */
  readonly genericMissing: number[];
  readonly genericSurplus: number[];
}

export function emptyColumns(study: Case, stage: Stage): StageColumns {
  const { system } = study;
  const blocks = stage.blocks.length;
  const perHydro = () => new Int32Array(system.hydros.length).fill(-1);
  const perBlock = (entities: readonly unknown[]) => new Int32Array(entities.length * blocks).fill(-1);
  return {
    storage: perHydro(),
    blockStorage: perBlock(system.hydros),
    turbined: perBlock(system.hydros),
    spillage: perBlock(system.hydros),
    diversion: perBlock(system.hydros),
    generation: perBlock(system.hydros),
    inflowSlack: perHydro(),
    storageBelow: perHydro(),
    fillingShortfall: perHydro(),
    evaporation: perHydro(),
    evaporationUnder: perHydro(),
    evaporationOver: perHydro(),
    withdrawalUnder: perHydro(),
    withdrawalOver: perHydro(),
    outflowBelow: perBlock(system.hydros),
    outflowAbove: perBlock(system.hydros),
    turbinedBelow: perBlock(system.hydros),
    generationBelow: perBlock(system.hydros),
    thermal: perBlock(system.thermals),
    thermalSegments: new Int32Array(system.thermals.length),
    lineDirect: perBlock(system.lines),
    lineReverse: perBlock(system.lines),
    deficit: perBlock(system.buses),
    deficitSegments: new Int32Array(system.buses.length),
    excess: perBlock(system.buses),
    source: perBlock(system.nonControllableSources),
    pumping: perBlock(system.pumpingStations),
    contract: perBlock(system.contracts),
    genericMissing: [],
    genericSurplus: [],
  };
}
