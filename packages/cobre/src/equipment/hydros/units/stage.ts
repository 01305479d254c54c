/**
 * Plants whose units feed several buses. With c the cells of the plant and w their parts of its capacity:
 *
 *     q = Σ q_c,   g = Σ g_c,   g_c ≤ γq·q_c + w_c (γ0·κ + γv·(v_in + v_out)/2 + γs·s)   or   g_c = ρ·q_c
 *
 * Every cell keeps the limits of its units; the limits of the plant hold for the sums.
 */
import type { FphaPlane, Hydro } from '../../../case/model.js';
import type { StageConstraint } from '../../../stage/constraint.js';
import type { StageDraft } from '../../../stage/draft.js';
import { fphaPlanes } from '../fpha/planes.js';
import { productivity } from '../stage/turbined-flow.js';
import { type Cell, cellLimits, cellsOf, isSplit } from './cells.js';

export const unitCells: StageConstraint = {
  name: 'units on several buses',

  columns(draft) {
    for (const hydro of splitHydros(draft)) {
      for (let block = 0; block < draft.blocks; block++) addColumns(draft, hydro, block);
    }
  },

  rows(draft) {
    for (const hydro of splitHydros(draft)) {
      for (let block = 0; block < draft.blocks; block++) {
        addSums(draft, hydro, block);
        cellsOf(hydro).forEach((cell, c) => {
          addCell(draft, hydro, block, cell, c);
        });
      }
    }
  },
};

function splitHydros(draft: StageDraft): readonly Hydro[] {
  return draft.hydros().filter((hydro) => isSplit(hydro) && draft.at(hydro).state === 'operating');
}

function addColumns(draft: StageDraft, hydro: Hydro, block: number): void {
  const { columns, stage } = draft;
  const at = hydro.index * draft.blocks + block;
  const rho = productivity(draft, hydro);
  const limits = cellsOf(hydro).map((cell) => cellLimits(cell, draft.at(hydro).inBlock[block]!, stage.index, block));
  const row = (kind: string, name: string, upper: (c: number) => number, dollars = 0) => {
    const made = limits.map((_, c) =>
      draft.column(kind, `${name}(${hydro.id},${block},${c})`, 0, upper(c), dollars * draft.hours(block)),
    );
    return made[0]!;
  };
  columns.unitCells[hydro.index] = limits.length;
  columns.unitTurbined[at] = row('none', 'unit turbined', (c) => {
    const { maxTurbinedM3s, maxGenerationMw } = limits[c]!;
    return rho === null || rho <= 0 ? maxTurbinedM3s : Math.min(maxTurbinedM3s, maxGenerationMw / rho);
  });
  if (rho === null) columns.unitGeneration[at] = row('none', 'unit generation', (c) => limits[c]!.maxGenerationMw);
  const { turbinedViolationBelowCost, generationViolationBelowCost } = draft.at(hydro).penalties;
  if (limits.some(({ minTurbinedM3s }) => minTurbinedM3s > 0)) {
    columns.unitTurbinedBelow[at] = row('turbined_below', 'unit below', () => Infinity, turbinedViolationBelowCost);
  }
  if (limits.some(({ minGenerationMw }) => minGenerationMw > 0)) {
    columns.unitGenerationBelow[at] = row(
      'generation_below',
      'unit power below',
      () => Infinity,
      generationViolationBelowCost,
    );
  }
}

/** The plant is the sum of its cells. */
function addSums(draft: StageDraft, hydro: Hydro, block: number): void {
  const { columns } = draft;
  const at = hydro.index * draft.blocks + block;
  const count = columns.unitCells[hydro.index]!;
  for (const [name, whole, first] of [
    ['turbined', columns.turbined[at]!, columns.unitTurbined[at]!],
    ['generation', columns.generation[at]!, columns.unitGeneration[at]!],
  ] as const) {
    if (first < 0) continue;
    const row = draft.lp.row(`${name} of units(${hydro.id},${block})`, 0, 0);
    draft.entry(row, whole, 1);
    draft.consecutive(row, first, count, -1);
  }
}

function addCell(draft: StageDraft, hydro: Hydro, block: number, cell: Cell, c: number): void {
  const { columns } = draft;
  const at = hydro.index * draft.blocks + block;
  const rho = productivity(draft, hydro);
  const [flow, power] = [columns.unitTurbined[at]! + c, rho === null ? columns.unitGeneration[at]! + c : -1];
  const load = draft.rows.loadBalance[cell.busIndex * draft.blocks + block]!;
  if (rho === null) {
    draft.entry(load, power, 1);
    for (const plane of fphaPlanes(hydro, draft.at(hydro))) addPlane(draft, hydro, { block, cell, c }, plane);
  } else draft.entry(load, flow, rho);
  const limits = cellLimits(cell, draft.at(hydro).inBlock[block]!, draft.stage.index, block);
  const least = (name: string, first: number, minimum: number, column: number, factor: number) => {
    if (first < 0 || minimum <= 0) return;
    const row = draft.lp.row(`${name}(${hydro.id},${block},${c})`, minimum, Infinity);
    draft.entry(row, column, factor);
    draft.entry(row, first + c, 1);
  };
  least('minimum of units', columns.unitTurbinedBelow[at]!, limits.minTurbinedM3s, flow, 1);
  const powered = rho === null ? power : flow;
  least('minimum power of units', columns.unitGenerationBelow[at]!, limits.minGenerationMw, powered, rho ?? 1);
}

interface Place {
  readonly block: number;
  readonly cell: Cell;
  readonly c: number;
}

function addPlane(draft: StageDraft, hydro: Hydro, { block, cell, c }: Place, plane: FphaPlane): void {
  const at = hydro.index * draft.blocks + block;
  const name = `plane(${hydro.id},${block},${c},${plane.planeId})`;
  const row = draft.lp.row(name, Number.NEGATIVE_INFINITY, cell.share * plane.gamma0 * plane.kappa);
  draft.entry(row, draft.columns.unitGeneration[at]! + c, 1);
  draft.meanStorageIntoRow(row, hydro.index, block, -cell.share * plane.gammaV);
  draft.entry(row, draft.columns.unitTurbined[at]! + c, -plane.gammaQ);
  draft.entry(row, draft.columns.spillage[at]!, -cell.share * plane.gammaS);
}
