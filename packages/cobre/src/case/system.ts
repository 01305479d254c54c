import type {
  BusAtStage,
  ContractAtStage,
  HydroAtStage,
  LineAtStage,
  NonControllableSourceAtStage,
  PumpingStationAtStage,
  ThermalAtStage,
} from './at-stage.js';
import type { Entity } from './identity.js';

/**
 * The physical system. Entities are in canonical order and refer to each other by dense index; whatever may change from
 * stage to stage (bounds, penalties, existence) is already resolved in `at[stageIndex]`: file defaults, entity
 * overrides and stage overrides are applied, so that nobody downstream reads an override table.
 */
export interface System {
  readonly buses: readonly Bus[];
  readonly hydros: readonly Hydro[];
  readonly thermals: readonly Thermal[];
  readonly lines: readonly Line[];
  readonly nonControllableSources: readonly NonControllableSource[];
  readonly pumpingStations: readonly PumpingStation[];
  readonly contracts: readonly Contract[];
}

/** An entity exists from `entryStageId` on (null: from the start) and is gone from `exitStageId` on (null: never). */
export interface Lifetime {
  readonly entryStageId: number | null;
  readonly exitStageId: number | null;
}

export interface Bus extends Entity {
  readonly at: readonly BusAtStage[];
}

export interface Line extends Entity, Lifetime {
  readonly sourceBusIndex: number;
  readonly targetBusIndex: number;
  /** Share of the sent power that is lost on the way, in either direction; 0 to 100. */
  readonly lossesPercent: number;
  readonly at: readonly LineAtStage[];
}

export interface Thermal extends Entity, Lifetime {
  readonly busIndex: number;
  /** Stages between the decision and the delivery of a GNL plant; null for ordinary plants. */
  readonly gnlLagStages: number | null;
  readonly at: readonly ThermalAtStage[];
}

export interface NonControllableSource extends Entity, Lifetime {
  readonly busIndex: number;
  readonly maxGenerationMw: number;
  /** True when `non_controllable_stats` has rows for it: it then takes a place in the noise vector. */
  readonly hasModel: boolean;
  readonly at: readonly NonControllableSourceAtStage[];
}

export interface PumpingStation extends Entity, Lifetime {
  readonly busIndex: number;
  readonly sourceHydroIndex: number;
  readonly destinationHydroIndex: number;
  readonly consumptionMwPerM3s: number;
  readonly at: readonly PumpingStationAtStage[];
}

export interface Contract extends Entity, Lifetime {
  readonly busIndex: number;
  readonly type: 'import' | 'export';
  readonly at: readonly ContractAtStage[];
}

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
