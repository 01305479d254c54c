import type { AnnualComponent, ArCoefficient, InflowStat, Scenarios } from '../../case/model.js';
import type { InflowParameters } from '../model.js';

/** Parameters as the files give them; statistics without coefficients are white noise. */
export function givenParameters(scenarios: Scenarios): readonly InflowParameters[] {
  return assembleParameters(
    scenarios.inflowStats ?? [],
    scenarios.arCoefficients ?? [],
    scenarios.annualComponent ?? [],
  );
}

export function assembleParameters(
  stats: readonly InflowStat[],
  coefficients: readonly ArCoefficient[],
  annual: readonly AnnualComponent[],
): readonly InflowParameters[] {
  const lags = new Map<string, ArCoefficient[]>();
  for (const row of coefficients) {
    const key = keyOf(row);
    lags.set(key, [...(lags.get(key) ?? []), row]);
  }
  const annualOf = new Map(annual.map((row) => [keyOf(row), row]));
  return stats.map((row) => {
    const own = lags.get(keyOf(row)) ?? [];
    const yearly = annualOf.get(keyOf(row));
    return {
      hydroIndex: row.hydroIndex,
      stageId: row.stageId,
      meanM3s: row.meanM3s,
      stdM3s: row.stdM3s,
      coefficients: byLag(own),
      residualStdRatio: own[0]?.residualStdRatio ?? 1,
      annual:
        yearly === undefined
          ? null
          : { coefficient: yearly.annualCoefficient, meanM3s: yearly.annualMeanM3s, stdM3s: yearly.annualStdM3s },
    };
  });
}

function byLag(rows: readonly ArCoefficient[]): readonly number[] {
  const dense = new Array<number>(Math.max(0, ...rows.map((row) => row.lag))).fill(0);
  for (const row of rows) dense[row.lag - 1] = row.coefficient;
  return dense;
}

function keyOf(row: { readonly hydroIndex: number; readonly stageId: number }): string {
  return `${row.hydroIndex} ${row.stageId}`;
}
