import type { EstimationSettings } from '../../case/model.js';
import { annualMeans, conditionalPartialAutocorrelations, MONTHS, yuleWalkerWithAnnual } from './annual-component.js';
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
 */
export function fitSeasons(series: PeriodicSeries, settings: EstimationSettings): readonly SeasonRegression[] {
  const annual = settings.orderSelection === 'pacf_annual' ? annualMeans(series) : null;
  const seasons = series.statistics.map((_, position) => new SeasonFitter(series, annual, position, settings));
  const stds = series.statistics.map(({ std }) => std);
  for (let negative = true; negative; ) {
    negative = false;
    const coefficients = seasons.map((season) => season.effectiveCoefficients());
    for (const season of seasons) {
      const own = coefficients[season.position]!;
      const chain = chainedContributions(season.position, own.length, coefficients, stds);
      if (chain.every((contribution) => contribution >= 0)) continue;
      season.lower('negative_contribution');
      negative = true;
    }
  }
  return seasons.map((season) => season.result());
}

class SeasonFitter {
  readonly position: number;
  private readonly series: PeriodicSeries;
  private readonly settings: EstimationSettings;
  /** Null as soon as the annual term is given up. */
  private annual: PeriodicSeries | null;
  private order = 0;
  private regression: Regression = WHITE_NOISE;
  private readonly reductions: string[] = [];
  private readonly selectedOrder: number;

  constructor(series: PeriodicSeries, annual: PeriodicSeries | null, position: number, settings: EstimationSettings) {
    this.series = series;
    this.settings = settings;
    this.position = position;
    const usable = annual !== null && annual.statistics[this.before(annual)]!.std > 0;
    this.annual = usable && series.statistics[position]!.std > 0 ? annual : null;
    this.fit(settings.maxOrder);
    this.selectedOrder = this.order;
    this.simplify();
  }

  /** Standardized coefficients including the annual term's share of each of its twelve lags. */
  effectiveCoefficients(): readonly number[] {
    const { coefficients, annual } = this.regression;
    if (this.annual === null) return coefficients;
    const { std } = this.annual.statistics[this.before(this.annual)]!;
    const cycle = this.series.statistics.length;
    return Array.from({ length: Math.max(MONTHS, coefficients.length) }, (_, i) => {
      const lagged = this.series.statistics[wrap(this.position - i - 1, cycle)]!.std;
      return (coefficients[i] ?? 0) + (i < MONTHS ? (annual * lagged) / (MONTHS * std) : 0);
    });
  }

  lower(reason: string): void {
    this.reductions.push(reason);
    if (this.annual !== null && this.order <= 1) {
      this.annual = null;
      this.fit(this.settings.maxOrder === 0 ? 0 : 1);
    } else {
      this.fit(this.order - 1);
    }
    this.simplify();
  }

  result(): SeasonRegression {
    const { regression, annual, selectedOrder, reductions } = this;
    return {
      regression,
      annual: annual === null ? null : annual.statistics[this.before(annual)]!,
      selectedOrder,
      reductions,
    };
  }

  /** The position whose annual mean explains this season. */
  private before(annual: PeriodicSeries): number {
    return wrap(this.position - 1, annual.statistics.length);
  }

  private fit(ceiling: number): void {
    const observations = this.series.statistics[this.position]!.count;
    const partial =
      this.annual === null
        ? partialAutocorrelations(this.series, this.position, ceiling)
        : conditionalPartialAutocorrelations(this.series, this.annual, this.position, ceiling);
    const least = this.annual === null ? 0 : Math.min(1, ceiling);
    this.order = Math.max(least, significantOrder(partial, observations));
    const found =
      this.annual === null
        ? yuleWalker(this.series, this.position, this.order)
        : yuleWalkerWithAnnual(this.series, this.annual, this.position, this.order);
    if (found === null) this.flatten('singular');
    else this.regression = found;
  }

  private simplify(): void {
    const { coefficients } = this.regression;
    const bound = this.settings.maxCoefficientMagnitude ?? Number.POSITIVE_INFINITY;
    if (coefficients.some((value) => Math.abs(value) > bound)) this.flatten('magnitude_bound');
    else if ((coefficients[0] ?? 0) < 0) this.flatten('phi1_negative');
  }

  /** Back to white noise, annual term included. */
  private flatten(reason: string): void {
    this.reductions.push(reason);
    this.annual = null;
    this.order = 0;
    this.regression = WHITE_NOISE;
  }
}
