import { expect } from 'vitest';
import { integerIdOf } from '../src/case/identity.js';
import type { Case, Entity } from '../src/case/model.js';
import type { ScenarioResult } from '../src/index.js';

type Row = Record<string, number>;

/** The rows of a table as objects; null becomes 0. */
export function rowsOf({ tables }: ScenarioResult, folder: string): Row[] {
  const found = tables.find(({ table }) => table.folder === folder)!;
  return Array.from({ length: found.rowCount }, (_, r) =>
    Object.fromEntries(found.table.columns.map(({ name }, k) => [name, Number(found.columns[k]![r] ?? 0)])),
  );
}

/** Checks from the result tables alone that water and power are conserved in every stage, plant, bus and block. */
export function expectBalances(study: Case, scenario: ScenarioResult): void {
  const rows = new Map(scenario.tables.map(({ table: { folder } }) => [folder, rowsOf(scenario, folder)]));
  for (const stage of study.horizon.stages) {
    const ofStage = new Map([...rows].map(([folder, all]) => [folder, all.filter((row) => row.stage_id === stage.id)]));
    const of = (folder: string) => ofStage.get(folder) ?? [];
    expectWater(study, stage.index, of('hydros'), of('pumping_stations'));
    expectPower(study, stage.index, of);
  }
}

function expectWater(study: Case, stage: number, rows: Row[], pumps: Row[]): void {
  const { hydros, pumpingStations } = study.system;
  const { blocks, blockMode } = study.horizon.stages[stage]!;
  for (const hydro of hydros) {
    const at = hydro.at[stage]!;
    if (at.state === 'absent') continue;
    const own = rows.filter((row) => row.hydro_id === integerIdOf(hydro));
    const gains = own.map((row, block) => {
      const pumped = pumpingStations.reduce((sum, station) => {
        const flow =
          pumps.find((p) => p.block_id === block && p.pumping_station_id === integerIdOf(station))?.pumped_flow_m3s ??
          0;
        const sign =
          Number(station.destinationHydroIndex === hydro.index) - Number(station.sourceHydroIndex === hydro.index);
        return sum + sign * flow;
      }, 0);
      const net =
        row.inflow_m3s! +
        row.inflow_nonnegativity_slack_m3s! +
        row.diverted_inflow_m3s! +
        pumped -
        row.outflow_m3s! -
        row.diverted_outflow_m3s! -
        row.evaporation_m3s! -
        at.withdrawalM3s -
        row.water_withdrawal_violation_pos_m3s! +
        row.water_withdrawal_violation_neg_m3s!;
      return 0.0036 * blocks[block]!.hours * net;
    });
    const first = own[0]!;
    const last = own.at(-1)!;
    const total = gains.reduce((sum, gain) => sum + gain, 0);
    const final = blockMode === 'chronological' ? last.storage_final_hm3! : first.storage_final_hm3!;
    expect(final).toBeCloseTo(first.storage_initial_hm3! + total, 6);
  }
}

function expectPower(study: Case, stage: number, of: (folder: string) => Row[]): void {
  const { system } = study;
  const busOf = (entities: readonly (Entity & { busIndex: number })[], id: number | undefined) =>
    integerIdOf(system.buses[entities.find((entity) => integerIdOf(entity) === id)!.busIndex]!);
  for (const bus of of('buses')) {
    const here = (row: Row) => row.block_id === bus.block_id;
    const sum = (rows: Row[], value: (row: Row) => number) => rows.filter(here).reduce((s, row) => s + value(row), 0);
    const at = (folder: string, key: string, entities: readonly (Entity & { busIndex: number })[]) =>
      of(folder).filter((row) => busOf(entities, row[key]) === bus.bus_id);
    const lines = sum(of('exchanges'), (row) => {
      const line = system.lines.find((entry) => integerIdOf(entry) === row.line_id)!;
      const { directArriving, reverseArriving } = line.at[stage]!;
      const [direct, reverse] = [row.direct_flow_mw!, row.reverse_flow_mw!];
      const [source, target] = [line.sourceBusIndex, line.targetBusIndex].map((at) => integerIdOf(system.buses[at]!));
      const atSource = source === bus.bus_id ? reverse * reverseArriving[row.block_id!]! - direct : 0;
      return atSource + (target === bus.bus_id ? direct * directArriving[row.block_id!]! - reverse : 0);
    });
    const contracts = sum(at('contracts', 'contract_id', system.contracts), (row) => {
      const { type } = system.contracts.find((entry) => integerIdOf(entry) === row.contract_id)!;
      return type === 'import' ? row.power_mw! : -row.power_mw!;
    });
    const supply =
      sum(at('hydros', 'hydro_id', system.hydros), (row) => row.generation_mw!) +
      sum(at('thermals', 'thermal_id', system.thermals), (row) => row.generation_mw!) +
      sum(at('non_controllables', 'non_controllable_id', system.nonControllableSources), (row) => row.generation_mw!) +
      lines +
      contracts +
      sum(at('batteries', 'battery_id', system.batteries), (row) => row.net_mw!) -
      sum(at('pumping_stations', 'pumping_station_id', system.pumpingStations), (row) => row.power_consumption_mw!);
    expect(supply + bus.deficit_mw! - bus.excess_mw!).toBeCloseTo(bus.load_mw!, 6);
  }
}
