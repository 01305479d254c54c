import type { LpModel } from '../lp/model/lp-model.js';
import type { ScenarioTerms } from '../lp/model/scenario-map.js';
import type { StageColumns } from './columns.js';
import type { StageRows } from './draft.js';

/** A stage problem (or that of a node) without its cuts, as plain data: every worker receives the same and builds its own solver on it. */
export interface StageModel {
  readonly index: number;
  readonly lp: LpModel;
  readonly columns: StageColumns;
  readonly rows: StageRows;
  /** Index into `costKinds` of every column. */
  readonly kinds: Uint8Array;
  readonly terms: ScenarioTerms;
  /** Column of each outgoing state, −1 where the scenario alone decides it. */
  readonly stateColumn: Int32Array;
  /** Empty when nothing follows. */
  readonly thetaColumn: Int32Array;
  /** Columns of kind `future`, whose cost is not the stage's own. */
  readonly futureColumns: Int32Array;
  /** The stage whose cost θ stands for; −1 after the last, also when boundary cuts follow. */
  readonly next: number;
  readonly discount: number;
  readonly sources: SourceBounds;
  /** What columns that earn can earn at most, in scaled money; not positive. */
  readonly least: number;
}

/** Upper bounds that follow the realised availability, and the constant part of the curtailment cost. */
export interface SourceBounds {
  readonly column: Int32Array;
  /** Position of the source in the realisation. */
  readonly position: Int32Array;
  readonly factor: Float64Array;
  /** Scaled money per MW of availability before block factors; empty when the constant is left out. */
  readonly constantPosition: Int32Array;
  readonly constantCost: Float64Array;
}
