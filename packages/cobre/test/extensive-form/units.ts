/** Plants whose units feed several buses: what each of these cells may do, straight from the specification. */
import type { Id, RawHydro } from './raw-study.js';

export interface UnitCell {
  readonly bus: Id;
  readonly share: number;
  readonly least: { readonly flow: number; readonly power: number };
  readonly most: { readonly flow: number; readonly power: number };
}

/** The cells of a plant; empty when all its units feed one bus. */
export function cellsOf({ units }: RawHydro): UnitCell[] {
  const buses = [...new Set((units ?? []).map(({ bus_id }) => bus_id))];
  if (units === undefined || buses.length < 2) return [];
  const sum = (
    list: readonly (typeof units)[number][],
    key: 'max_generation_mw' | 'max_turbined_m3s' | 'min_generation_mw' | 'min_turbined_m3s',
  ) => list.reduce((total, unit) => total + unit[key], 0);
  return buses.map((bus) => {
    const own = units.filter(({ bus_id }) => bus_id === bus);
    return {
      bus,
      share: sum(own, 'max_generation_mw') / sum(units, 'max_generation_mw'),
      least: { flow: sum(own, 'min_turbined_m3s'), power: sum(own, 'min_generation_mw') },
      most: { flow: sum(own, 'max_turbined_m3s'), power: sum(own, 'max_generation_mw') },
    };
  });
}
