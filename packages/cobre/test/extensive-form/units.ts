/** Plants whose units feed several buses: what each of these cells may do, straight from the specification. */
import type { Id, RawHydro, RawStudy, UnitRow } from './raw-study.js';

export interface UnitCell {
  readonly bus: Id;
  readonly share: number;
  readonly least: { readonly flow: number; readonly power: number };
  readonly most: { readonly flow: number; readonly power: number };
}

type Limit = 'max_generation_mw' | 'max_turbined_m3s' | 'min_generation_mw' | 'min_turbined_m3s';
type Unit = NonNullable<RawHydro['units']>[number];

/** What a group of units may do in a block: its own row wins, column by column, over that of the stage. */
export function limitIn({ unitRows = [] }: RawStudy, hydro: RawHydro, stageId: number, block: number) {
  return (unit: Unit, limit: Limit): number => {
    const own = unitRows.filter(
      (row) => row.hydro_id === hydro.id && row.hydro_unit_group_id === unit.id && row.stage_id === stageId,
    );
    const said = (row: UnitRow | undefined) => row?.[limit] ?? null;
    return (
      said(own.find((row) => row.block_id === block)) ?? said(own.find((row) => row.block_id === null)) ?? unit[limit]
    );
  };
}

/** The cells of a plant; empty when all its units feed one bus. Shares are those of the declared capacity. */
export function cellsOf(
  { units }: RawHydro,
  limitOf: (unit: Unit, limit: Limit) => number = (unit, limit) => unit[limit],
): UnitCell[] {
  const buses = [...new Set((units ?? []).map(({ bus_id }) => bus_id))];
  if (units === undefined || buses.length < 2) return [];
  const sum = (list: readonly Unit[], key: Limit) => list.reduce((total, unit) => total + limitOf(unit, key), 0);
  const declared = (list: readonly Unit[]) => list.reduce((total, unit) => total + unit.max_generation_mw, 0);
  return buses.map((bus) => {
    const own = units.filter(({ bus_id }) => bus_id === bus);
    return {
      bus,
      share: declared(own) / declared(units),
      least: { flow: sum(own, 'min_turbined_m3s'), power: sum(own, 'min_generation_mw') },
      most: { flow: sum(own, 'max_turbined_m3s'), power: sum(own, 'max_generation_mw') },
    };
  });
}
