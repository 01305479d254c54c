/** What one entity is during one stage, with every override applied. An entity that does not exist has `exists: false`. */

export interface BusAtStage {
  /** Cheapest first; the last one has unlimited depth (`Infinity`). */
  readonly deficitSegments: readonly { readonly depthMw: number; readonly costPerMwh: number }[];
  readonly excessCostPerMwh: number;
  readonly load: {
    readonly meanMw: number;
    readonly stdMw: number;
    /** One factor per block; the load of block k is max(0, mean + std·noise)·factor. */
    readonly blockFactors: readonly number[];
  };
}

export interface LineAtStage {
  readonly exists: boolean;
  readonly exchangeCostPerMwh: number;
  /** Capacity from source to target in each block, exchange factors applied. */
  readonly directMw: readonly number[];
  /** Capacity from target to source in each block, exchange factors applied. */
  readonly reverseMw: readonly number[];
}

export interface ThermalAtStage {
  readonly exists: boolean;
  readonly minMw: number;
  readonly maxMw: number;
  /** Usually one; several only for a stepwise cost. Widths sum to at least `maxMw`; costs as given, in file order. */
  readonly segments: readonly { readonly widthMw: number; readonly costPerMwh: number }[];
}

export interface NonControllableSourceAtStage {
  readonly exists: boolean;
  readonly curtailmentCostPerMwh: number;
  /**
   * Available power of block k is `baseMw · clamp(meanFraction + stdFraction·noise, 0, 1) · blockFactors[k]`. Without
   * statistics the mean is 1 and the deviation 0.
   */
  readonly baseMw: number;
  readonly meanFraction: number;
  readonly stdFraction: number;
  readonly blockFactors: readonly number[];
}

export interface PumpingStationAtStage {
  readonly exists: boolean;
  readonly minFlowM3s: number;
  readonly maxFlowM3s: number;
}

export interface ContractAtStage {
  readonly exists: boolean;
  readonly minMw: number;
  readonly maxMw: number;
  /** Added to the cost per MWh exchanged, for imports and exports alike: an export that earns has a negative price. */
  readonly pricePerMwh: number;
}

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
