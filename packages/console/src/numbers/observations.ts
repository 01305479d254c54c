import type { CobreAnswers } from '@quadrivium/cobre/answers';
import type { Observation } from './envelope.js';

export type ResultRows = CobreAnswers['cobre/query-results'];

/** How the blocks of a stage become one value: energy adds up, storage is that of the last block, prices are averaged. */
export type OverBlocks = 'sum' | 'last' | 'mean';

/** How several entities become one. */
export type OverEntities = 'sum' | 'mean';

export interface Reading {
  readonly value: string;
  readonly entity: string;
  readonly blocks: OverBlocks;
  readonly entities: OverEntities;
}

/** One value per stage and scenario. Rows come in the order of the blocks. */
export function observationsOf(table: ResultRows, reading: Reading): Observation[] {
  const at = (name: string): number => table.columns.indexOf(name);
  const [stage, scenario, entity, value] = [at('stage_id'), at('scenario_id'), at(reading.entity), at(reading.value)];
  const perEntity = new Map<string, { stage: number; scenario: number; values: number[] }>();
  for (const row of table.rows) {
    const key = `${row[stage]}/${row[scenario]}/${row[entity]}`;
    const seen = perEntity.get(key) ?? { stage: Number(row[stage]), scenario: Number(row[scenario]), values: [] };
    seen.values.push(Number(row[value]));
    perEntity.set(key, seen);
  }
  const perScenario = new Map<string, { stage: number; scenario: number; values: number[] }>();
  for (const one of perEntity.values()) {
    const key = `${one.stage}/${one.scenario}`;
    const seen = perScenario.get(key) ?? { stage: one.stage, scenario: one.scenario, values: [] };
    seen.values.push(combined(one.values, reading.blocks));
    perScenario.set(key, seen);
  }
  return [...perScenario.values()].map((one) => ({
    stage: one.stage,
    scenario: one.scenario,
    value: combined(one.values, reading.entities),
  }));
}

function combined(values: readonly number[], how: OverBlocks): number {
  if (how === 'last') return values.at(-1) ?? Number.NaN;
  const sum = values.reduce((total, value) => total + value, 0);
  return how === 'sum' ? sum : sum / values.length;
}
