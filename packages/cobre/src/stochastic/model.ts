import type { Correlation } from '../case/model.js';
import type { SamplerSpec } from './sampling/scheme.js';

/**
 * What the rest of the engine knows about uncertainty. Everything is resolved to dense indexes and typed arrays when the
 * model is built, so that a solver loop only reads.
 *
 * Inflow memory. An autoregressive inflow needs past inflows. They live in `lagCount` slots per hydro, kept slot-major
 * (`slot · hydroCount + hydro`), and together with the storages they are the state of the problem:
 *
 *     inflow   z_h  = base_h + Σ_j psi_{j,h} · lag_{j,h} + sigma_h · noise_h
 *     next lag x'_{i,h} = Σ_j carry_{i,j} · lag_{j,h} + gain_i · z_h + constant_{i,h}
 *
 * With one stage per season, slot 0 is the previous inflow, slot 1 the one before, and the transition is a plain shift.
 * With several stages per season, or seasons of several lengths, slots 0 … order−1 are still the lags of the stage at
 * hand; further slots hold running averages of periods that a later stage will ask for.
 */
export interface StochasticModel {
  readonly stageCount: number;
  readonly hydroCount: number;
  readonly noise: NoiseLayout;
  /** Slots of inflow memory per hydro, the same in every stage; 0 when no inflow looks back. */
  readonly lagCount: number;
  /** Largest lag any inflow looks back; slots 0 … order−1 are the lags 1 … order of the stage at hand. */
  readonly order: number;
  /** Memory at the start of stage 0, slot-major, `lagCount · hydroCount`. */
  readonly initialLags: Float64Array;
  readonly stages: readonly StageUncertainty[];
  /** What each node of the policy graph meets, in the order of its nodes; empty on a chain of stages. */
  readonly nodes: readonly StageUncertainty[];
  readonly nonNegativity: NonNegativity;
  /** The noise of forward passes; `trajectories` is how many share one iteration (stratified methods need it). */
  sampler(phase: 'training' | 'simulation', trajectories: number): ForwardSampler;
  /** The same as plain data, from which another thread builds its own sampler (`forwardSampler`). */
  samplerSpec(phase: 'training' | 'simulation', trajectories: number): SamplerSpec;
  /** How the parameters came about, in file terms; what `exports.stochastic` writes. */
  readonly provenance: Provenance;
}

/** The noise vector: hydros, then buses with uncertain load, then sources with a model, each by canonical index. */
export interface NoiseLayout {
  readonly dimension: number;
  /** Position of a bus in the noise vector by bus index, −1 when its load is certain. */
  readonly positionOfBus: Int32Array;
  /** Position of a non-controllable source by its index, −1 when it has no model. */
  readonly positionOfNcs: Int32Array;
}

export interface StageUncertainty {
  readonly openingCount: number;
  /** `openingCount · noise.dimension`, opening-major. */
  readonly openings: Float64Array;
  /** One per opening, adding up to 1. */
  readonly probabilities: Float64Array;
  /** Stages of one group share their noise: consecutive stages of the same season and year. */
  readonly noiseGroup: number;
  readonly inflow: InflowModel;
  /** From the memory this stage starts with to the memory the next stage starts with. */
  readonly transition: LagTransition;
  readonly load: AffineNoise;
  readonly ncs: AffineNoise;
}

/** All in m³/s; a hydro without a model has zeros. */
export interface InflowModel {
  readonly base: Float64Array;
  /** Slot-major, `lagCount · hydroCount`. */
  readonly psi: Float64Array;
  readonly sigma: Float64Array;
}

export interface LagTransition {
  /** True when slot 0 takes the inflow and every other slot the one before it. */
  readonly isShift: boolean;
  /** Row-major, `lagCount · lagCount`: row = outgoing slot, column = incoming slot. Equal for all hydros. */
  readonly carry: Float64Array;
  /** Weight of this stage's inflow in each outgoing slot. */
  readonly gain: Float64Array;
  /** Known contributions from before the study, slot-major; null when there are none. */
  readonly constant: Float64Array | null;
}

/**
 * Per bus: MW before block factors, realised as max(0, mean + scale · noise). Per non-controllable source: fraction of
 * its base, realised as clamp(mean + scale · noise, 0, 1).
 */
export interface AffineNoise {
  readonly mean: Float64Array;
  readonly scale: Float64Array;
}

export interface ForwardSampler {
  /**
   * Writes the noise vector of a trajectory at a stage and returns the opening it was taken from, or −1 when it is no
   * opening of the tree. Depends on its arguments only, never on earlier calls. Iterations count from 1; the simulation
   * phase passes 0.
   */
  sample(iteration: number, trajectory: number, stage: number, out: Float64Array): number;
  /** Writes the inflow memory a trajectory starts with; differs from `initialLags` only for historical inflows. */
  startLags(iteration: number, trajectory: number, out: Float64Array): void;
}

export interface NonNegativity {
  readonly method: 'none' | 'penalty' | 'truncation' | 'truncation_with_penalty';
  /** True when the stage problem needs a slack that adds missing water at a price. */
  readonly slack: boolean;
  /** True when noise is raised before the stage problem is solved so that no inflow is negative. */
  readonly truncates: boolean;
}

export interface Provenance {
  /** Which way the inflow parameters came: nothing given, read from files, or estimated from history. */
  readonly path: InflowPath;
  readonly openings: 'generated' | 'given';
  readonly correlation: 'given' | 'estimated' | 'identity';
  /** The correlation in use, null for independent noise. */
  readonly correlationModel: Correlation | null;
  /** Parameters per hydro and stage, as the files would have given them; by hydro, then stage id. */
  readonly inflow: readonly InflowParameters[];
  /** Only for estimated parameters. */
  readonly fits: readonly SeasonFit[];
}

export type InflowPath =
  | 'none'
  | 'white_noise'
  | 'given'
  | 'estimated'
  | 'stats_from_history'
  | 'ar_from_history'
  | 'given_with_history';

export interface InflowParameters {
  readonly hydroIndex: number;
  readonly stageId: number;
  readonly meanM3s: number;
  readonly stdM3s: number;
  /** Standardized, lag 1 first. */
  readonly coefficients: readonly number[];
  readonly residualStdRatio: number;
  readonly annual: { readonly coefficient: number; readonly meanM3s: number; readonly stdM3s: number } | null;
}

export interface SeasonFit {
  readonly hydroIndex: number;
  readonly seasonId: number;
  readonly observations: number;
  /** Order the partial autocorrelations asked for. */
  readonly selectedOrder: number;
  /** Order left after the reductions. */
  readonly order: number;
  readonly reductions: readonly string[];
}
