/** A user constraint: sum of terms, between bounds that may differ by stage and block. */
export interface GenericConstraint {
  readonly id: number | string;
  readonly index: number;
  readonly name: string;
  readonly description: string | null;
  readonly expression: string;
  readonly terms: readonly GenericTerm[];
  readonly slack: { readonly enabled: boolean; readonly penalty: number };
  /** True when something in it differs from block to block: one row each. */
  readonly perBlock: boolean;
  /** Bounds by stage index; empty where the constraint does not apply. */
  readonly boundsAt: readonly (readonly GenericBound[])[];
}

/** `blockIndex` null: every block (one row each), or the stage as a whole when nothing depends on the block. */
export interface GenericBound {
  readonly blockIndex: number | null;
  /** Infinite where there is no bound on that side. */
  readonly lower: number;
  readonly upper: number;
}

export interface GenericTerm {
  readonly coefficient: number;
  /** By stage and block, what parameters multiply the coefficient with; null when there are none. */
  readonly factors: readonly (readonly number[])[] | null;
  /** A variable that some equipment declares. */
  readonly variable: string;
  readonly entityIndex: number;
  /** A fixed block when the expression names one. */
  readonly blockIndex: number | null;
  /** Only what feeds this bus, when the expression names one. */
  readonly busIndex: number | null;
}
