import { integerIdOf } from '../../../case/identity.js';
import type { Stage } from '../../../case/model.js';
import { doubles, type ResultTable, whole } from '../../../simulation/result-table.js';
import type { SolvedStage } from '../../../simulation/solved-stage.js';
import type { Hydro } from '../entity.js';
import { hasTransit } from './results.js';

/**
 * What a study that begins where this one ends needs as `past_defluences`: the mean outflow of every plant whose water is still
 * under way, one window for each of the last stages. Windows are whole days, as those of the case are.
 */
export const transitSeed: ResultTable = {
  folder: 'transit_seed',
  unstaged: true,
  columns: [
    whole('hydro_id', 'Plant that released the water'),
    whole('start_date', 'First day of the window', { type: 'date' }),
    whole('end_date', 'Day after its last', { type: 'date' }),
    ...doubles({ value_m3s: ['m3/s', 'Mean outflow, turbined and spilled'] }),
  ],
  isTold: hasTransit,
  rows(solved, add) {
    const end = solved.study.horizon.stages.at(-1)!.endDay;
    for (const hydro of solved.study.system.hydros) {
      const from = windowStart(hydro, solved.stage, end);
      if (from !== null) add(integerIdOf(hydro), from, solved.stage.endDay, meanOutflow(solved, hydro));
    }
  },
};

/** The first day of a stage whose water is still under way at the end of the study; null when there is none. */
function windowStart(
  { travelTimeHours, downstreamIndex }: Hydro,
  { startDay, endDay }: Stage,
  end: number,
): number | null {
  if (travelTimeHours <= 0 || downstreamIndex === null) return null;
  const first = end - Math.ceil(travelTimeHours / 24);
  return endDay > first ? Math.max(startDay, first) : null;
}

function meanOutflow(solved: SolvedStage, { index }: Hydro): number {
  const { turbined, spillage } = solved.model.columns;
  return solved.stage.blocks.reduce((sum, { hours }, block) => {
    const cell = index * solved.blocks + block;
    const flow = solved.value(turbined[cell]) + solved.value(spillage[cell]);
    return sum + (flow * hours) / solved.stage.hours;
  }, 0);
}
