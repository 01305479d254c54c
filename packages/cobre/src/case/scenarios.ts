/**
 * Everything the case says about uncertainty, as given: rows refer to entities by dense index and are sorted by entity,
 * then stage (then scenario or lag). A table is null when its file is absent, because the choice of the fitting path
 * depends on which files exist. Stage ids may be negative (pre-study stages).
 */
export interface Scenarios {
  readonly inflowStats: readonly InflowStat[] | null;
  readonly arCoefficients: readonly ArCoefficient[] | null;
  readonly annualComponent: readonly AnnualComponent[] | null;
  readonly inflowHistory: readonly InflowObservation[] | null;
  readonly externalInflow: readonly ExternalValue[] | null;
  readonly externalLoad: readonly ExternalValue[] | null;
  readonly externalNcs: readonly ExternalValue[] | null;
  readonly loadStats: readonly LoadStat[] | null;
  readonly ncsStats: readonly NcsStat[] | null;
  readonly noiseOpenings: readonly NoiseOpening[] | null;
  readonly correlation: Correlation | null;
}

export interface InflowStat {
  readonly hydroIndex: number;
  readonly stageId: number;
  readonly meanM3s: number;
  readonly stdM3s: number;
}

/** Coefficients are for standardized inflows. */
export interface ArCoefficient {
  readonly hydroIndex: number;
  readonly stageId: number;
  /** 1 is the previous stage. */
  readonly lag: number;
  readonly coefficient: number;
  readonly residualStdRatio: number;
}

export interface AnnualComponent {
  readonly hydroIndex: number;
  readonly stageId: number;
  readonly annualCoefficient: number;
  readonly annualMeanM3s: number;
  readonly annualStdM3s: number;
}

export interface InflowObservation {
  readonly hydroIndex: number;
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly valueM3s: number;
}

/** `entityIndex` is a hydro, bus or non-controllable source; the value is m³/s, MW or a fraction of the capacity. */
export interface ExternalValue {
  readonly stageIndex: number;
  readonly scenarioId: number;
  readonly entityIndex: number;
  readonly value: number;
}

export interface LoadStat {
  readonly busIndex: number;
  readonly stageId: number;
  readonly meanMw: number;
  readonly stdMw: number;
}

/** Fractions of `max_generation_mw`. */
export interface NcsStat {
  readonly ncsIndex: number;
  readonly stageId: number;
  readonly mean: number;
  readonly std: number;
}

/** `entityIndex` counts the noise vector: hydros, buses with uncertain load, then sources with a model. */
export interface NoiseOpening {
  readonly stageIndex: number;
  readonly openingIndex: number;
  readonly entityIndex: number;
  readonly value: number;
}

export interface Correlation {
  readonly profiles: ReadonlyMap<string, CorrelationProfile>;
  /** Profile of a stage by stage id; a stage without an entry uses `default`, or the only profile. */
  readonly profileOfStage: ReadonlyMap<number, string>;
}

export interface CorrelationProfile {
  readonly groups: readonly CorrelationGroup[];
}

export interface CorrelationGroup {
  readonly name: string;
  readonly members: readonly { readonly type: 'inflow' | 'load' | 'ncs'; readonly entityIndex: number }[];
  /** Row-major, members × members. */
  readonly matrix: readonly (readonly number[])[];
}
