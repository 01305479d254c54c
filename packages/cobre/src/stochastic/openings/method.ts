import type { SamplingMethod } from '../../case/model.js';
import type { Word64 } from '../random/seeds.js';
import type { ResidualLibrary } from '../sampling/residual-library.js';

/**
 * One way to draw standard normal noise vectors, before spatial correlation. The same request gives the same numbers,
 * whatever was drawn before.
 */
export interface OpeningMethod {
  readonly name: SamplingMethod;
  /** False when the vectors already are as correlated as they should be. */
  readonly independent: boolean;
  /** All openings of a stage, opening-major, `count · dimension` values. */
  openings(request: TreeRequest, out: Float64Array): void;
  /** Vectors of single trajectories, for forward passes outside the tree. */
  forward(request: ForwardRequest): ForwardPoints;
}

export interface TreeRequest {
  readonly base: Word64;
  /** Id of the first stage of the noise group. */
  readonly stageId: number;
  readonly stageIndex: number;
  readonly count: number;
  readonly dimension: number;
  readonly library: ResidualLibrary | null;
}

export interface ForwardRequest {
  readonly base: Word64;
  /** Trajectories that share an iteration, among which stratified methods deal out their strata. */
  readonly trajectories: number;
  readonly dimension: number;
  readonly library: ResidualLibrary | null;
}

export interface ForwardPoints {
  fill(at: ForwardPoint, out: Float64Array): void;
}

export interface ForwardPoint {
  readonly iteration: number;
  readonly trajectory: number;
  readonly group: number;
  readonly stageIndex: number;
}
