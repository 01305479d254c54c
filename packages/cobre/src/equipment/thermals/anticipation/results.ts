import { integerIdOf } from '../../../case/identity.js';
import type { Case } from '../../../case/model.js';
import { doubles, type ResultTable, stageColumn, whole } from '../../../simulation/result-table.js';
import type { SolvedStage } from '../../../simulation/solved-stage.js';
import { stateOf } from '../../../stage/state-space.js';
import type { Thermal } from '../resolve.js';
import { type Anticipation, decidedBy, delivers, waitingAfter, waitingPlace } from './lanes.js';

export function hasAnticipation({ system }: Case): boolean {
  return system.thermals.some(({ anticipation }) => anticipation !== null);
}

/** What was promised for the stage; null for a plant that is ordinary in it. */
export function committedMw(solved: SolvedStage, { anticipation }: Thermal): number | null {
  if (anticipation === null || !delivers(anticipation, solved.stage.index)) return null;
  return waiting(solved, anticipation, solved.stage.index);
}

/** What the stage promises for a later one; null where it decides nothing. */
export function decisionMw(solved: SolvedStage, { index }: Thermal): number | null {
  const column = solved.model.columns.thermalDecision[index]!;
  return column < 0 ? null : solved.value(column);
}

function waiting(solved: SolvedStage, anticipation: Anticipation, delivery: number): number {
  return solved.incoming[stateOf(solved.space, 'thermals', waitingPlace(anticipation, delivery))]! + 0;
}

/** Promises that are open at the end of a stage, one row each. */
export const anticipatedLanes: ResultTable = {
  folder: 'anticipated_lanes',
  columns: [
    stageColumn,
    whole('thermal_id', 'Thermal plant'),
    whole('delivery_date', 'First day of the delivery, as YYYYMMDD'),
    ...doubles({
      deposited_decision_mw: ['MW', 'Promised in this stage'],
      carried_committed_mw: ['MW', 'Promised before'],
    }),
  ],
  isTold: hasAnticipation,
  rows(solved, add) {
    for (const thermal of solved.study.system.thermals) {
      const { anticipation } = thermal;
      if (anticipation === null) continue;
      for (const delivery of openDeliveries(anticipation, solved.stage.index)) {
        const decided = decidedBy(anticipation, solved.stage.index) === delivery;
        add(
          solved.stage.id,
          integerIdOf(thermal),
          anticipation.deliveries[delivery]!.startDate,
          decided ? (decisionMw(solved, thermal) ?? 0) : 0,
          decided ? 0 : waiting(solved, anticipation, delivery),
        );
      }
    }
  },
};

function openDeliveries(anticipation: Anticipation, stage: number): number[] {
  return Array.from({ length: anticipation.slots }, (_, slot) => waitingAfter(anticipation, stage, slot))
    .filter((delivery) => delivery >= 0)
    .sort((a, b) => a - b);
}
