import type { Conventions } from '../case/generation/conventions.js';
import type { Case, Hydro, HydroAtStage, HydroLimits, Stage } from '../case/model.js';
import { LpBuilder } from '../lp/model/builder.js';
import type { MapTerm } from '../lp/model/scenario-map.js';
import type { NoiseLayout, StageUncertainty } from '../stochastic/model.js';
import { emptyColumns, type StageColumns } from './columns.js';
import { costKindCode } from './cost-kind.js';
import type { GenericRow } from './generic-row.js';
import type { SourceBounds } from './model.js';
import { lagState, type StateSpace, stateOf } from './state-space.js';
import { hm3PerFlowHour, moneyScale } from './units.js';

export interface StageRows {
  /** Balance of each hydro: one row, or one per block in chronological stages; −1 for an absent plant. */
  readonly waterBalance: Int32Array;
  readonly loadBalance: Int32Array;
  readonly generic: GenericRow[];
}

export interface DraftOptions {
  /** True when missing inflow may be bought at a price. */
  readonly inflowSlack: boolean;
  readonly noise: NoiseLayout;
  readonly keepsCurtailmentConstant: boolean;
}

/** A stage problem while the constraints are writing it. */
export class StageDraft {
  readonly study: Case;
  readonly stage: Stage;
  readonly space: StateSpace;
  readonly uncertainty: StageUncertainty;
  /** True when missing inflow may be bought at a price. */
  readonly inflowSlack: boolean;
  readonly lp = new LpBuilder();
  readonly columns: StageColumns;
  readonly rows: StageRows;
  readonly kinds: number[] = [];
  readonly rowByState: MapTerm[] = [];
  readonly rowByNoise: MapTerm[] = [];
  readonly blocks: number;
  readonly chronological: boolean;
  readonly noise: NoiseLayout;
  /** True keeps `curtailment · available` in the cost, so that only curtailed energy is paid for. */
  readonly keepsCurtailmentConstant: boolean;
  /** What the equations follow where generations of the format differ. */
  readonly conventions: Conventions;
  readonly #sources = { column: [], position: [], factor: [], constantPosition: [], constantCost: [] } as {
    readonly [K in keyof SourceBounds]: number[];
  };
  /** A lower bound of the immediate cost, in scaled money: what columns that earn can earn at most. */
  least = 0;
  readonly #moved = new Map<number, number>();

  constructor(study: Case, stage: Stage, space: StateSpace, uncertainty: StageUncertainty, options: DraftOptions) {
    this.study = study;
    this.stage = stage;
    this.space = space;
    this.uncertainty = uncertainty;
    this.inflowSlack = options.inflowSlack;
    this.noise = options.noise;
    this.keepsCurtailmentConstant = options.keepsCurtailmentConstant;
    this.conventions = study.settings.modeling.conventions;
    this.columns = emptyColumns(study, stage);
    this.blocks = stage.blocks.length;
    this.chronological = stage.blockMode === 'chronological' && this.blocks > 1;
    const { hydros, buses } = study.system;
    this.rows = {
      waterBalance: new Int32Array(hydros.length * this.blocks).fill(-1),
      loadBalance: new Int32Array(buses.length * this.blocks).fill(-1),
      generic: [],
    };
  }

  hours(block: number): number {
    return this.stage.blocks[block]!.hours;
  }

  /** hm³ that one m³/s moves during a block. */
  blockVolume(block: number): number {
    return hm3PerFlowHour * this.hours(block);
  }

  at(hydro: Hydro): HydroAtStage {
    return hydro.at[this.stage.index]!;
  }

  /** What limits the flows and the power of a plant in a block. */
  limits(hydro: Hydro, block: number): HydroLimits {
    return this.at(hydro).inBlock[block]!;
  }

  exists(hydro: Hydro): boolean {
    return this.at(hydro).state !== 'absent';
  }

  /** Plants with variables in this stage. */
  hydros(): readonly Hydro[] {
    return this.study.system.hydros.filter((hydro) => this.exists(hydro));
  }

  /** The first existing plant that water reaches when it is sent towards `index`; −1 when it leaves the system. */
  receiver(index: number | null): number {
    let at = index;
    while (at !== null) {
      const hydro = this.study.system.hydros[at]!;
      if (this.exists(hydro)) return at;
      at = hydro.downstreamIndex;
    }
    return -1;
  }

  /** Adds a column whose cost is in $ per unit. */
  column(kind: string, name: string, lower: number, upper: number, dollars = 0): number {
    if (dollars < 0) this.least += (dollars * upper) / moneyScale;
    if (dollars > 0 && lower < 0) this.least += (dollars * lower) / moneyScale;
    return this.columnOf(kind, name, lower, upper, dollars);
  }

  /** The same for a column whose earnings are no earnings, because a constant stands against them. */
  columnOf(kind: string, name: string, lower: number, upper: number, dollars: number): number {
    this.kinds.push(costKindCode(kind));
    return this.lp.column(name, lower, upper, dollars / moneyScale);
  }

  /** Lets the upper bound of a column be `factor` times a place of the realisation. */
  followRealization(column: number, position: number, factor: number): void {
    this.#sources.column.push(column);
    this.#sources.position.push(position);
    this.#sources.factor.push(factor);
  }

  /** Adds a price (scaled money) times a place of the realisation to the cost, whatever is decided. */
  payForRealization(position: number, price: number): void {
    this.#sources.constantPosition.push(position);
    this.#sources.constantCost.push(price);
  }

  get sources(): SourceBounds {
    const { column, position, factor, constantPosition, constantCost } = this.#sources;
    return {
      column: Int32Array.from(column),
      position: Int32Array.from(position),
      factor: Float64Array.from(factor),
      constantPosition: Int32Array.from(constantPosition),
      constantCost: Float64Array.from(constantCost),
    };
  }

  /** Adds `value · x[column]` to a row, where the column may not exist. */
  entry(row: number, column: number, value: number): void {
    if (row >= 0 && column >= 0) this.lp.entry(row, column, value);
  }

  /** Adds `value · x` of columns that follow each other to a row. */
  consecutive(row: number, first: number, count: number, value: number): void {
    for (let k = 0; first >= 0 && k < count; k++) this.entry(row, first + k, value);
  }

  /** Adds a constant to both bounds of a row. */
  moveRow(row: number, by: number): void {
    const moved = (this.#moved.get(row) ?? 0) + by;
    this.#moved.set(row, moved);
  }

  /** Constants collected by `moveRow`, by row. */
  get rowConstants(): readonly { readonly target: number; readonly value: number }[] {
    return [...this.#moved].map(([target, value]) => ({ target, value }));
  }

  /** The water balance row of a plant that block k's water enters; −1 outside the system. */
  balanceRow(hydro: number, block: number): number {
    return hydro < 0 ? -1 : this.rows.waterBalance[hydro * this.blocks + (this.chronological ? block : 0)]!;
  }

  /** Takes `column` (m³/s in a block) out of a plant's water. */
  release(hydro: number, block: number, column: number): void {
    this.entry(this.balanceRow(hydro, block), column, this.blockVolume(block));
  }

  /** Lets `column` (m³/s in a block) flow into a plant. */
  receive(hydro: number, block: number, column: number): void {
    this.entry(this.balanceRow(hydro, block), column, -this.blockVolume(block));
  }

  /** Adds `weight · column` (m³/s during the whole stage) to the water a plant loses. */
  drain(hydro: number, column: number, weight: number): void {
    for (let block = 0; block < this.blocks; block++) {
      this.entry(this.balanceRow(hydro, block), column, weight * this.blockVolume(block));
    }
  }

  /** Adds `coefficient · inflow of a plant` (m³/s) to the right-hand side of a row. */
  inflowIntoRow(row: number, hydro: number, coefficient: number): void {
    if (row < 0) return;
    this.rowByNoise.push({ target: row, source: hydro, coefficient });
    const { psi } = this.uncertainty.inflow;
    for (let slot = 0; slot < this.space.lagCount; slot++) {
      const weight = psi[slot * this.space.hydroCount + hydro]!;
      if (weight === 0) continue;
      this.rowByState.push({
        target: row,
        source: lagState(this.space, slot, hydro),
        coefficient: coefficient * weight,
      });
    }
  }

  /** Adds `coefficient · storage at the start of the stage` to the right-hand side of a row. */
  storageIntoRow(row: number, hydro: number, coefficient: number): void {
    if (row >= 0 && coefficient !== 0) this.rowByState.push({ target: row, source: hydro, coefficient });
  }

  /** Adds `coefficient · state at the start of the stage` to the right-hand side of a row, for a state that equipment declares. */
  stateIntoRow(row: number, registry: string, position: number, coefficient: number): void {
    this.rowByState.push({ target: row, source: stateOf(this.space, registry, position), coefficient });
  }

  /**
   * Adds `weight · (mean storage)` to the left-hand side of a row: the mean of start and end of the stage, or of the block
   * where blocks follow each other and the conventions of the case say so. The start of the stage is the incoming state, which
   * sits on the right.
   */
  meanStorageIntoRow(row: number, hydro: number, block: number, weight: number): void {
    const ofBlock = this.chronological && this.conventions.meanStorageOfBlock;
    const { storage, blockStorage } = this.columns;
    const at = hydro * this.blocks + block;
    this.entry(row, ofBlock ? blockStorage[at]! : storage[hydro]!, weight / 2);
    if (ofBlock && block > 0) this.entry(row, blockStorage[at - 1]!, weight / 2);
    else this.storageIntoRow(row, hydro, -weight / 2);
  }
}
