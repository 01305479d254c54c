/** `config.json` with every default in place: what a setting means stands where it is resolved. */
import type { resolveSettings } from './resolve/settings.js';

export type Settings = Readonly<ReturnType<typeof resolveSettings>>;
export type TrainingSettings = Settings['training'];
export type CutSelectionSettings = TrainingSettings['cutSelection'];
/** Every solve starts with few cuts and adds those that its solution violates; old cuts may cease to be candidates. */
export type DynamicCutSelection = CutSelectionSettings['dynamic'];
export type ScenarioSource = TrainingSettings['scenarioSource'];
export type EstimationSettings = Settings['estimation'];
export type UpperBoundSettings = Settings['upperBoundEvaluation'];

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

export type SamplingScheme = 'in_sample' | 'out_of_sample' | 'external' | 'historical';

export type HistoricalYears =
  | { readonly type: 'list'; readonly years: readonly number[] }
  | { readonly type: 'range'; readonly from: number; readonly to: number };
