/** A user constraint: sum of terms, between bounds that may differ by stage and block. */
export interface GenericConstraint {
  readonly id: number | string;
  readonly index: number;
  readonly name: string;
  readonly description: string | null;
  readonly expression: string;
  readonly terms: readonly GenericTerm[];
  readonly slack: { readonly enabled: boolean; readonly penalty: number };
  /** Bounds by stage index; empty where the constraint does not apply. */
  readonly boundsAt: readonly (readonly GenericBound[])[];
}

/** `blockIndex` null: every block (one row each), or the stage as a whole when no term depends on the block. */
export interface GenericBound {
  readonly blockIndex: number | null;
  /** Infinite where there is no bound on that side. */
  readonly lower: number;
  readonly upper: number;
}

export interface GenericTerm {
  readonly coefficient: number;
  /** A variable that some equipment declares. */
  readonly variable: string;
  readonly entityIndex: number;
  /** A fixed block when the expression names one. */
  readonly blockIndex: number | null;
}
