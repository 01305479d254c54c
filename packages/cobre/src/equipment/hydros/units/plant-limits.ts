import type { Hydro } from '../../../case/model.js';
import type { StageDraft } from '../../../stage/draft.js';
import { cellLimits, isSplit } from './cells.js';

/**
 * What the plant as a whole may turbine and generate in a block. The original applies the limits of the plant to every cell
 * and forgets the sum; `compatibility: cobre-0.16` does so too.
 */
export function plantLimits(draft: StageDraft, hydro: Hydro, block: number) {
  const plant = draft.at(hydro).inBlock[block]!;
  if (draft.study.settings.generation !== 'current') return plant;
  if (!isSplit(hydro))
    return { ...plant, ...maximaOf(cellLimits({ groups: hydro.unitGroups }, plant, draft.stage.index, block)) };
  if (draft.conventions.plantLimitOnSum) return plant;
  return { ...plant, maxTurbinedM3s: Infinity, maxGenerationMw: Infinity };
}

function maximaOf({ maxTurbinedM3s, maxGenerationMw }: ReturnType<typeof cellLimits>) {
  return { maxTurbinedM3s, maxGenerationMw };
}

/**
 * What the plant as a whole should turbine and generate at least; 0 where nothing is asked beyond what its cells are asked for.
 * What a cell misses to its own minimum is paid there, and counts as given here.
 */
export function plantMinima(draft: StageDraft, hydro: Hydro, block: number): Minima {
  const { minTurbinedM3s, minGenerationMw } = draft.at(hydro).inBlock[block]!;
  if (draft.study.settings.generation !== 'current') return { minTurbinedM3s, minGenerationMw };
  const units = cellLimits({ groups: hydro.unitGroups }, draft.at(hydro).inBlock[block]!, draft.stage.index, block);
  const least = (plant: number, ofUnits: number) => {
    if (!isSplit(hydro)) return Math.max(plant, ofUnits);
    return draft.conventions.plantLimitOnSum && plant > ofUnits ? plant : 0;
  };
  return {
    minTurbinedM3s: least(minTurbinedM3s, units.minTurbinedM3s),
    minGenerationMw: least(minGenerationMw, units.minGenerationMw),
  };
}

type Minima = Pick<ReturnType<typeof cellLimits>, 'minTurbinedM3s' | 'minGenerationMw'>;
