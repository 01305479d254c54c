/**
 * Turbined and spilled water on its way to the plant downstream. With τ the hm³ of one m³/s in a block, k the shares of the
 * journey and B the buckets of the plant that receives:
 *
 *     balance of the stage gets  Σ τ k₀ (q + s)  and what waited in B₁;     B_d(out) = B_{d+1}(in) + Σ τ k_d (q + s)
 */
import type { Hydro } from '../../../case/model.js';
import type { StageConstraint } from '../../../stage/constraint.js';
import type { StageDraft } from '../../../stage/draft.js';

export const transit: StageConstraint = {
  name: 'water in transit',

  columns(draft) {
    for (const hydro of receivers(draft)) {
      const depth = depthOf(draft, hydro);
      draft.columns.transitDepth[hydro.index] = depth;
      for (let d = 0; d < depth; d++) {
        const column = draft.column('none', `transit(${hydro.id},${d + 1})`, 0, Infinity);
        if (d === 0) draft.columns.transit[hydro.index] = column;
      }
    }
  },

  rows(draft) {
    for (const hydro of receivers(draft)) {
      arrive(draft, hydro);
      const { first, initialHm3 } = hydro.transit!;
      for (let d = 0; d < draft.columns.transitDepth[hydro.index]!; d++) {
        const row = draft.lp.row(`transit(${hydro.id},${d + 1})`, 0, 0);
        if (d === 0) draft.columns.transitRow[hydro.index] = row;
        draft.entry(row, draft.columns.transit[hydro.index]! + d, 1);
        if (d + 1 < initialHm3.length) draft.stateIntoRow(row, 'hydros', first + d + 1, 1);
      }
    }
  },
};

function receivers({ study }: StageDraft): readonly Hydro[] {
  return study.system.hydros.filter((hydro) => hydro.transit !== null);
}

/** Stages after this one that something released in it reaches. */
function depthOf(draft: StageDraft, hydro: Hydro): number {
  const depths = hydro.upstreamIndexes.flatMap((sender) => {
    const { journey } = draft.study.system.hydros[sender]!;
    return journey[draft.stage.index]!.map(({ later }) => later.length);
  });
  return Math.max(0, ...depths);
}

/** Water on the way to a plant that is gone flows on to the next one. */
function arrive(draft: StageDraft, hydro: Hydro): void {
  const { first, density } = hydro.transit!;
  const shares = density[draft.stage.index] ?? [1];
  shares.forEach((share, block) => {
    const row = draft.balanceRow(draft.receiver(hydro.index), block);
    if (row >= 0 && share > 0) draft.stateIntoRow(row, 'hydros', first, share);
  });
}

/** Lets a release of a block (m³/s) flow to the plant downstream, at once or over its journey. */
export function sendDownstream(draft: StageDraft, hydro: Hydro, block: number, column: number): void {
  const receiver = draft.receiver(hydro.downstreamIndex);
  const journey = hydro.journey[draft.stage.index]![block];
  if (journey === undefined) {
    draft.receive(receiver, block, column);
    return;
  }
  const volume = draft.blockVolume(block);
  journey.now.forEach((share, k) => {
    if (share > 0) draft.entry(draft.balanceRow(receiver, k), column, -volume * share);
  });
  const { transitRow } = draft.columns;
  journey.later.forEach((share, d) => {
    if (share > 0) draft.entry(transitRow[hydro.downstreamIndex!]! + d, column, -volume * share);
  });
}
