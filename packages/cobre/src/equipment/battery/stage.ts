/**
 * A battery takes power from its bus and gives it back later. With η the efficiencies and h the hours of a block:
 *
 *     e_out = e_in + Σ h (η_charge · charge − discharge / η_discharge),   0 ≤ e ≤ capacity
 *
 * One row per battery when blocks are parallel, one per block when they follow each other. A cyclic battery has no column
 * for its charge at the end of the stage: the stage ends where it began, and the state passes on unchanged.
 */
import type { StageConstraint } from '../../stage/constraint.js';
import type { StageDraft } from '../../stage/draft.js';
import type { GenericTermMeaning } from '../equipment.js';
import type { Battery } from './resolve.js';

const hoursPerDay = 24;

export const batteryOperation: StageConstraint = {
  name: 'batteries',

  columns(draft) {
    for (const battery of batteriesOf(draft)) {
      const { columns, blocks } = draft;
      const first = battery.index * blocks;
      for (let block = 0; block < blocks; block++) {
        const place = `(${battery.id},${block})`;
        const dollars = battery.dischargeCostPerMwh * draft.hours(block);
        columns.batteryCharge[first + block] = draft.column('none', `charge${place}`, 0, battery.maxChargeMw);
        columns.batteryDischarge[first + block] = draft.column(
          'battery',
          `discharge${place}`,
          0,
          battery.maxDischargeMw,
          dollars,
        );
        if (draft.chronological && block < blocks - 1) {
          columns.batteryBlockEnergy[first + block] = draft.column('none', `energy${place}`, 0, battery.capacityMwh);
        }
      }
      if (battery.cyclic) continue;
      const end = draft.column('none', `energy(${battery.id})`, 0, battery.capacityMwh);
      columns.batteryEnergy[battery.index] = end;
      columns.batteryBlockEnergy[first + blocks - 1] = end;
      const { target } = battery.at[draft.stage.index]!;
      if (target === null) continue;
      const missing = draft.column('battery_target', `target(${battery.id})`, 0, Infinity, target.costPerMwh);
      columns.batteryMissing[battery.index] = missing;
    }
  },

  rows(draft) {
    for (const battery of batteriesOf(draft)) {
      addPower(draft, battery);
      addBalance(draft, battery);
      addTarget(draft, battery);
      addCycles(draft, battery);
    }
  },
};

function batteriesOf({ study, stage }: StageDraft): readonly Battery[] {
  return study.system.batteries.filter(({ at }) => at[stage.index]!.exists);
}

function addPower(draft: StageDraft, { index, busIndex }: Battery): void {
  for (let block = 0; block < draft.blocks; block++) {
    const load = draft.rows.loadBalance[busIndex * draft.blocks + block]!;
    draft.entry(load, draft.columns.batteryCharge[index * draft.blocks + block]!, -1);
    draft.entry(load, draft.columns.batteryDischarge[index * draft.blocks + block]!, 1);
  }
}

function addBalance(draft: StageDraft, battery: Battery): void {
  const { blocks, columns } = draft;
  const first = battery.index * blocks;
  const rows = draft.chronological ? blocks : 1;
  for (let k = 0; k < rows; k++) {
    const row = draft.lp.row(`energy(${battery.id},${k})`, 0, 0);
    columns.batteryRow[first + k] = row;
    if (k === 0) draft.stateIntoRow(row, 'batteries', battery.index, 1);
    else draft.entry(row, columns.batteryBlockEnergy[first + k - 1]!, -1);
    if (k < rows - 1 || !battery.cyclic) draft.entry(row, columns.batteryBlockEnergy[first + endOf(draft, k)]!, 1);
    else draft.stateIntoRow(row, 'batteries', battery.index, -1);
  }
  for (let block = 0; block < blocks; block++) {
    const row = columns.batteryRow[first + (draft.chronological ? block : 0)]!;
    const hours = draft.hours(block);
    draft.entry(row, columns.batteryCharge[first + block]!, -hours * battery.chargeEfficiency);
    draft.entry(row, columns.batteryDischarge[first + block]!, hours / battery.dischargeEfficiency);
  }
}

/** The block whose end a balance row speaks of. */
function endOf(draft: StageDraft, row: number): number {
  return draft.chronological ? row : draft.blocks - 1;
}

function addTarget(draft: StageDraft, battery: Battery): void {
  const missing = draft.columns.batteryMissing[battery.index]!;
  if (missing < 0) return;
  const { target } = battery.at[draft.stage.index]!;
  const row = draft.lp.row(`target(${battery.id})`, target!.energyMwh, Infinity);
  draft.entry(row, draft.columns.batteryEnergy[battery.index]!, 1);
  draft.entry(row, missing, 1);
}

/** The store turns over at most so often: what leaves it in a stage is limited. */
function addCycles(draft: StageDraft, battery: Battery): void {
  if (!Number.isFinite(battery.maxCyclesPerDay)) return;
  const most = (battery.maxCyclesPerDay * battery.capacityMwh * draft.stage.hours) / hoursPerDay;
  const row = draft.lp.row(`cycles(${battery.id})`, -Infinity, most);
  for (let block = 0; block < draft.blocks; block++) {
    const column = draft.columns.batteryDischarge[battery.index * draft.blocks + block]!;
    draft.entry(row, column, draft.hours(block) / battery.dischargeEfficiency);
  }
}

export const terms: Readonly<Record<string, GenericTermMeaning>> = {
  battery_charge: {
    perBlock: true,
    add: (draft, row, { cell }, c) => draft.entry(row, draft.columns.batteryCharge[cell]!, c),
  },
  battery_discharge: {
    perBlock: true,
    add: (draft, row, { cell }, c) => draft.entry(row, draft.columns.batteryDischarge[cell]!, c),
  },
  battery_energy: {
    perBlock: false,
    add(draft, row, { entity }, c) {
      const column = draft.columns.batteryEnergy[entity]!;
      if (column >= 0) draft.entry(row, column, c);
      else draft.stateIntoRow(row, 'batteries', entity, -c);
    },
  },
};
