/** Numbers of a plant that parameters of user constraints may ask for, by the names of `computed_spec.tag`. */
import type { Hydro } from '../entity.js';
import { referenceVolume } from '../fpha/backwater.js';
import { productivitiesIn, referenceFlow, specificProductivity } from './productivity.js';

type ScalarOf = (hydros: readonly Hydro[], index: number, stage: number) => number | null;

const productivities = (hydros: readonly Hydro[], index: number, stage: number) =>
  productivitiesIn(hydros, stage)[index]!;

export const scalars: Readonly<Record<string, ScalarOf>> = {
  equivalent_productivity: (...place) => productivities(...place).own?.point ?? null,
  accumulated_productivity: (...place) => productivities(...place).all.point,
  integrated_equivalent_productivity: (...place) => productivities(...place).own?.integrated ?? null,
  integrated_accumulated_productivity: (...place) => productivities(...place).all.integrated,
  reference_volume: (hydros, index, stage) => referenceVolume(hydros[index]!.at[stage]!, hydros[index]!),
  reference_turbine: (hydros, index, stage) => referenceFlow(hydros[index]!, stage),
  specific_productivity: (hydros, index, stage) => specificProductivity(hydros[index]!, stage),
  min_storage: (hydros, index) => hydros[index]!.reservoirHm3[0],
  max_storage: (hydros, index) => hydros[index]!.reservoirHm3[1],
  /** MW/(m³/s)·hm³, as in the original. */
  max_stored_energy: (hydros, index, stage) => {
    const [low, high] = hydros[index]!.reservoirHm3;
    return productivities(hydros, index, stage).all.integrated * (high - low);
  },
};
