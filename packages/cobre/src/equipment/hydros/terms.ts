/** What user constraints may say about hydros. */
import type { StageDraft } from '../../stage/draft.js';
import type { GenericTermMeaning, TermPlace } from '../equipment.js';
import { evaporationCell } from './stage/evaporation.js';
import { productivity } from './stage/turbined-flow.js';
import { cellsOf } from './units/cells.js';

type Add = GenericTermMeaning['add'];

const ofStage = (add: Add): GenericTermMeaning => ({ perBlock: false, add });
const ofBlock = (add: Add): GenericTermMeaning => ({ perBlock: true, add });
const ofEither = (add: Add): GenericTermMeaning => ({ perBlock: false, takesBlock: true, onlyCurrent: true, add });
const onBus = (add: Add): GenericTermMeaning => ({ perBlock: true, byBus: true, add });

export const terms: Readonly<Record<string, GenericTermMeaning>> = {
  hydro_storage: ofStage((draft, row, { entity }, c) => storageAfter(draft, row, entity, draft.blocks - 1, c)),
  hydro_storage_initial: ofEither((draft, row, place, c) => storageInitial(draft, row, place, c)),
  hydro_storage_final: ofEither((draft, row, place, c) => storageFinal(draft, row, place, c)),
  hydro_useful_volume_initial: ofEither((draft, row, place, c) => {
    storageInitial(draft, row, place, c);
    aboveDeadVolume(draft, row, place, c);
  }),
  hydro_useful_volume_final: ofEither((draft, row, place, c) => {
    storageFinal(draft, row, place, c);
    aboveDeadVolume(draft, row, place, c);
  }),
  /** Natural inflow is one number per stage, whichever block is named. */
  hydro_inflow: ofEither((draft, row, { entity }, c) => draft.inflowIntoRow(row, entity, -c)),
  hydro_evaporation: {
    perBlock: false,
    takesBlock: true,
    add: (draft, row, { entity, block }, c) =>
      draft.entry(row, draft.columns.evaporation[evaporationCell(draft, entity, block)]!, c),
  },
  hydro_withdrawal: ofStage((draft, row, { entity }, c) => {
    const hydro = draft.study.system.hydros[entity]!;
    if (!draft.exists(hydro)) return;
    draft.moveRow(row, -c * draft.at(hydro).withdrawalM3s);
    draft.entry(row, draft.columns.withdrawalUnder[entity]!, -c);
    draft.entry(row, draft.columns.withdrawalOver[entity]!, c);
  }),
  hydro_turbined: onBus((draft, row, place, c) => draft.entry(row, turbinedColumn(draft, place), c)),
  hydro_spillage: ofBlock((draft, row, { cell }, c) => draft.entry(row, draft.columns.spillage[cell]!, c)),
  hydro_diversion: ofBlock((draft, row, { cell }, c) => draft.entry(row, draft.columns.diversion[cell]!, c)),
  hydro_outflow: ofBlock((draft, row, { cell }, c) => {
    draft.entry(row, draft.columns.turbined[cell]!, c);
    draft.entry(row, draft.columns.spillage[cell]!, c);
  }),
  hydro_generation: onBus((draft, row, place, c) => {
    const rho = productivity(draft, draft.study.system.hydros[place.entity]!);
    draft.entry(row, rho === null ? generationColumn(draft, place) : turbinedColumn(draft, place), c * (rho ?? 1));
  }),
};

/** Storage at the end of a block; −1 is the start of the stage, and so is everything at a plant that is not there. */
function storageAfter(draft: StageDraft, row: number, hydro: number, block: number, c: number): void {
  const last = block === draft.blocks - 1;
  const column = last ? draft.columns.storage[hydro]! : draft.columns.blockStorage[hydro * draft.blocks + block]!;
  if (block >= 0 && column >= 0) draft.entry(row, column, c);
  else draft.storageIntoRow(row, hydro, -c);
}

function storageInitial(draft: StageDraft, row: number, { entity, named }: TermPlace, c: number): void {
  storageAfter(draft, row, entity, (named ?? 0) - 1, c);
}

function storageFinal(draft: StageDraft, row: number, { entity, named }: TermPlace, c: number): void {
  storageAfter(draft, row, entity, named ?? draft.blocks - 1, c);
}

function aboveDeadVolume(draft: StageDraft, row: number, { entity }: TermPlace, c: number): void {
  draft.moveRow(row, c * draft.study.system.hydros[entity]!.reservoirHm3[0]);
}

/** The column of the plant, or of its units at the bus that is named; −1 where it has none there. */
function columnAt(draft: StageDraft, { entity, cell, bus }: TermPlace, plant: number, units: number): number {
  if (bus === null) return plant;
  const cells = cellsOf(draft.study.system.hydros[entity]!);
  const at = cells.findIndex(({ busIndex }) => busIndex === bus);
  if (at < 0 || draft.columns.turbined[cell]! < 0) return -1;
  return cells.length === 1 ? plant : units + at;
}

function turbinedColumn(draft: StageDraft, place: TermPlace): number {
  return columnAt(draft, place, draft.columns.turbined[place.cell]!, draft.columns.unitTurbined[place.cell]!);
}

function generationColumn(draft: StageDraft, place: TermPlace): number {
  return columnAt(draft, place, draft.columns.generation[place.cell]!, draft.columns.unitGeneration[place.cell]!);
}
