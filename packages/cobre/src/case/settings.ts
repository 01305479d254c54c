/** `config.json` with every default in place. */
export interface Settings {
  readonly training: TrainingSettings;
  readonly modeling: ModelingSettings;
  readonly estimation: EstimationSettings;
  readonly upperBoundEvaluation: UpperBoundSettings;
  readonly policy: PolicySettings;
  readonly simulation: SimulationSettings;
  readonly exports: ExportSettings;
}

export interface ExportSettings {
  readonly states: boolean;
  readonly stochastic: boolean;
  /** One file per table, or one per table and scenario. */
  readonly simulationLayout: 'tables' | 'scenarios';
}

export interface TrainingSettings {
  readonly enabled: boolean;
  /** Seed of the opening tree, never negative; 42 unless the case says otherwise. */
  readonly treeSeed: number;
  readonly forwardPasses: number;
  readonly stoppingRules: readonly StoppingRuleSpec[];
  readonly stoppingMode: 'any' | 'all';
  readonly cutFormulation: 'single' | 'multi';
  readonly cutSelection: CutSelectionSettings;
  readonly scenarioSource: ScenarioSource;
}

export type StoppingRuleSpec =
  | { readonly type: 'iteration_limit'; readonly limit: number }
  | { readonly type: 'time_limit'; readonly seconds: number }
  | { readonly type: 'bound_stalling'; readonly iterations: number; readonly tolerance: number }
  | {
      readonly type: 'simulation';
      readonly replications: number;
      readonly period: number;
      readonly boundWindow: number;
      readonly distanceTol: number;
      readonly boundTol: number;
    };

export interface CutSelectionSettings {
  readonly enabled: boolean;
  readonly method: 'level1' | 'lml1' | 'domination';
  /** level1: activity count at or below which a cut is dropped. */
  readonly threshold: number;
  /** lml1: iterations without activity after which a cut is dropped. */
  readonly memoryWindow: number;
  readonly dominationEpsilon: number;
  readonly checkFrequency: number;
  readonly cutActivityTolerance: number;
  readonly maxActivePerStage: number | null;
}

export type SamplingScheme = 'in_sample' | 'out_of_sample' | 'external' | 'historical';

export interface ScenarioSource {
  /** Seed of the forward noise; null when the case gives none (every class is then in_sample). */
  readonly seed: number | null;
  readonly historicalYears: HistoricalYears | null;
  readonly inflow: SamplingScheme;
  readonly load: SamplingScheme;
  readonly ncs: SamplingScheme;
}

export type HistoricalYears =
  | { readonly type: 'list'; readonly years: readonly number[] }
  | { readonly type: 'range'; readonly from: number; readonly to: number };

export interface ModelingSettings {
  readonly inflowNonNegativity: 'none' | 'penalty' | 'truncation' | 'truncation_with_penalty';
  /** As the case says; null when it says nothing. The two flags below are what follows from it. */
  readonly compatibility: 'none' | 'cobre-0.5' | null;
  /**
   * Whether the constant part of the curtailment cost (cost · available) is left out of the objective. The shipped
   * examples expect it to be, so it is kept only when the case asks for `compatibility: "none"`.
   */
  readonly dropsCurtailmentConstant: boolean;
  /** Whether CVaR weights lack their floor, as in the original; only with `compatibility: "cobre-0.5"`. */
  readonly capsCvarWeights: boolean;
}

export interface EstimationSettings {
  readonly maxOrder: number;
  readonly orderSelection: 'pacf' | 'pacf_annual' | 'fixed';
  readonly minObservationsPerSeason: number;
  readonly maxCoefficientMagnitude: number | null;
}

export interface UpperBoundSettings {
  readonly enabled: boolean;
  readonly initialIteration: number;
  readonly intervalIterations: number;
  readonly lipschitz: {
    readonly mode: 'auto' | 'fixed';
    readonly fallbackValue: number;
    readonly scaleFactor: number;
  };
}

export interface PolicySettings {
  /** Relative to the output directory. */
  readonly path: string;
  readonly mode: 'fresh' | 'warm_start' | 'resume';
  readonly validateCompatibility: boolean;
  readonly checkpointing: {
    readonly enabled: boolean;
    readonly initialIteration: number;
    readonly intervalIterations: number;
    readonly storeBasis: boolean;
    readonly compress: boolean;
  };
  readonly boundary: { readonly path: string; readonly sourceStage: number } | null;
}

export interface SimulationSettings {
  readonly enabled: boolean;
  readonly numScenarios: number;
  readonly policyType: string;
  readonly ioChannelCapacity: number;
  /** Falls back to the source of the training. */
  readonly scenarioSource: ScenarioSource;
}
