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
