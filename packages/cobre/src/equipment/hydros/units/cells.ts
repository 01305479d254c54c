/**
 * Units of one plant may feed several buses. The units at one bus are a cell: it has a flow and a generation of its own, while
 * water, spillage and storage belong to the plant. A plant at one bus has one cell and needs none of this.
 */
import type { Hydro, UnitGroup, UnitGroupLimits } from '../entity.js';

export interface Cell {
  readonly busIndex: number;
  readonly groups: readonly UnitGroup[];
  /** Part of the plant's declared capacity. */
  readonly share: number;
}

export function cellsOf({ unitGroups }: Hydro): readonly Cell[] {
  const buses = [...new Set(unitGroups.map(({ busIndex }) => busIndex))];
  const capacity = (groups: readonly UnitGroup[]) => groups.reduce((sum, { capacityMw }) => sum + capacityMw, 0);
  const whole = capacity(unitGroups);
  return buses.map((busIndex) => {
    const groups = unitGroups.filter((group) => group.busIndex === busIndex);
    return { busIndex, groups, share: whole > 0 ? capacity(groups) / whole : 1 / buses.length };
  });
}

export function isSplit(hydro: Hydro): boolean {
  return new Set(hydro.unitGroups.map(({ busIndex }) => busIndex)).size > 1;
}

/** What the units of a cell can do together, and never more than the plant. */
export function cellLimits(
  { groups }: Pick<Cell, 'groups'>,
  plant: UnitGroupLimits,
  stage: number,
  block: number,
): UnitGroupLimits {
  const sum = (limit: keyof UnitGroupLimits) => groups.reduce((total, { at }) => total + at[stage]![block]![limit], 0);
  return {
    minTurbinedM3s: sum('minTurbinedM3s'),
    maxTurbinedM3s: Math.min(sum('maxTurbinedM3s'), plant.maxTurbinedM3s),
    minGenerationMw: sum('minGenerationMw'),
    maxGenerationMw: Math.min(sum('maxGenerationMw'), plant.maxGenerationMw),
  };
}
