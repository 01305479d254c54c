/** What user constraints may say about hydros. */
import type { GenericTermMeaning } from '../equipment.js';
import { productivity } from './stage/turbined-flow.js';

type Add = GenericTermMeaning['add'];

const ofStage = (add: Add): GenericTermMeaning => ({ perBlock: false, add });
const ofBlock = (add: Add): GenericTermMeaning => ({ perBlock: true, add });

export const terms: Readonly<Record<string, GenericTermMeaning>> = {
  hydro_storage: ofStage((draft, row, { entity }, c) => {
    const column = draft.columns.storage[entity]!;
    if (column >= 0) draft.entry(row, column, c);
    else draft.storageIntoRow(row, entity, -c);
  }),
  hydro_evaporation: ofStage((draft, row, { entity }, c) => draft.entry(row, draft.columns.evaporation[entity]!, c)),
  hydro_withdrawal: ofStage((draft, row, { entity }, c) => {
    const hydro = draft.study.system.hydros[entity]!;
    if (!draft.exists(hydro)) return;
    draft.moveRow(row, -c * draft.at(hydro).withdrawalM3s);
    draft.entry(row, draft.columns.withdrawalUnder[entity]!, -c);
    draft.entry(row, draft.columns.withdrawalOver[entity]!, c);
  }),
  hydro_turbined: ofBlock((draft, row, { cell }, c) => draft.entry(row, draft.columns.turbined[cell]!, c)),
  hydro_spillage: ofBlock((draft, row, { cell }, c) => draft.entry(row, draft.columns.spillage[cell]!, c)),
  hydro_diversion: ofBlock((draft, row, { cell }, c) => draft.entry(row, draft.columns.diversion[cell]!, c)),
  hydro_outflow: ofBlock((draft, row, { cell }, c) => {
    draft.entry(row, draft.columns.turbined[cell]!, c);
    draft.entry(row, draft.columns.spillage[cell]!, c);
  }),
  hydro_generation: ofBlock((draft, row, { entity, cell }, c) => {
    const rho = productivity(draft, draft.study.system.hydros[entity]!);
    draft.entry(row, rho === null ? draft.columns.generation[cell]! : draft.columns.turbined[cell]!, c * (rho ?? 1));
  }),
};
