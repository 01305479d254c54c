import { type StageNames, stageWord } from '../service/cases/stage-names.js';
import type { Planning, PlanningRow as Row } from './planning.js';
import { readable } from './text.js';

/** One line for each table that has something to tell. */
export function planningFacts(planning: Planning): [string, string][] {
  return [
    ...energyLines(planning.stored_energy),
    ...priceLines(planning.marginal_costs, planning.stages),
    ...riskLine(planning.deficit_risk),
    ...classLine(planning.thermal_classes),
  ];
}

function energyLines(rows: readonly Row[]): [string, string][] {
  return [...grouped(rows, ({ name }) => name)].map(([name, own]) => {
    const lowest = own.reduce((least, row) => (row.at('percent_p10') < least.at('percent_p10') ? row : least));
    const [first, last] = [own[0]!, own.at(-1)!];
    const middle = `median ${percentage(first.at('percent_p50'))} → ${percentage(last.at('percent_p50'))}`;
    const low = `one in ten at most ${percentage(lowest.at('percent_p10'))} after ${/^\d+$/.test(lowest.when) ? 'stage ' : ''}${lowest.when}`;
    return [`Stored energy, ${name}`, `${middle} of ${readable(last.at('maximum_mwmonth'))} MWmonth; ${low}`];
  });
}

function priceLines(rows: readonly Row[], stages: StageNames): [string, string][] {
  return [...grouped(rows, ({ name }) => name)].map(([name, own]) => {
    const mean = (band: string) => cents(own.reduce((sum, row) => sum + row.at(`price_${band}`), 0) / own.length);
    const bands = `P10 ${mean('p10')}, P50 ${mean('p50')}, P90 ${mean('p90')}`;
    return [`Marginal cost, ${name}`, `${mean('mean')} $/MWh; ${bands} (means of the ${stageWord(stages)}s)`];
  });
}

function riskLine(rows: readonly Row[]): [string, string][] {
  const system = rows.filter(({ name }) => name === 'System');
  const years = system.map((row) => `${row.at('year')} ${percentage(row.at('risk_percent'))}`);
  return years.length === 0 ? [] : [['Deficit risk', years.join(', ')]];
}

function classLine(rows: readonly Row[]): [string, string][] {
  const classes = [...grouped(rows, (row) => row.class)].map(([name, own]) => {
    return { name, energy: own.reduce((sum, row) => sum + row.at('generation_mwh_mean'), 0) / 1000 };
  });
  const told = classes.sort((a, b) => b.energy - a.energy).map(({ name, energy }) => `${name} ${readable(energy)} GWh`);
  return told.length === 0 ? [] : [['Thermal generation', told.join(', ')]];
}

/** Solvers leave prices of millionths where water is free. */
const cents = (value: number) => readable(Math.round(value * 100) / 100 + 0);

const percentage = (value: number) => `${value.toFixed(1)} %`;

function grouped(rows: readonly Row[], keyOf: (row: Row) => string): ReadonlyMap<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}
