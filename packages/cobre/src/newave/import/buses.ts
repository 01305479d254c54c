/** Subsystems become buses; their load, the plants nobody simulates, and the lines between them. */
import { type Month, monthInYear, yearOf } from '../readers/month.js';
import type { FactorTable } from '../readers/patamar.js';
import { rowAt, valueAt, type YearRow } from '../readers/year-table.js';
import type { Study } from './study.js';

export const date = { operational_start_date: '2000-01-01' };

/** Ids by code of the subsystem. */
export const busIds = ({ deck }: Study): ReadonlyMap<number, number> =>
  new Map([...deck.system.subsystems].sort((a, b) => a.code - b.code).map(({ code }, id) => [code, id]));

/** The value of a month, with the row it came from on record. */
export function monthly({ horizon, usage }: Study, rows: readonly YearRow[], month: Month): number | null {
  usage.use(rowAt(rows, yearOf(month), horizon.lastYear));
  return valueAt(rows, month, horizon.lastYear);
}

/** By how much each block differs from the mean of the month. */
export function factorsAt({ deck, horizon, usage }: Study, table: FactorTable | undefined, month: Month): number[] {
  usage.use(table);
  return Array.from({ length: deck.blocks.count }, (_, block) => {
    const row = table && rowAt(table.rows, yearOf(month), horizon.lastYear, block);
    usage.use(row);
    return row?.values[monthInYear(month) - 1] ?? 1;
  });
}

/** Load with what is added to it; a fictitious subsystem has none. */
export function loadAt(study: Study, subsystem: number, month: Month): number {
  const { system, additionalLoads, general } = study.deck;
  const own = system.load.filter((entry) => entry.subsystem === subsystem);
  const added = !general.additionalLoads ? [] : additionalLoads.filter((entry) => entry.subsystem === subsystem);
  study.usage.use(...own, ...added);
  return [...own, ...added].reduce((sum, { rows }) => sum + (monthly(study, rows, month) ?? 0), 0);
}

export function busFiles(study: Study) {
  const { deck, months, usage } = study;
  const ids = busIds(study);
  const cells = deck.system.subsystems.flatMap(({ code }) =>
    months.map((month, stage_id) => ({
      code,
      bus_id: ids.get(code)!,
      stage_id,
      month,
      mean_mw: loadAt(study, code, month),
    })),
  );
  usage.use(...deck.system.subsystems);
  return {
    buses: deck.system.subsystems
      .map((entry) => ({ id: ids.get(entry.code)!, name: entry.name, ...date, ...deficitOf(entry) }))
      .sort((a, b) => a.id - b.id),
    loads: cells.map(({ bus_id, stage_id, mean_mw }) => ({ bus_id, stage_id, mean_mw, std_mw: 0 })),
    factors: cells
      .filter(({ code }) => deck.blocks.load.some(({ subsystem }) => subsystem === code))
      .map(({ code, bus_id, stage_id, month }) => {
        const table = deck.blocks.load.find(({ subsystem }) => subsystem === code);
        const factors = factorsAt(study, table, month);
        return { bus_id, stage_id, block_factors: factors.map((factor, block_id) => ({ block_id, factor })) };
      }),
  };
}

/** Depths are shares of the load of every block; what is deeper than all of them costs as much as the last. */
function deficitOf({ deficitCost, deficitDepth }: Study['deck']['system']['subsystems'][number]): object {
  const levels = deficitCost
    .map((cost, k) => ({ cost: cost ?? 0, depth: deficitDepth[k] ?? 0 }))
    .filter(({ cost, depth }) => cost > 0 && depth > 0);
  if (levels.length === 0) return {};
  return {
    deficit_segments: levels.map(({ cost, depth }, k) => ({
      ...{ depth_mw: null, cost },
      ...(k === levels.length - 1 ? {} : { depth_share: depth }),
    })),
  };
}

export function sourceFiles(study: Study) {
  const { deck, months, usage } = study;
  const ids = busIds(study);
  const names = new Map(deck.system.subsystems.map(({ code, name }) => [code, name]));
  const found = deck.system.sources.map((source, id) => {
    usage.use(source);
    const table = deck.blocks.sources.find(
      ({ subsystem, group }) => subsystem === source.subsystem && group === source.group,
    );
    const cells = months.map((month) => ({
      value: monthly(study, source.rows, month) ?? 0,
      factors: factorsAt(study, table, month),
    }));
    const max = Math.max(0, ...cells.map(({ value, factors }) => value * Math.max(1, ...factors)));
    const name = `${names.get(source.subsystem)} ${source.name || 'not simulated'}`;
    return { id, name, bus: ids.get(source.subsystem)!, table, cells, max };
  });
  return {
    sources: found.map(({ id, name, bus, max }) => ({ id, name, bus_id: bus, ...date, max_generation_mw: max })),
    stats: found.flatMap(({ id, cells, max }) =>
      cells.map(({ value }, stage_id) => ({ ncs_id: id, stage_id, mean: max > 0 ? value / max : 0, std: 0 })),
    ),
    factors: found
      .filter(({ table }) => table !== undefined)
      .flatMap(({ id, cells }) =>
        cells.map(({ factors }, stage_id) => ({
          ncs_id: id,
          stage_id,
          block_factors: factors.map((factor, block_id) => ({ block_id, factor })),
        })),
      ),
  };
}
