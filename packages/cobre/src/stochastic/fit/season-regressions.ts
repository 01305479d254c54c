import type { EstimationSettings } from '../../case/model.js';
import { annualMeans, conditionalPartialAutocorrelations, yuleWalkerWithAnnual } from './annual-component.js';
import { chainedContributions } from './contributions.js';
import { partialAutocorrelations, significantOrder } from './partial-autocorrelation.js';
import { type PeriodicSeries, wrap } from './periodic-correlation.js';
import type { SeasonStatistics } from './seasonal-statistics.js';
import { type Regression, WHITE_NOISE, yuleWalker } from './yule-walker.js';

/** The regression of one position of the track, and how it came to its order. */
export interface SeasonRegression {
  readonly regression: Regression;
  /** Statistics of the annual mean the regression refers to; null without an annual term. */
  readonly annual: SeasonStatistics | null;
  readonly selectedOrder: number;
  readonly reductions: readonly string[];
}

/**
 * Fits every season of one hydro. Orders follow from partial autocorrelations; then seasons are simplified until the
 * model is physical: no coefficient beyond the given magnitude, a non-negative first coefficient, and no negative
 * chained contribution. Lowering one season can change the chain of another, so the last step repeats over all seasons.
 * An annual term is a parameter of its own: it is refitted with every reduction and never the reason for one.
 */
export function fitSeasons(series: PeriodicSeries, settings: EstimationSettings): readonly SeasonRegression[] {
  const annual = settings.orderSelection === 'pacf_annual' ? annualMeans(series) : null;
  const seasons = series.statistics.map((_, position) => new SeasonFitter(series, annual, position, settings));
  const stds = series.statistics.map(({ std }) => std);
  for (let failing = seasons; failing.length > 0; ) {
    const coefficients = seasons.map((season) => season.coefficients);
    failing = seasons.filter(({ position }) =>
      chainedContributions(position, coefficients[position]!.length, coefficients, stds).some((share) => share < 0),
    );
    for (const season of failing) season.lower();
  }
  return seasons.map((season) => season.result());
}

class SeasonFitter {
  readonly position: number;
  private readonly series: PeriodicSeries;
  private readonly settings: EstimationSettings;
  private readonly annual: PeriodicSeries | null;
  private readonly reductions: string[] = [];
  private readonly selectedOrder: number;
  private ceiling: number;
  private regression: Regression = WHITE_NOISE;

  constructor(series: PeriodicSeries, annual: PeriodicSeries | null, position: number, settings: EstimationSettings) {
    this.series = series;
    this.settings = settings;
    this.position = position;
    const usable = series.statistics[position]!.std > 0 && (annual?.statistics[this.before()]?.std ?? 0) > 0;
    this.annual = usable ? annual : null;
    this.ceiling = settings.maxOrder;
    this.selectedOrder = this.select();
    this.fit(this.selectedOrder);
  }

  /** Standardized, lag 1 first, without the annual term. */
  get coefficients(): readonly number[] {
    return this.regression.coefficients;
  }

  /** One order less to choose from; the choice may stay the same for a while. */
  lower(): void {
    const before = this.coefficients.length;
    this.ceiling--;
    this.fit(this.select());
    if (this.coefficients.length < before) this.reductions.push('negative_contribution');
  }

  result(): SeasonRegression {
    const { regression, annual, selectedOrder, reductions } = this;
    return { regression, annual: annual?.statistics[this.before()] ?? null, selectedOrder, reductions };
  }

  /** The position whose annual mean explains this season. */
  private before(): number {
    return wrap(this.position - 1, this.series.statistics.length);
  }

  private select(): number {
    const { series, annual, position, ceiling } = this;
    const { count } = series.statistics[position]!;
    if (annual === null) return significantOrder(partialAutocorrelations(series, position, ceiling), count);
    const partial = conditionalPartialAutocorrelations(series, annual, position, ceiling);
    return Math.max(Math.min(1, ceiling), significantOrder(partial, count));
  }

  /** Solves for the coefficients; a result that is not physical or not solvable falls back to order 0. */
  private fit(order: number): void {
    const { series, annual, position } = this;
    const found =
      annual === null ? yuleWalker(series, position, order) : yuleWalkerWithAnnual(series, annual, position, order);
    const objection = found === null ? 'singular' : this.objection(found);
    if (objection === null || found === null) this.regression = found ?? WHITE_NOISE;
    if (objection === null) return;
    this.reductions.push(objection);
    if (order > 0) this.fit(0);
  }

  private objection({ coefficients }: Regression): string | null {
    const bound = this.settings.maxCoefficientMagnitude ?? Number.POSITIVE_INFINITY;
    if (coefficients.some((value) => Math.abs(value) > bound)) return 'magnitude_bound';
    return (coefficients[0] ?? 0) < 0 ? 'phi1_negative' : null;
  }
}
