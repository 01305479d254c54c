/**
 * Evaporation follows the surface at the mean storage of the stage (in current cases of the block, where blocks follow each
 * other), linearised at a reference volume:
 *
 *     Q − (kv/2)(v_out + v_in) + under − over = k0,   kv = c·A'(v_ref)/(3.6·H),   k0 = c·A(v_ref)/(3.6·H) − kv·v_ref
 *
 * with c in mm, A in km² and H the hours they are meant for: those of the calendar month the stage starts in, and in release
 * 0.5.1 those of the stage. c mm on 1 km² are c/3.6 m³/s during one hour. A negative c is rain: the lake gains.
 */
import type { GeometryPoint, Hydro, HydroAtStage } from '../../../case/model.js';
import type { StageConstraint } from '../../../stage/constraint.js';
import type { StageDraft } from '../../../stage/draft.js';

export const evaporation: StageConstraint = {
  name: 'evaporation',

  columns(draft) {
    for (const hydro of draft.hydros()) {
      const line = evaporationLine(hydro, draft.at(hydro));
      if (line !== null) for (const period of periodsOf(draft)) addColumns(draft, hydro, line, period);
    }
  },

  rows(draft) {
    for (const hydro of draft.hydros()) {
      const line = evaporationLine(hydro, draft.at(hydro));
      if (line !== null) for (const { block } of periodsOf(draft)) addRow(draft, hydro, line, block);
    }
  },
};

interface Period {
  readonly block: number;
  readonly hours: number;
}

/** True where every block has an evaporation of its own. */
function byBlock(draft: StageDraft): boolean {
  return draft.chronological && draft.conventions.meanStorageOfBlock;
}

/** What evaporates is one quantity per stage, or one per block where blocks follow each other. */
function periodsOf(draft: StageDraft): readonly Period[] {
  if (!byBlock(draft)) return [{ block: 0, hours: draft.stage.hours }];
  return draft.stage.blocks.map(({ hours }, block) => ({ block, hours }));
}

/** Where the columns of a plant stand that hold in a block. */
export function evaporationCell(draft: StageDraft, hydro: number, block: number): number {
  return hydro * draft.blocks + (byBlock(draft) ? block : 0);
}

function addColumns(draft: StageDraft, hydro: Hydro, line: EvaporationLine, { block, hours }: Period): void {
  const { columns } = draft;
  const extreme = mostEvaporation(line, draft.at(hydro));
  const { evaporationViolationNegCost, evaporationViolationPosCost } = draft.at(hydro).penalties;
  const both = draft.conventions.evaporationByMonth ? Math.abs(extreme) : 0;
  const [least, most] = [Math.min(-both, 0, extreme), Math.max(both, 0, extreme)];
  const slack = (name: string, cost: number) =>
    draft.column('evaporation_violation', `${name}(${hydro.id},${block})`, 0, Infinity, cost * hours);
  const at = hydro.index * draft.blocks + block;
  columns.evaporation[at] = draft.column('none', `evaporation(${hydro.id},${block})`, least, most);
  columns.evaporationUnder[at] = slack('evaporation under', evaporationViolationNegCost);
  columns.evaporationOver[at] = slack('evaporation over', evaporationViolationPosCost);
}

/** What the column may reach, with a margin of two; its sign is that of evaporation from a full lake. */
export function mostEvaporation({ constant, slope }: EvaporationLine, { maxStorageHm3 }: HydroAtStage): number {
  return 2 * (constant + slope * maxStorageHm3);
}

function addRow(draft: StageDraft, hydro: Hydro, { constant, slope }: EvaporationLine, block: number): void {
  const { columns } = draft;
  const at = hydro.index * draft.blocks + block;
  const row = draft.lp.row(`evaporation(${hydro.id},${block})`, constant, constant);
  draft.entry(row, columns.evaporation[at]!, 1);
  draft.meanStorageIntoRow(row, hydro.index, block, -slope);
  draft.entry(row, columns.evaporationUnder[at]!, 1);
  draft.entry(row, columns.evaporationOver[at]!, -1);
  if (byBlock(draft)) draft.release(hydro.index, block, columns.evaporation[at]!);
  else draft.drain(hydro.index, columns.evaporation[at]!, 1);
}

interface EvaporationLine {
  readonly slope: number;
  readonly constant: number;
}

export function evaporationLine(hydro: Hydro, { evaporation: given }: HydroAtStage): EvaporationLine | null {
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
