import { integerIdOf } from '../../../case/identity.js';
import type { Case, Hydro } from '../../../case/model.js';
import { doubles, type ResultTable, stageColumn, whole } from '../../../simulation/result-table.js';
import type { SolvedStage } from '../../../simulation/solved-stage.js';
import { stateOf } from '../../../stage/state-space.js';
import { hm3PerFlowHour } from '../../../stage/units.js';

export function hasTransit({ system }: Case): boolean {
  return system.hydros.some(({ transit }) => transit !== null);
}

/** Water on its way at the end of a stage, one row for each stage it may arrive in. */
export const inTransit: ResultTable = {
  folder: 'in_transit',
  columns: [
    stageColumn,
    whole('hydro_id', 'Plant that receives the water'),
    whole('lag', 'Stages until it arrives'),
    ...doubles({
      in_transit_volume_hm3: ['hm3', 'On its way at the end of the stage'],
      delayed_arrival_hm3: ['hm3', 'Arrived in the stage from earlier ones; told with lag 1'],
    }),
  ],
  isTold: hasTransit,
  rows(solved, add) {
    for (const hydro of solved.study.system.hydros) {
      const { first = 0, initialHm3 = [] } = hydro.transit ?? {};
      initialHm3.forEach((_, d) => {
        const volume = solved.outgoing[stateOf(solved.space, 'hydros', first + d)]! + 0;
        add(solved.stage.id, integerIdOf(hydro), d + 1, volume, d === 0 ? arrivalHm3(solved, hydro) : 0);
      });
    }
  },
};

function arrivalHm3(solved: SolvedStage, { transit }: Hydro): number {
  return transit === null ? 0 : solved.incoming[stateOf(solved.space, 'hydros', transit.first)]! + 0;
}

/** Flow that reaches a plant in a block from earlier stages (m³/s). */
export function delayedFlow(solved: SolvedStage, hydro: number, block: number): number {
  let flow = 0;
  for (const target of solved.study.system.hydros) {
    if (target.transit === null || solved.receiver(target.index) !== hydro) continue;
    const share = target.transit.density[solved.stage.index]?.[block];
    const hours = share === undefined ? solved.stage.hours : solved.hours(block);
    flow += (arrivalHm3(solved, target) * (share ?? 1)) / (hm3PerFlowHour * hours);
  }
  return flow;
}

/** Flow (m³/s) of what a plant releases during the stage that arrives downstream in a block of the same stage. */
export function promptFlow(solved: SolvedStage, sender: Hydro, block: number): number {
  const { turbined, spillage } = solved.model.columns;
  const released = (k: number) => {
    const cell = sender.index * solved.blocks + k;
    return solved.value(turbined[cell]) + solved.value(spillage[cell]);
  };
  const journey = sender.journey[solved.stage.index]!;
  if (journey.length === 0) return released(block);
  const volume = journey.reduce((sum, { now }, k) => {
    const share = solved.chronological ? now[block]! : now[0]!;
    return sum + share * released(k) * solved.blockVolume(k);
  }, 0);
  return volume / (hm3PerFlowHour * (solved.chronological ? solved.hours(block) : solved.stage.hours));
}
