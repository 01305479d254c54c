import type { Case, Stage } from '../case/model.js';
import { hm3PerFlowHour, type StageModel, type StateSpace } from '../stage/index.js';

/** One solved stage of one scenario, with the questions the result tables ask. */
export class SolvedStage {
  readonly study: Case;
  readonly stage: Stage;
  readonly model: StageModel;
  readonly space: StateSpace;
  readonly cumulativeDiscount: number;
  readonly primal: Float64Array;
  readonly dual: Float64Array;
  /** State at the start of the stage. */
  incoming: Float64Array = new Float64Array(0);
  outgoing: Float64Array = new Float64Array(0);
  realization: Float64Array = new Float64Array(0);
  /** Scaled money, future included. */
  objective = 0;
  future = 0;

  constructor(study: Case, model: StageModel, space: StateSpace, cumulativeDiscount: number) {
    this.study = study;
    this.model = model;
    this.space = space;
    this.cumulativeDiscount = cumulativeDiscount;
    this.stage = study.horizon.stages[model.index]!;
    this.primal = new Float64Array(model.lp.columnCount);
    this.dual = new Float64Array(model.lp.rowCount);
  }

  get blocks(): number {
    return this.stage.blocks.length;
  }

  /** Value of a column, 0 where the stage has none; solver noise around zero is removed. */
  value(column: number | undefined): number {
    if (column === undefined || column < 0) return 0;
    const value = this.primal[column]!;
    return Math.abs(value) < 1e-11 ? 0 : value;
  }

  sum(first: number, count: number): number {
    let sum = 0;
    for (let k = 0; first >= 0 && k < count; k++) sum += this.value(first + k);
    return sum;
  }

  hours(block: number): number {
    return this.stage.blocks[block]!.hours;
  }

  blockVolume(block: number): number {
    return hm3PerFlowHour * this.hours(block);
  }

  /** Storage before a block; in parallel stages that is before the stage. */
  storageBefore(hydro: number, block: number): number {
    const column = block > 0 ? this.#blockStorage(hydro, block - 1) : -1;
    return column >= 0 ? this.value(column) : this.incoming[hydro]!;
  }

  storageAfter(hydro: number, block: number): number {
    const column = this.#blockStorage(hydro, block);
    return column >= 0 ? this.value(column) : this.outgoing[hydro]!;
  }

  get chronological(): boolean {
    return this.stage.blockMode === 'chronological' && this.blocks > 1;
  }

  /** The first existing plant that water reaches when it is sent towards `index`; −1 when it leaves the system. */
  receiver(index: number | null): number {
    const { hydros } = this.study.system;
    for (let at = index; at !== null; at = hydros[at]!.downstreamIndex) {
      if (hydros[at]!.at[this.stage.index]!.state !== 'absent') return at;
    }
    return -1;
  }

  /** Natural inflow of a plant in m³/s. */
  inflow(hydro: number): number {
    const { psi } = this.#inflowModel;
    const { hydroCount, lagCount } = this.space;
    let sum = this.realization[hydro]!;
    for (let slot = 0; slot < lagCount; slot++) {
      sum += psi[slot * hydroCount + hydro]! * this.incoming[hydroCount * (1 + slot) + hydro]!;
    }
    return sum;
  }

  #blockStorage(hydro: number, block: number): number {
    return this.chronological ? this.model.columns.blockStorage[hydro * this.blocks + block]! : -1;
  }

  #inflowModel: { readonly psi: Float64Array } = { psi: new Float64Array(0) };

  useInflowModel(inflow: { readonly psi: Float64Array }): this {
    this.#inflowModel = inflow;
    return this;
  }
}
