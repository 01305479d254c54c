import type { Case, Correlation, Scenarios } from '../../case/model.js';
import { estimateInflows, type InflowEstimate } from '../fit/estimate-inflows.js';
import type { InflowParameters, InflowPath, SeasonFit } from '../model.js';
import type { StagePeriods } from '../time/stage-periods.js';
import { givenParameters } from './given-parameters.js';
import { closedResiduals } from './residual-closure.js';

export interface InflowSource {
  readonly path: InflowPath;
  readonly parameters: readonly InflowParameters[];
  readonly fits: readonly SeasonFit[];
  /** Correlation of the residuals, where coefficients were estimated. */
  readonly correlation: Correlation | null;
}

/**
 * Where inflow parameters come from depends only on which tables exist: history (H), statistics (S), coefficients (R).
 * Given tables always win over estimates; an empty table counts as absent.
 */
export function inflowParameters(study: Case, periods: StagePeriods): InflowSource {
  const source = asGiven(study, periods);
  const closes = study.settings.modeling.conventions.residualFromCoefficients && given.has(source.path);
  return closes ? { ...source, parameters: closedResiduals(study, source.parameters) } : source;
}

/** Where coefficients come from a file, and with them a ratio that current cases do not believe. */
const given: ReadonlySet<InflowPath> = new Set(['given', 'given_with_history', 'stats_from_history']);

function asGiven(study: Case, periods: StagePeriods): InflowSource {
  const { scenarios } = study;
  const path = pathOf(scenarios);
  if (path === 'none') return { path, parameters: [], fits: [], correlation: null };
  if (path === 'white_noise' || path === 'given' || path === 'given_with_history') {
    return { path, parameters: givenParameters(scenarios), fits: [], correlation: null };
  }
  const estimate = estimateInflows(
    study.system.hydros,
    scenarios.inflowHistory ?? [],
    periods,
    study.settings.estimation,
  );
  if (path === 'stats_from_history') return { ...merged(path, estimate, scenarios), fits: [], correlation: null };
  return path === 'estimated' ? { path, ...estimate } : merged(path, estimate, scenarios);
}

function pathOf(scenarios: Scenarios): InflowPath {
  const has = (rows: readonly unknown[] | null) => rows !== null && rows.length > 0;
  const history = has(scenarios.inflowHistory);
  const stats = has(scenarios.inflowStats);
  const coefficients = has(scenarios.arCoefficients);
  if (!history) return stats ? (coefficients ? 'given' : 'white_noise') : 'none';
  if (stats) return coefficients ? 'given_with_history' : 'ar_from_history';
  return coefficients ? 'stats_from_history' : 'estimated';
}

/** Takes statistics or coefficients from the files, the other half from the estimate. */
function merged(path: InflowPath, estimate: InflowEstimate, scenarios: Scenarios): InflowSource {
  const estimated = new Map(estimate.parameters.map((row) => [`${row.hydroIndex} ${row.stageId}`, row]));
  const fromStats = path === 'ar_from_history';
  const stats = fromStats
    ? (scenarios.inflowStats ?? [])
    : estimate.parameters.map((row) => ({ ...row, meanM3s: row.meanM3s, stdM3s: row.stdM3s }));
  const rows = givenParameters({ ...scenarios, inflowStats: stats });
  const parameters = fromStats
    ? rows.map((row) => withCoefficients(row, estimated.get(`${row.hydroIndex} ${row.stageId}`)))
    : rows;
  return { path, parameters, fits: estimate.fits, correlation: estimate.correlation };
}

function withCoefficients(row: InflowParameters, fitted: InflowParameters | undefined): InflowParameters {
  if (fitted === undefined) return row;
  const { coefficients, residualStdRatio, annual } = fitted;
  return { ...row, coefficients, residualStdRatio, annual };
}
