import { conventionsOf } from '../../src/case/generation/conventions.js';
import type {
  Case,
  Hydro,
  InflowObservation,
  SamplingMethod,
  ScenarioSource,
  Scenarios,
  Season,
  Stage,
} from '../../src/case/model.js';
import { dateOf, dayOf } from '../../src/stochastic/time/calendar.js';

/** A case reduced to what the stochastic model reads; everything else is absent. */
export interface StudyParts {
  readonly stages?: readonly StageParts[];
  readonly preStudy?: readonly {
    readonly id: number;
    readonly start: string;
    readonly end: string;
    readonly seasonId: number;
  }[];
  readonly seasons?: Case['horizon']['seasons'];
  readonly hydros?: readonly Partial<Hydro>[];
  readonly buses?: readonly { readonly mean: number; readonly std: number }[];
  readonly sources?: readonly { readonly mean: number; readonly std: number }[];
  readonly scenarios?: Partial<Scenarios>;
  readonly training?: Partial<ScenarioSource>;
  readonly estimation?: Partial<Case['settings']['estimation']>;
  readonly nonNegativity?: Case['settings']['modeling']['inflowNonNegativity'];
}

export interface StageParts {
  readonly start: string;
  readonly end: string;
  readonly seasonId?: number;
  readonly openings?: number;
  readonly method?: SamplingMethod;
}

export function studyOf(parts: StudyParts): Case {
  const stages = (parts.stages ?? monthlyStages(3)).map(stageOf);
  const source: ScenarioSource = {
    seed: 42,
    historicalYears: null,
    inflow: 'in_sample',
    load: 'in_sample',
    ncs: 'in_sample',
    openingsFromFile: null,
    ...parts.training,
  };
  const study = {
    settings: {
      training: { treeSeed: 42, scenarioSource: source },
      simulation: { scenarioSource: source },
      modeling: {
        inflowNonNegativity: parts.nonNegativity ?? 'none',
        compatibility: 'none',
        conventions: conventionsOf('cobre-0.5', 'none'),
      },
      estimation: {
        maxOrder: 6,
        orderSelection: 'pacf',
        minObservationsPerSeason: 30,
        maxCoefficientMagnitude: null,
        ...parts.estimation,
      },
    },
    horizon: {
      stages,
      preStudyStages: (parts.preStudy ?? []).map((stage) => ({ ...stageOf(stage, 0), id: stage.id })),
      seasons: parts.seasons ?? null,
      policyGraph: { type: 'finite_horizon', annualDiscountRate: 0, nodes: [], edges: [], transitions: [] },
    },
    system: {
      hydros: (parts.hydros ?? [{}]).map((hydro, index) => ({
        id: index,
        index,
        name: `hydro ${index}`,
        pastInflows: { valuesM3s: [], seasonIds: null },
        recentObservations: [],
        ...hydro,
      })),
      buses: (parts.buses ?? []).map(({ mean, std }, index) => ({
        index,
        at: stages.map(() => ({ load: { meanMw: mean, stdMw: std, blockFactors: [1] } })),
      })),
      nonControllableSources: (parts.sources ?? []).map(({ mean, std }, index) => ({
        index,
        hasModel: true,
        at: stages.map(() => ({ meanFraction: mean, stdFraction: std })),
      })),
    },
    scenarios: {
      inflowStats: null,
      arCoefficients: null,
      annualComponent: null,
      inflowHistory: null,
      externalInflow: null,
      externalLoad: null,
      externalNcs: null,
      loadStats: null,
      ncsStats: null,
      noiseOpenings: null,
      correlation: null,
      ...parts.scenarios,
    },
  };
  return study as unknown as Case;
}

function stageOf(stage: StageParts, index: number): Stage {
  const startDay = dayFrom(stage.start);
  const endDay = dayFrom(stage.end);
  const { year, month } = dateOf(startDay);
  const partial = {
    id: index,
    index,
    startDay,
    endDay,
    days: endDay - startDay,
    startYear: year,
    startMonth: month,
    seasonId: stage.seasonId ?? null,
    openings: stage.openings ?? 1,
    samplingMethod: stage.method ?? 'saa',
  };
  return partial as unknown as Stage;
}

export function dayFrom(iso: string): number {
  const [year, month, day] = iso.split('-').map(Number);
  return dayOf(year!, month!, day!);
}

/** Calendar months from January 2024 on, season = month − 1. */
export function monthlyStages(count: number, more: Partial<StageParts> = {}): StageParts[] {
  return Array.from({ length: count }, (_, i) => ({
    start: iso(dayOf(2024, i + 1, 1)),
    end: iso(dayOf(2024, i + 2, 1)),
    seasonId: i % 12,
    ...more,
  }));
}

export function iso(day: number): string {
  const { year, month, day: ofMonth } = dateOf(day);
  return `${year}-${String(month).padStart(2, '0')}-${String(ofMonth).padStart(2, '0')}`;
}

export const months: NonNullable<Case['horizon']['seasons']> = {
  cycleType: 'monthly',
  seasons: Array.from(
    { length: 12 },
    (_, id): Season => ({
      id,
      label: `month ${id + 1}`,
      monthStart: id + 1,
      dayStart: null,
      monthEnd: null,
      dayEnd: null,
    }),
  ),
};

/** Equal statistics for all hydros and the given stage ids. */
export function flatStats(
  hydros: number,
  stageIds: readonly number[],
  mean: number,
  std: number,
): Scenarios['inflowStats'] {
  return Array.from({ length: hydros }, (_, hydroIndex) =>
    stageIds.map((stageId) => ({ hydroIndex, stageId, meanM3s: mean, stdM3s: std })),
  ).flat();
}

/** The same coefficients for all hydros and the given stage ids. */
export function flatCoefficients(
  hydros: number,
  stageIds: readonly number[],
  coefficients: readonly number[],
  residualStdRatio: number,
): Scenarios['arCoefficients'] {
  return Array.from({ length: hydros }, (_, hydroIndex) =>
    stageIds.flatMap((stageId) =>
      coefficients.map((coefficient, i) => ({ hydroIndex, stageId, lag: i + 1, coefficient, residualStdRatio })),
    ),
  ).flat();
}

/** Monthly observations of one hydro from January of a year on. */
export function monthlyHistory(hydroIndex: number, firstYear: number, values: ArrayLike<number>): InflowObservation[] {
  return Array.from(values, (valueM3s, i) => ({ hydroIndex, day: dayOf(firstYear, i + 1, 1), valueM3s }));
}
