/**
 * Equivalent reservoirs, as the official program solved these decks for decades: a hydro plant of productivity 1 for each
 * of them (or for each subsystem), whose water is energy. 1 m³/s stands for 1 MW, 2.63 hm³ for 1 MWmonth.
 */

import { volumePerFlow } from '../../equipment/hydros/energy/stored-by-bus.js';
import { availablePower } from '../deck/machines.js';
import { datedAt } from '../deck/plants.js';
import { commonHistory } from '../energies/flows.js';
import { productivity } from '../energies/productivity.js';
import { type PlantEnergy, plantEnergies } from '../energies/stored-energy.js';
import type { Keyword } from '../readers/modif.js';
import { firstDay, monthInYear, monthOf } from '../readers/month.js';
import { busIds, date } from './buses.js';
import { withdrawalAt } from './hydro-limits.js';
import type { HydroPart } from './import-deck.js';
import type { Study } from './study.js';

interface Group {
  readonly id: number;
  readonly code: number;
  readonly name: string;
  readonly subsystem: number;
  readonly energies: readonly PlantEnergy[];
}

export function equivalentFiles(study: Study): HydroPart {
  const groups = groupsOf(study);
  useRecords(study, groups);
  study.usage.warn(
    'equivalent',
    'Equivalent reservoirs leave out evaporation, limits of single plants and electrical limits of plants',
  );
  warnOfOptions(study);
  return {
    river: null,
    ids: groups.map(({ id, code, name }) => ({ id, code, name })),
    hydros: groups.map((group) => hydroOf(study, group)),
    production: groups.map(({ id }) => ({
      hydro_id: id,
      selection_mode: 'stage_ranges',
      stage_ranges: [
        { start_stage_id: 0, end_stage_id: null, model: 'constant_productivity', productivity_mw_per_m3s: 1 },
      ],
    })),
    bounds: groups.flatMap((group) => boundsOf(study, group)),
    geometry: [],
    history: historyOf(study, groups),
    recent: recentOf(study, groups),
    storage: groups.map(({ id, energies }) => ({
      hydro_id: id,
      value_hm3: total(energies, ({ initialStored }) => initialStored) * volumePerFlow,
    })),
    filling: [],
  };
}

/** Energy has no head, so that these say nothing about it. */
function warnOfOptions({ options: { model, production, turbines }, usage }: Study): void {
  const idle = [
    ...(production === 'fpha' ? ['--production fpha'] : []),
    ...(turbines === 'head' ? ['--turbines head'] : []),
  ];
  for (const option of idle)
    usage.warn(
      'option-without-effect',
      `${option} has no effect with --model ${model}: a reservoir of energy has no head`,
    );
}

/** Plants count with the levels of the first month, and with the machines that start until the end of the study. */
function useRecords({ deck, usage, months }: Study, groups: readonly Group[]): void {
  const { offset, months: count } = commonHistory(deck, deck.plants);
  usage.use(...deck.flows.records.slice(offset, offset + count));
  for (const { plant } of groups.flatMap(({ energies }) => energies)) {
    usage.use(plant, plant.register, datedAt(plant, 'CFUGA', months[0]!), datedAt(plant, 'CMONT', months[0]!));
    usage.use(...plant.modifications.filter(({ keyword, date: dated }) => !dated && counts.has(keyword)));
    const machines = plant.expansion?.machines.filter(({ start }) => start <= months.at(-1)!) ?? [];
    if (machines.length > 0) usage.use(plant.expansion, ...machines);
  }
}

/** Changes of the register that an equivalent reservoir notices. */
const counts: ReadonlySet<Keyword> = new Set([
  ...(['VOLMIN', 'VOLMAX', 'NUMCNJ', 'NUMMAQ', 'POTEFE', 'PRODESP', 'TEIF', 'IP', 'PERDHIDR', 'VOLCOTA'] as const),
]);

