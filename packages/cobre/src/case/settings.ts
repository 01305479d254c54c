import type { Compatibility, Conventions } from './generation/conventions.js';
import type { Generation } from './generation/generation.js';

/** `config.json` with every default in place. */
export interface Settings {
  /** In which form the case is written. */
  readonly generation: Generation;
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
  /** Whether every grid point of a fitted production function is written. */
  readonly fphaDeviationPoints: boolean;
}

export interface TrainingSettings {
  readonly enabled: boolean;
  /** Seed of the opening tree, never negative; 42 unless the case says otherwise. */
  readonly treeSeed: number;
  readonly forwardPasses: number;
  /** True walks every path of the scenario tree in each iteration, instead of `forwardPasses` sampled ones. */
  readonly enumerated: boolean;
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
  /** Exact upper bound minus lower bound, in currency or relative; at least one of the two is given. */
  | { readonly type: 'gap'; readonly tolerance: number | null; readonly relativeTolerance: number | null }
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
  readonly method: 'level1' | 'lml1' | 'domination' | 'dynamic';
  /** level1: activity count at or below which a cut is dropped. */
  readonly threshold: number;
  /** lml1: iterations without activity after which a cut is dropped. */
  readonly memoryWindow: number;
  readonly dominationEpsilon: number;
  readonly checkFrequency: number;
  readonly cutActivityTolerance: number;
  readonly maxActivePerStage: number | null;
  /** True judges cuts by their height at visited states, as today; false by how often and when they decided a solution. */
  readonly byVisitedStates: boolean;
  /** level1 and lml1, in $: how far from the best a cut may be at a visited state to be kept. */
  readonly tieTolerance: number;
  readonly dynamic: DynamicCutSelection;
}

/** Every solve starts with few cuts and adds those that its solution violates; old cuts may cease to be candidates. */
export interface DynamicCutSelection {
  readonly seedWindow: number;
  /** Iterations after which a cut is no candidate any more; null when all are. */
  readonly candidateRecency: number | null;
  readonly startIteration: number;
}

export type SamplingScheme = 'in_sample' | 'out_of_sample' | 'external' | 'historical';

export interface ScenarioSource {
  /** Seed of the forward noise; null when the case gives none (every class is then in_sample). */
  readonly seed: number | null;
  readonly historicalYears: HistoricalYears | null;
  readonly inflow: SamplingScheme;
  readonly load: SamplingScheme;
  readonly ncs: SamplingScheme;
  /** True when the case says that openings come from its file, false when they do not; null when it says nothing. */
  readonly openingsFromFile: boolean | null;
}

export type HistoricalYears =
  | { readonly type: 'list'; readonly years: readonly number[] }
  | { readonly type: 'range'; readonly from: number; readonly to: number };

export interface ModelingSettings {
  readonly inflowNonNegativity: 'none' | 'penalty' | 'truncation' | 'truncation_with_penalty';
  /** As the case says; null when it says nothing. */
  readonly compatibility: Compatibility | null;
  /** What follows from it, and from the generation of the case, for the equations. */
  readonly conventions: Conventions;
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
  /** Without a stage, the pool is chosen by the date its cuts price. */
  readonly boundary: { readonly path: string; readonly sourceStage: number | null; readonly strict: boolean } | null;
}

export interface SimulationSettings {
  readonly enabled: boolean;
  readonly numScenarios: number;
  /** True plays every path of the tree once. */
  readonly enumerated: boolean;
  readonly policyType: string;
  readonly ioChannelCapacity: number;
  /** Falls back to the source of the training. */
  readonly scenarioSource: ScenarioSource;
}
