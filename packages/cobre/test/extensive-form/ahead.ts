/** The same random studies with what only current cases can say: plants that decide ahead,
 * water that takes its time, units on several buses. */
import { dice } from '../random-case.js';
import { decider, offer } from './promises.js';
import { randomStudy } from './random-study.js';
import type { Id, RawStage, RawStudy, StageRow } from './raw-study.js';

export function studyAhead(seed: number): RawStudy {
  const random = dice(seed * 104_729 + 7);
  const study = plain(randomStudy(seed, random.chance(0.6) ? { stages: longer(random) } : {}));
  return withUnits(withTravel(withPromises(study, random), random), random);
}

/** Without what the two generations see differently, so that the studies say what they are for. */
function plain(study: RawStudy): RawStudy {
  // Current cases refuse a pump at a reservoir that does not operate, so these reservoirs always do.
  const pumped = new Set(study.pumps.flatMap((pump) => [pump.source_hydro_id, pump.destination_hydro_id]));
  const hydros = study.hydros.map(({ evaporation: _evaporation, diversion: _diversion, filling, ...hydro }) => {
    const { entry_stage_id: _entry, exit_stage_id: _exit, ...always } = hydro;
    return filling === undefined && !pumped.has(hydro.id) ? hydro : always;
  });
  const kept = ({ water_withdrawal_m3s: _owed, max_diversion_m3s: _canal, ...row }: StageRow) => row as StageRow;
  const constraints = study.constraints.filter(({ terms }) =>
    terms.every(({ variable }) => !/evaporation|withdrawal|diversion/.test(variable)),
  );
  return {
    ...study,
    current: true,
    hydros,
    constraints,
    nonNegativity: study.pastInflows.length > 0 ? 'penalty' : study.nonNegativity,
    pastInflows: [],
    geometry: [],
    exchangeFactors: [],
    storage: [...study.storage, ...study.fillingStorage],
    fillingStorage: [],
    tables: {
      ...study.tables,
      coefficients: [],
      annual: [],
      inflowStats: study.tables.inflowStats.filter(({ stage_id }) => stage_id >= 0),
      hydroBounds: study.tables.hydroBounds.map(kept),
      constraintBounds: study.tables.constraintBounds.filter(({ id }) => constraints.some((own) => own.id === id)),
    },
  };
}

/** Four stages, two openings in the first ones, so that promises wait for a while and the tree stays small. */
function longer({ whole, chance }: ReturnType<typeof dice>): RawStage[] {
  return Array.from({ length: 4 }, (_, id) => ({
    id,
    start_date: `2024-0${id + 1}-01`,
    end_date: `2024-0${id + 2}-01`,
    season_id: id,
    blocks: Array.from({ length: whole(1, 3) }, (_, k) => ({ id: k, name: `B${k}`, hours: whole(80, 400) })),
    block_mode: chance(0.4) ? ('chronological' as const) : ('parallel' as const),
    risk_measure: 'expectation' as const,
    num_scenarios: id < 3 ? 2 : 1,
    state_variables: { storage: true as const, inflow_lags: true },
  }));
}

function withPromises(study: RawStudy, { whole, chance, between }: ReturnType<typeof dice>): RawStudy {
  const thermals = study.thermals.map((thermal) => {
    if (!chance(0.6)) return thermal;
    return {
      ...thermal,
      cost_per_mwh: between(5, 40),
      anticipated_config: { lead_stages: whole(1, study.stages.length - 1) },
    };
  });
  const planned = { ...study, thermals, iterations: 120 };
  const promises = thermals.flatMap((thermal) =>
    study.stages.flatMap((_, delivery) => {
      if (thermal.anticipated_config === undefined || decider(planned, thermal, delivery) >= 0) return [];
      const { low, high } = offer(planned, thermal, delivery) ?? { low: 0, high: 0 };
      return [{ thermal_id: thermal.id, delivery, value_mw: low + (high - low) * between(0, 1) }];
    }),
  );
  return { ...planned, promises };
}

/** All that send to one plant take the same time; those who receive are always there. */
function withTravel(study: RawStudy, { chance, between, whole }: ReturnType<typeof dice>): RawStudy {
  const times = new Map(study.hydros.map(({ id }) => [id, between(20, 1500)]));
  const hydros = study.hydros.map((hydro) => {
    const target = study.hydros.find(({ id }) => id === hydro.downstream_id);
    const isThere = target !== undefined && target.entry_stage_id === undefined && target.exit_stage_id === undefined;
    return isThere && chance(0.8) ? { ...hydro, travel_time_hours: times.get(target.id)! } : hydro;
  });
  const start = Date.parse(study.stages[0]!.start_date);
  const day = (back: number) => new Date(start - back * 86_400_000).toISOString().slice(0, 10);
  const pastReleases = hydros.flatMap(({ id: hydro_id, travel_time_hours }) => {
    if (travel_time_hours === undefined) return [];
    const days = Math.ceil(travel_time_hours / 24);
    const cut = whole(0, days - 1);
    const windows = [[days, cut] as const, [cut, 0] as const].filter(([from, to]) => from > to);
    return windows.map(([from, to]) => ({
      hydro_id,
      start_date: day(from),
      end_date: day(to),
      value_m3s: between(0, 20),
    }));
  });
  return { ...study, hydros, pastReleases };
}

/** Some plants feed two buses, with units that need not add up to what the plant could do. */
function withUnits(study: RawStudy, { chance, between }: ReturnType<typeof dice>): RawStudy {
  const buses = study.buses.map(({ id }) => id);
  const hydros = study.hydros.map((hydro) => {
    if (buses.length < 2 || !chance(0.5)) return hydro;
    const { max_generation_mw: power, max_turbined_m3s: flow } = hydro.generation;
    const part = between(0.3, 0.7);
    const unit = (id: number, bus_id: Id, share: number) => ({
      id,
      name: `Units ${id}`,
      bus_id,
      min_turbined_m3s: chance(0.3) ? between(0.5, 2) : 0,
      max_turbined_m3s: share * flow,
      min_generation_mw: chance(0.3) ? between(0.5, 2) : 0,
      max_generation_mw: share * power,
    });
    return { ...hydro, bus_id: buses[0]!, units: [unit(0, buses[0]!, part), unit(1, buses[1]!, 1 - part)] };
  });
  return { ...study, hydros };
}
