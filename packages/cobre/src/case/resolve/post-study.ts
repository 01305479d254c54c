import type { PostStudyStage } from '../post-study.js';
import { dayOf } from '../read/calendar.js';
import type { ResolveContext } from './context.js';

/** By date; the cells of a stage are those that name its position in the file. */
export function resolvePostStudy({ raw, registries }: ResolveContext): PostStudyStage[] {
  const { stages = [], thermal_bounds: bounds = [] } = raw.postStudyStages ?? {};
  return stages
    .map((stage, position) => ({
      startDate: stage.start_date,
      startDay: dayOf(stage.start_date) ?? 0,
      hours: stage.duration_hours,
      thermals: bounds
        .filter((cell) => cell.post_study_stage_index === position)
        .map((cell) => ({
          thermalIndex: registries.thermals.indexOf(cell.thermal_id) ?? -1,
          costPerMwh: cell.cost_per_mwh,
          minMw: cell.min_mw,
          maxMw: cell.max_mw,
        }))
        .sort((a, b) => a.thermalIndex - b.thermalIndex),
    }))
    .sort((a, b) => a.startDay - b.startDay);
}
