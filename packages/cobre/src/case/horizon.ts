/** The study in time: stages, blocks, seasons and the policy graph. */
export interface Horizon {
  /** Study stages by ascending id; `index` is the position. */
  readonly stages: readonly Stage[];
  /** Stages before the study (negative ids), by ascending id; they only carry statistics for lags. */
  readonly preStudyStages: readonly PreStudyStage[];
  readonly seasons: SeasonDefinitions | null;
  readonly policyGraph: PolicyGraph;
}

export interface Stage {
  readonly id: number;
  readonly index: number;
  /** ISO date. */
  readonly startDate: string;
  /** ISO date, exclusive. */
  readonly endDate: string;
  /** Days since 1970-01-01. */
  readonly startDay: number;
  readonly endDay: number;
  /** Calendar days of the stage. */
  readonly days: number;
  readonly startYear: number;
  /** 1 to 12. */
  readonly startMonth: number;
  readonly seasonId: number | null;
  /** Block ids are 0..n-1 and equal the position. */
  readonly blocks: readonly Block[];
  /** Sum of the block hours. */
  readonly hours: number;
  readonly blockMode: 'parallel' | 'chronological';
  readonly stateVariables: { readonly storage: boolean; readonly inflowLags: boolean };
  readonly riskMeasure: RiskMeasureSpec;
  /** Branching factor of the opening tree. */
  readonly openings: number;
  readonly samplingMethod: SamplingMethod;
  /** One-step discount on the future cost of this stage: (1 + rate)^(−days/365.25). */
  readonly discountFactor: number;
}

export interface Block {
  readonly id: number;
  readonly name: string;
  readonly hours: number;
}

export type RiskMeasureSpec =
  | { readonly type: 'expectation' }
  /** (1 − lambda)·E + lambda·CVaR_alpha */
  | { readonly type: 'cvar'; readonly alpha: number; readonly lambda: number };

export type SamplingMethod = 'saa' | 'lhs' | 'qmc_sobol' | 'qmc_halton' | 'historical_residuals' | 'selective';

export interface PreStudyStage {
  readonly id: number;
  readonly startDate: string;
  readonly endDate: string;
  readonly startDay: number;
  readonly endDay: number;
  readonly seasonId: number | null;
}

export interface SeasonDefinitions {
  readonly cycleType: 'monthly' | 'weekly' | 'custom';
  /** By ascending id. */
  readonly seasons: readonly Season[];
}

/** Months 1 to 12, days 1 to 31; the end is inclusive. A missing part is null. */
export interface Season {
  readonly id: number;
  readonly label: string;
  readonly monthStart: number;
  readonly dayStart: number | null;
  readonly monthEnd: number | null;
  readonly dayEnd: number | null;
}

/** A place in a policy graph: a stage, and where its scenarios come from outside the column it takes. */
export interface PolicyNode {
  readonly id: number;
  readonly stageIndex: number;
  readonly scenarioId: number | null;
  readonly label: string | null;
}

export interface PolicyEdge {
  readonly sourceId: number;
  readonly targetId: number;
  readonly probability: number;
}

export interface PolicyGraph {
  /**
   * By stage, then id. Empty when the graph is the chain of stages; otherwise the edges connect nodes, and transitions are
   * those of the chain.
   */
  readonly nodes: readonly PolicyNode[];
  readonly edges: readonly PolicyEdge[];
  readonly type: 'finite_horizon' | 'cyclic';
  readonly annualDiscountRate: number;
  /** As the case gives them; a stage without any goes on to the next. By source. */
  readonly transitions: readonly Transition[];
}

export interface Transition {
  readonly sourceIndex: number;
  readonly targetIndex: number;
  readonly probability: number;
  /** The override of this transition, or the rate of the graph. */
  readonly annualDiscountRate: number;
}
