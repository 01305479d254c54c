/**
 * Generation below every plane of the approximated production function:
 *
 *     g − (γv/2)(v_out + v_in) − γq·q − γs·s ≤ γ0·κ
 *
 * in every block, with the storages at the end and the start of the stage; in current cases of the block, where blocks follow
 * each other.
 */
import type { FphaPlane, Hydro } from '../../../case/model.js';
import type { StageConstraint } from '../../../stage/constraint.js';
import type { StageDraft } from '../../../stage/draft.js';
import { fphaPlanes } from '../fpha/planes.js';
import { isSplit } from '../units/cells.js';
import { plantLimits } from '../units/plant-limits.js';

export const fpha: StageConstraint = {
  name: 'production function planes',

  columns(draft) {
    for (const hydro of fphaHydros(draft)) {
      for (let block = 0; block < draft.blocks; block++) {
        const name = `generation(${hydro.id},${block})`;
        const column = draft.column('none', name, 0, plantLimits(draft, hydro, block).maxGenerationMw);
        draft.columns.generation[hydro.index * draft.blocks + block] = column;
      }
    }
  },

  rows(draft) {
    for (const hydro of fphaHydros(draft).filter((plant) => !isSplit(plant))) {
      const planes = fphaPlanes(hydro, draft.at(hydro));
      for (let block = 0; block < draft.blocks; block++) {
        const generation = draft.columns.generation[hydro.index * draft.blocks + block]!;
        draft.entry(draft.rows.loadBalance[hydro.busIndex * draft.blocks + block]!, generation, 1);
        for (const plane of planes) addPlane(draft, hydro, block, plane);
      }
    }
  },
};

function fphaHydros(draft: StageDraft): readonly Hydro[] {
  return draft.hydros().filter((hydro) => {
    const { state, production } = draft.at(hydro);
    return state === 'operating' && production.model === 'fpha';
  });
}

function addPlane(draft: StageDraft, hydro: Hydro, block: number, plane: FphaPlane): void {
  const at = hydro.index * draft.blocks + block;
  const name = `plane(${hydro.id},${block},${plane.planeId})`;
  const row = draft.lp.row(name, Number.NEGATIVE_INFINITY, plane.gamma0 * plane.kappa);
  draft.entry(row, draft.columns.generation[at]!, 1);
  draft.meanStorageIntoRow(row, hydro.index, block, -plane.gammaV);
  draft.entry(row, draft.columns.turbined[at]!, -plane.gammaQ);
  draft.entry(row, draft.columns.spillage[at]!, -plane.gammaS);
}
