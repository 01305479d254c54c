/** What each variable name of a generic constraint means in columns of the stage problem. */
import type { GenericTerm, GenericVariable } from '../case/model.js';
import { productivity } from './constraints/turbined-flow.js';
import type { StageDraft } from './draft.js';
import { sourcePosition } from './state-space.js';

type Expand = (draft: StageDraft, at: TermPlace, coefficient: number, row: number) => void;

interface TermPlace {
  readonly entity: number;
  /** `entity · blocks + block`. */
  readonly cell: number;
  readonly block: number;
}

const ofStage: Partial<Record<GenericVariable, Expand>> = {
  hydro_storage: (draft, { entity }, c, row) => {
    const column = draft.columns.storage[entity]!;
    if (column >= 0) draft.entry(row, column, c);
    else draft.storageIntoRow(row, entity, -c);
  },
  hydro_evaporation: (draft, { entity }, c, row) => draft.entry(row, draft.columns.evaporation[entity]!, c),
  hydro_withdrawal: (draft, { entity }, c, row) => {
    const hydro = draft.study.system.hydros[entity]!;
    if (!draft.exists(hydro)) return;
    draft.moveRow(row, -c * draft.at(hydro).withdrawalM3s);
    draft.entry(row, draft.columns.withdrawalUnder[entity]!, -c);
    draft.entry(row, draft.columns.withdrawalOver[entity]!, c);
  },
};

const ofBlock: Partial<Record<GenericVariable, Expand>> = {
  hydro_turbined: (draft, { cell }, c, row) => draft.entry(row, draft.columns.turbined[cell]!, c),
  hydro_spillage: (draft, { cell }, c, row) => draft.entry(row, draft.columns.spillage[cell]!, c),
  hydro_diversion: (draft, { cell }, c, row) => draft.entry(row, draft.columns.diversion[cell]!, c),
  hydro_outflow: (draft, { cell }, c, row) => {
    draft.entry(row, draft.columns.turbined[cell]!, c);
    draft.entry(row, draft.columns.spillage[cell]!, c);
  },
  hydro_generation: (draft, { entity, cell }, c, row) => {
    const rho = productivity(draft, draft.study.system.hydros[entity]!);
    draft.entry(row, rho === null ? draft.columns.generation[cell]! : draft.columns.turbined[cell]!, c * (rho ?? 1));
  },
  thermal_generation: (draft, { entity, cell }, c, row) =>
    consecutive(draft, row, draft.columns.thermal[cell]!, draft.columns.thermalSegments[entity]!, c),
  line_direct: (draft, { cell }, c, row) => draft.entry(row, draft.columns.lineDirect[cell]!, c),
  line_reverse: (draft, { cell }, c, row) => draft.entry(row, draft.columns.lineReverse[cell]!, c),
  line_exchange: (draft, { cell }, c, row) => {
    draft.entry(row, draft.columns.lineDirect[cell]!, c);
    draft.entry(row, draft.columns.lineReverse[cell]!, -c);
  },
  bus_deficit: (draft, { entity, cell }, c, row) =>
    consecutive(draft, row, draft.columns.deficit[cell]!, draft.columns.deficitSegments[entity]!, c),
  bus_excess: (draft, { cell }, c, row) => draft.entry(row, draft.columns.excess[cell]!, c),
  pumping_flow: (draft, { cell }, c, row) => draft.entry(row, draft.columns.pumping[cell]!, c),
  pumping_power: (draft, { entity, cell }, c, row) => {
    const { consumptionMwPerM3s } = draft.study.system.pumpingStations[entity]!;
    draft.entry(row, draft.columns.pumping[cell]!, c * consumptionMwPerM3s);
  },
  contract_import: (draft, { cell }, c, row) => draft.entry(row, draft.columns.contract[cell]!, c),
  contract_export: (draft, { cell }, c, row) => draft.entry(row, draft.columns.contract[cell]!, c),
  non_controllable_generation: (draft, { cell }, c, row) => draft.entry(row, draft.columns.source[cell]!, c),
  non_controllable_curtailment: (draft, { entity, cell, block }, c, row) => {
    if (draft.columns.source[cell]! < 0) return;
    const factor = draft.study.system.nonControllableSources[entity]!.at[draft.stage.index]!.blockFactors[block] ?? 1;
    draft.rowByNoise.push({ target: row, source: sourcePosition(draft.space, entity), coefficient: -c * factor });
    draft.entry(row, draft.columns.source[cell]!, -c);
  },
};

export function dependsOnBlock(variable: GenericVariable): boolean {
  return ofStage[variable] === undefined;
}

/** Adds a term to a row; a block variable without a block of its own takes the row's. */
export function addGenericTerm(draft: StageDraft, row: number, term: GenericTerm, rowBlock: number | null): void {
  const block = term.blockIndex ?? rowBlock ?? 0;
  const place = { entity: term.entityIndex, cell: term.entityIndex * draft.blocks + block, block };
  const expand = ofStage[term.variable] ?? ofBlock[term.variable];
  expand?.(draft, place, term.coefficient, row);
}

function consecutive(draft: StageDraft, row: number, first: number, count: number, coefficient: number): void {
  if (first < 0) return;
  for (let k = 0; k < count; k++) draft.entry(row, first + k, coefficient);
}