function groupsOf({ deck, options }: Study): Group[] {
  const energies = plantEnergies(deck);
  const bySubsystem = options.model === 'subsystem';
  const names = bySubsystem
    ? deck.system.subsystems.map((entry) => ({ ...entry, subsystem: entry.code }))
    : [...deck.reservoirs];
  return names
    .sort((a, b) => a.code - b.code)
    .map(({ code, name, subsystem }) => ({
      ...{ code, name, subsystem },
      energies: energies.filter(({ plant }) => (bySubsystem ? plant.subsystem : plant.reservoir) === code),
    }))
    .filter((group) => group.energies.length > 0)
    .map((group, id) => ({ id, ...group }));
}

const total = (energies: readonly PlantEnergy[], of: (energy: PlantEnergy) => number): number =>
  energies.reduce((sum, energy) => sum + of(energy), 0);

const powerAt = ({ energies }: Group, month: number): number =>
  total(energies, ({ plant }) => availablePower(plant, month));

function hydroOf(study: Study, group: Group) {
  const { id, name, subsystem, energies } = group;
  const power = Math.max(...study.months.map((month) => powerAt(group, month)));
  const most = { min_turbined_m3s: 0, max_turbined_m3s: power, min_generation_mw: 0, max_generation_mw: power };
  return {
    ...{ id, name, ...date, downstream_id: null, entry_stage_id: null, exit_stage_id: null },
    reservoir: {
      min_storage_hm3: 0,
      max_storage_hm3: total(energies, ({ largestStored }) => largestStored) * volumePerFlow,
    },
    outflow: { min_outflow_m3s: 0, max_outflow_m3s: null },
    generation: { model: 'constant_productivity', ...most },
    unit_groups: [{ id: 0, name, bus_id: busIds(study).get(subsystem)!, ...most }],
  };
}

/** A withdrawal takes the energy of all plants below. */
function boundsOf(study: Study, group: Group) {
  return study.months.map((month, stage_id) => {
    const power = powerAt(group, month);
    const withdrawal = total(group.energies, ({ plant, accumulated }) =>
      plant.isFictitious ? 0 : withdrawalAt(study, plant, month) * accumulated,
    );
    return {
      hydro_id: group.id,
      stage_id,
      block_id: null,
      max_turbined_m3s: power,
      max_generation_mw: power,
      water_withdrawal_m3s: withdrawal,
    };
  });
}

/** Natural energy: natural flow times productivity, over plants that exist. */
const inflow = (energies: readonly PlantEnergy[], month: number, flow: (gauge: number) => number): number =>
  total(energies, ({ plant }) => (plant.status === 'NE' ? 0 : flow(plant.gauge) * productivity(plant, month)));

function historyOf({ deck, months }: Study, groups: readonly Group[]) {
  const { firstYear, offset, months: count } = commonHistory(deck, deck.plants);
  const start = monthOf(firstYear, 1);
  const day = (month: number) => Date.parse(firstDay(month)) / 86_400_000;
  return groups.flatMap(({ id, energies }) =>
    Array.from({ length: count }, (_, k) => ({
      ...{ hydro_id: id, date: day(start + k), end_date: day(start + k + 1) },
      value_m3s: inflow(energies, months[0]!, (gauge) => deck.flows.at(offset + k, gauge)),
    })),
  );
}

function recentOf({ deck, months, usage }: Study, groups: readonly Group[]) {
  usage.use(...deck.pastFlows);
  const past = new Map(deck.pastFlows.map(({ gauge, flows }) => [gauge, flows]));
  return groups.flatMap(({ id, energies }) =>
    Array.from({ length: 12 }, (_, k) => {
      const month = months[0]! - 12 + k;
      const value = inflow(energies, months[0]!, (gauge) => past.get(gauge)?.[monthInYear(month) - 1] ?? 0);
      return { hydro_id: id, start_date: firstDay(month), end_date: firstDay(month + 1), value_m3s: value };
    }),
  );
}
