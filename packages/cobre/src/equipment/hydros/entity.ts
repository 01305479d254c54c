import type { Entity } from '../../case/identity.js';
import type { Lifetime } from '../../case/system.js';
import type { resolveHydroPenalties } from './penalties.js';
import type { Journey, Transit } from './travel/transit.js';

export interface Hydro extends Entity, Lifetime {
  /** The bus of its first units. */
  readonly busIndex: number;
  /** Its units by the bus they feed; at least one group. */
  readonly unitGroups: readonly UnitGroup[];
  /** Hours that released water takes to the plant downstream; 0 when it arrives at once. */
  readonly travelTimeHours: number;
  /** Outflow before the study, which is still under way; by start. */
  readonly pastDefluences: readonly RecentObservation[];
  /** MW per m³/s and metre of head, where the case gives it. */
  readonly specificProductivity: number | null;
  /** Families of tailrace curves, as given; empty when the case has none for this plant. */
  readonly tailraceCurves: readonly TailraceSegment[];
  /** The plant that receives turbined and spilled water; null when it leaves the system. */
  readonly downstreamIndex: number | null;
  /** Where it goes, by stage and block; no blocks when it arrives at once. */
  readonly journey: readonly (readonly Journey[])[];
  /** Water on its way to this plant; null when all of it arrives at once. */
  readonly transit: Transit | null;
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
  /** Smallest and largest storage as declared. */
  readonly reservoirHm3: readonly [min: number, max: number];
  readonly filling: { readonly startStageId: number } | null;
  /** Storage at the start of the first stage, from `storage` or `filling_storage`; 0 when not listed. */
  readonly initialStorageHm3: number;
  readonly pastInflows: PastInflows;
  readonly recentObservations: readonly RecentObservation[];
  readonly at: readonly HydroAtStage[];
}

export interface UnitGroup {
  readonly id: number;
  readonly name: string;
  readonly busIndex: number;
  /** As declared, before anything changes it by stage. */
  readonly capacityMw: number;
  /** By stage, and in it by block. */
  readonly at: readonly (readonly UnitGroupLimits[])[];
}

export interface UnitGroupLimits {
  readonly minTurbinedM3s: number;
  readonly maxTurbinedM3s: number;
  readonly minGenerationMw: number;
  readonly maxGenerationMw: number;
}

/** Level = Σ coefficients[k]·Q^k between two outflows, for one level of the reservoir downstream. */
export interface TailraceSegment {
  readonly familyId: number;
  readonly downstreamLevelM: number | null;
  readonly segmentId: number;
  readonly fromM3s: number;
  readonly toM3s: number;
  readonly coefficients: readonly number[];
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

/** Limits of flows and power, which may differ from block to block. */
export interface HydroLimits {
  readonly minTurbinedM3s: number;
  readonly maxTurbinedM3s: number;
  readonly minOutflowM3s: number;
  /** `Infinity` when there is no limit. */
  readonly maxOutflowM3s: number;
  readonly minGenerationMw: number;
  readonly maxGenerationMw: number;
  readonly minDiversionM3s: number;
  /** 0 when the plant cannot divert. */
  readonly maxDiversionM3s: number;
  readonly minSpillageM3s: number;
  /** `Infinity` when there is no limit. */
  readonly maxSpillageM3s: number;
}

/** The limits are those of the stage as a whole; equations take those of the block. */
export interface HydroAtStage extends HydroLimits {
  readonly state: HydroState;
  readonly inBlock: readonly HydroLimits[];
  /** What a filling reservoir should hold at the end of the stage (soft); 0 where nothing is asked. */
  readonly fillingTargetHm3: number;
  /** As `hydro_energy_productivity` gives them; null where it is silent. */
  readonly energy: EnergyProductivity | null;
  /** Level of the reservoir below, where families of tailrace curves ask for it. */
  readonly downstreamLevelM: number | null;
  /** Where the equivalent productivity is taken; null when the case does not say. */
  readonly referenceVolume: { readonly volumeHm3: number } | { readonly fraction: number } | null;
  readonly minStorageHm3: number;
  readonly maxStorageHm3: number;
  readonly withdrawalM3s: number;
  readonly production: Production;
  /** Null when the plant does not evaporate. */
  readonly evaporation: Evaporation | null;
  readonly penalties: HydroPenalties;
}

export interface Evaporation {
  readonly coefficientMm: number;
  readonly referenceVolumeHm3: number;
  /** The hours in which that much evaporates. */
  readonly hours: number;
}

export interface EnergyProductivity {
  readonly equivalentMwPerM3s: number | null;
  readonly referenceOutflowM3s: number | null;
  readonly specificProductivity: number | null;
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
  /** How current cases fit; null for the way of release 0.5.1. */
  readonly hull: HullFit | null;
}

export interface HullFit {
  /** The window of the case; null where it gives none, and the table of volumes counts. */
  readonly fromHm3: number | null;
  readonly toHm3: number | null;
  /** Mean of the plant's own inflow over the study; 0 when it is not known. */
  readonly meanInflowM3s: number;
  readonly reduction: PlaneReduction | null;
}

export type PlaneReduction =
  | { readonly type: 'angle'; readonly degrees: number }
  | { readonly type: 'distance'; readonly percent: number; readonly samples: number };

/** Block costs are per (m³/s·h) or MWh, storage costs per hm³ (not multiplied by hours). */
export type HydroPenalties = ReturnType<typeof resolveHydroPenalties>;
