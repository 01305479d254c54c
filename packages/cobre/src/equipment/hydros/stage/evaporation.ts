/**
 * Evaporation follows the surface at the mean storage of the stage, linearised at a reference volume:
 *
 *     Q − (kv/2)(v_out + v_in) + under − over = k0,   kv = c·A'(v_ref)/(3.6·H),   k0 = c·A(v_ref)/(3.6·H) − kv·v_ref
 *
 * with c in mm, A in km² and H the hours they are meant for: those of the calendar month the stage starts in, and in release
 * 0.5.1 those of the stage. c mm on 1 km² are c/3.6 m³/s during one hour. A negative c is rain: the lake gains.
 */
import type { GeometryPoint, Hydro } from '../../../case/model.js';
import type { StageConstraint } from '../../../stage/constraint.js';
import type { StageDraft } from '../../../stage/draft.js';

export const evaporation: StageConstraint = {
  name: 'evaporation',

  columns(draft) {
    for (const hydro of draft.hydros()) {
      const line = evaporationLine(draft, hydro);
      if (line === null) continue;
      const extreme = 2 * (line.constant + line.slope * draft.at(hydro).maxStorageHm3);
      const { evaporationViolationNegCost, evaporationViolationPosCost } = draft.at(hydro).penalties;
      const { columns } = draft;
      const hours = draft.stage.hours;
      const slack = (name: string, cost: number) =>
        draft.column('evaporation_violation', `${name}(${hydro.id})`, 0, Infinity, cost * hours);
      const both = draft.conventions.evaporationByMonth ? Math.abs(extreme) : 0;
      const [least, most] = [Math.min(-both, 0, extreme), Math.max(both, 0, extreme)];
      const flow = draft.column('none', `evaporation(${hydro.id})`, least, most);
      columns.evaporation[hydro.index] = flow;
      columns.evaporationUnder[hydro.index] = slack('evaporation under', evaporationViolationNegCost);
      columns.evaporationOver[hydro.index] = slack('evaporation over', evaporationViolationPosCost);
    }
  },

  rows(draft) {
    for (const hydro of draft.hydros()) {
      const line = evaporationLine(draft, hydro);
      if (line === null) continue;
      const { columns } = draft;
      const row = draft.lp.row(`evaporation(${hydro.id})`, line.constant, line.constant);
      draft.entry(row, columns.evaporation[hydro.index]!, 1);
      draft.entry(row, columns.storage[hydro.index]!, -line.slope / 2);
      draft.storageIntoRow(row, hydro.index, line.slope / 2);
      draft.entry(row, columns.evaporationUnder[hydro.index]!, 1);
      draft.entry(row, columns.evaporationOver[hydro.index]!, -1);
      draft.drain(hydro.index, columns.evaporation[hydro.index]!, 1);
    }
  },
};

function evaporationLine(draft: StageDraft, hydro: Hydro): { slope: number; constant: number } | null {
  const given = draft.at(hydro).evaporation;
  if (given === null || given.coefficientMm === 0 || hydro.geometry.length === 0) return null;
  const perKm2 = given.coefficientMm / (3.6 * given.hours);
  const surface = surfaceAt(hydro.geometry, given.referenceVolumeHm3);
  const slope = perKm2 * surface.slope;
  return { slope, constant: perKm2 * surface.areaKm2 - slope * given.referenceVolumeHm3 };
}

function surfaceAt(geometry: readonly GeometryPoint[], volume: number): { areaKm2: number; slope: number } {
  if (geometry.length === 1) return { areaKm2: geometry[0]!.areaKm2, slope: 0 };
  let at = 1;
  while (at < geometry.length - 1 && geometry[at]!.volumeHm3 < volume) at++;
  const [low, high] = [geometry[at - 1]!, geometry[at]!];
  const slope = (high.areaKm2 - low.areaKm2) / (high.volumeHm3 - low.volumeHm3);
  const inside = Math.min(Math.max(volume, geometry[0]!.volumeHm3), geometry.at(-1)!.volumeHm3);
  return { areaKm2: low.areaKm2 + slope * (inside - low.volumeHm3), slope };
}
