import type { SamplingMethod, SamplingScheme } from '../../case/model.js';
import type { CorrelationRoots } from '../correlation/correlator.js';
import type { NoiseLayout } from '../model.js';
import type { Word64 } from '../random/seeds.js';
import type { ResidualLibrary } from './residual-library.js';

export type NoiseClass = 'inflow' | 'load' | 'ncs';

/**
 * Everything forward noise is made from, as plain data: it survives a structured clone, so that each worker can build
 * its own sampler and still draw the same numbers.
 */
export interface SamplerSpec {
  readonly trajectories: number;
  readonly layout: NoiseLayout;
  readonly hydroCount: number;
  readonly schemes: Readonly<Record<NoiseClass, SamplingScheme>>;
  readonly treeSeed: Word64;
  readonly forwardSeed: Word64;
  readonly correlation: CorrelationRoots | null;
  readonly stages: readonly SamplerStage[];
  readonly libraries: Readonly<Record<NoiseClass, PlainLibrary | null>>;
  /** Residuals of historical years, for stages that sample from them. */
  readonly residuals: PlainLibrary | null;
  readonly initialLags: Float64Array;
  /** Memory at the start of each historical year, year-major; null for other schemes. */
  readonly historicalLags: Float64Array | null;
}

export interface SamplerStage {
  readonly id: number;
  readonly method: SamplingMethod;
  readonly group: number;
  readonly openings: Float64Array;
  readonly openingCount: number;
  /** Positions of the noise vector that no random draw may touch, because the model has no deviation there. */
  readonly silent: Int32Array;
}

export type PlainLibrary = Pick<ResidualLibrary, 'scenarioCount' | 'stageCount' | 'entityCount' | 'values'>;

/** One way to fill a class's part of the noise vector. Members are pure. */
export interface SamplingSchemeMember {
  readonly name: SamplingScheme;
  /** Builds the filler for one class; `first` and `count` delimit its part of the noise vector. */
  bind(spec: SamplerSpec, noiseClass: NoiseClass, first: number, count: number): ClassFiller;
}

export interface ClassFiller {
  /** Returns the opening the values came from, or −1. */
  fill(at: Draw, out: Float64Array): number;
}

export interface Draw {
  readonly iteration: number;
  readonly trajectory: number;
  readonly stage: number;
}
