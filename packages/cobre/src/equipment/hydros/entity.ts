import type { Entity } from '../../case/identity.js';
import type { Lifetime } from '../../case/system.js';

export interface Hydro extends Entity, Lifetime {
  readonly busIndex: number;
  /** The plant that receives turbined and spilled water; null when it leaves the system. */
  readonly downstreamIndex: number | null;
  /** Plants whose `downstreamIndex` is this one, in canonical order. */
  readonly upstreamIndexes: readonly number[];
  /** Diverted water reaches only this plant (null: it leaves the system). Null when the plant cannot divert. */
  readonly diversion: { readonly targetIndex: number | null } | null;
  readonly tailrace: Tailrace | null;
  readonly hydraulicLosses: HydraulicLosses | null;
  /** Turbine efficiency, 0 to 1. */
  readonly efficiency: number | null;
  /** Volume, height and area, by increasing volume; empty when the case has none for this plant. */
  readonly geometry: readonly GeometryPoint[];
  readonly filling: { readonly startStageId: number; readonly inflowM3s: number } | null;
  /** Storage at the start of the first stage, from `storage` or `filling_storage`; 0 when not listed. */
  readonly initialStorageHm3: number;
  readonly pastInflows: PastInflows;
  readonly recentObservations: readonly RecentObservation[];
  readonly at: readonly HydroAtStage[];
}

export interface PastInflows {
  /** Most recent first. */
  readonly valuesM3s: readonly number[];
  readonly seasonIds: readonly number[] | null;
}

/** Days count from 1970-01-01; `endDay` is exclusive. */
export interface RecentObservation {
  readonly startDay: number;
  readonly endDay: number;
  readonly valueM3s: number;
}

export interface GeometryPoint {
  readonly volumeHm3: number;
  readonly heightM: number;
  readonly areaKm2: number;
}

export type Tailrace =
  | { readonly type: 'polynomial'; readonly coefficients: readonly number[] }
  | {
      readonly type: 'piecewise';
      readonly points: readonly { readonly outflowM3s: number; readonly heightM: number }[];
    };

export type HydraulicLosses =
  | { readonly type: 'factor'; readonly value: number }
  | { readonly type: 'constant'; readonly valueM: number };

/**
 * `absent`: no variables, its inflow passes to the plant downstream. `filling`: the reservoir keeps water and spills, but
 * does not generate. `operating`: everything.
 */
export type HydroState = 'absent' | 'filling' | 'operating';

export interface HydroAtStage {
  readonly state: HydroState;
  /** True in the last filling stage before entry, whose final storage must reach `minStorageHm3` (soft). */
  readonly fillingTarget: boolean;
  readonly fillingInflowM3s: number;
  readonly minStorageHm3: number;
  readonly maxStorageHm3: number;
  readonly minTurbinedM3s: number;
  readonly maxTurbinedM3s: number;
  readonly minOutflowM3s: number;
  /** `Infinity` when there is no limit. */
  readonly maxOutflowM3s: number;
  readonly minGenerationMw: number;
  readonly maxGenerationMw: number;
  /** 0 when the plant cannot divert. */
  readonly maxDiversionM3s: number;
  readonly withdrawalM3s: number;
  readonly production: Production;
  /** Null when the plant does not evaporate. */
  readonly evaporation: { readonly coefficientMm: number; readonly referenceVolumeHm3: number } | null;
  readonly penalties: HydroPenalties;
}

export type Production =
  | { readonly model: 'constant_productivity'; readonly productivityMwPerM3s: number }
  | { readonly model: 'fpha'; readonly source: 'precomputed'; readonly planes: readonly FphaPlane[] }
  | { readonly model: 'fpha'; readonly source: 'computed'; readonly fit: FphaFit };

/** generation ≤ gamma0·kappa + gammaV·(mean storage) + gammaQ·turbined + gammaS·spilled */
export interface FphaPlane {
  readonly planeId: number;
  readonly gamma0: number;
  readonly gammaV: number;
  readonly gammaQ: number;
  readonly gammaS: number;
  readonly kappa: number;
}

export interface FphaFit {
  readonly volumePoints: number;
  readonly turbinePoints: number;
  readonly spillagePoints: number;
  readonly maxPlanes: number;
  /** Volumes between which the planes are fitted; the reservoir's own range unless the case narrows it. */
  readonly volumeMinHm3: number;
  readonly volumeMaxHm3: number;
}

/** Block costs are per (m³/s·h) or MWh, storage costs per hm³ (not multiplied by hours). */
export interface HydroPenalties {
  readonly spillageCost: number;
  readonly fphaTurbinedCost: number;
  readonly diversionCost: number;
  readonly storageViolationBelowCostPerHm3: number;
  readonly fillingTargetViolationCostPerHm3: number;
  readonly turbinedViolationBelowCost: number;
  readonly outflowViolationBelowCost: number;
  readonly outflowViolationAboveCost: number;
  readonly generationViolationBelowCost: number;
  readonly evaporationViolationPosCost: number;
  readonly evaporationViolationNegCost: number;
  readonly withdrawalViolationPosCost: number;
  readonly withdrawalViolationNegCost: number;
  readonly inflowNonnegativityCost: number;
}
