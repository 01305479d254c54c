/** The same random studies with what only current cases can say: plants that decide ahead,
 * water that takes its time, units on several buses. */
import { dice } from '../random-case.js';
import { withRisingTailrace, withTimesApart, withYear } from './lately.js';
import { decider, offer } from './promises.js';
import { randomStudy } from './random-study.js';
import type { Id, RawConstraint, RawHydro, RawStage, RawStudy, RawTerm, RawThermal, StageRow } from './raw-study.js';
import { withToday } from './today.js';

export function studyAhead(seed: number): RawStudy {
  const random = dice(seed * 104_729 + 7);
  const study = plain(randomStudy(seed, random.chance(0.6) ? { stages: longer(random) } : {}));
  const travels = withTravel(withPromises(withRain(study, random), random), random);
  const apart = withTimesApart(travels, dice(seed * 67_867_967 + 29));
  const ahead = withUnits(withPastReleases(apart, random), random);
  const written = withShares(withWrittenConstraints(withBlockRows(ahead, random), random), random);
  return withRisingTailrace(withYear(withToday(written, seed), seed), seed);
}

/** Segments of deficit whose depth follows the load. */
function withShares(study: RawStudy, { chance, between }: ReturnType<typeof dice>): RawStudy {
  const segments = () => [
    { depth_mw: null, depth_share: between(0.05, 0.5), cost: 250 },
    { depth_mw: null, cost: 900 },
  ];
  return { ...study, buses: study.buses.map((bus) => (chance(0.3) ? { ...bus, deficit_segments: segments() } : bus)) };
}

/** Without what only release 0.5.1 can say: lags by given residuals and factors of lines. */
function plain(study: RawStudy): RawStudy {
  // Current cases refuse a pump at a reservoir that does not operate, so these reservoirs always do.
  const pumped = new Set(study.pumps.flatMap((pump) => [pump.source_hydro_id, pump.destination_hydro_id]));
  const hydros = study.hydros.map((hydro): RawHydro => {
    const { entry_stage_id: _entry, exit_stage_id: _exit, filling: _filling, ...always } = hydro;
    return pumped.has(hydro.id) ? always : hydro;
  });
  const filling = new Set(hydros.filter((hydro) => hydro.filling !== undefined).map(({ id }) => id));
  const operating = study.fillingStorage.filter(({ hydro_id }) => !filling.has(hydro_id));
  return {
    ...study,
    current: true,
    hydros,
    nonNegativity: study.pastInflows.length > 0 ? 'penalty' : study.nonNegativity,
    pastInflows: [],
    exchangeFactors: [],
    storage: [...study.storage, ...operating],
    fillingStorage: study.fillingStorage.filter(({ hydro_id }) => filling.has(hydro_id)),
    tables: {
      ...study.tables,
      coefficients: [],
      annual: [],
      inflowStats: study.tables.inflowStats.filter(({ stage_id }) => stage_id >= 0),
    },
  };
}

/** Rain on lakes, filling by a rate, sources that may not be curtailed, prices by direction. */
function withRain(study: RawStudy, { chance, between }: ReturnType<typeof dice>): RawStudy {
  const hydros = study.hydros.map((hydro) => ({
    ...hydro,
    // Two stages of filling where there is room, so that the rate says how much is due after the first.
    ...(hydro.filling
      ? {
          entry_stage_id: study.stages.length > 3 ? 3 : 2,
          filling: { ...hydro.filling, filling_min_rate_m3s: between(0, 4) },
        }
      : {}),
    ...(hydro.evaporation
      ? {
          evaporation: {
            ...hydro.evaporation,
            coefficients_mm: hydro.evaporation.coefficients_mm.map((mm) => (chance(0.3) ? -mm : mm)),
          },
        }
      : {}),
    ...(chance(0.3)
      ? {
          penalties: {
            ...hydro.penalties,
            evaporation_violation_neg_cost: between(20, 90),
            water_withdrawal_violation_pos_cost: between(20, 90),
          },
        }
      : {}),
  }));
  const sources = study.sources.map((source) => (chance(0.3) ? { ...source, allow_curtailment: false } : source));
  return { ...study, hydros, sources };
}

/** Rows for one block beside those of stages; plants that decide ahead may have none. */
function withBlockRows(study: RawStudy, { chance, between, whole }: ReturnType<typeof dice>): RawStudy {
  const rows = (
    table: 'thermalBounds' | 'hydroBounds' | 'lineBounds' | 'pumpBounds' | 'contractBounds',
    entities: readonly { readonly id: Id }[],
    columns: Readonly<Record<string, () => number>>,
  ): readonly StageRow[] => {
    const drawn = entities.flatMap(({ id }) =>
      study.stages
        .filter(() => chance(0.25))
        .map(({ id: stage_id, blocks }): StageRow => {
          const own = Object.entries(columns).filter(() => chance(0.6));
          const values = Object.fromEntries(own.map(([name, value]) => [name, value()]));
          return { id, stage_id, block_id: whole(0, blocks.length - 1), ...values };
        }),
    );
    const all = [...study.tables[table], ...drawn];
    const names = [...new Set(all.flatMap((row) => Object.keys(row)))];
    return all.map((row) => Object.fromEntries(names.map((name) => [name, row[name] ?? null])) as unknown as StageRow);
  };
  return {
    ...study,
    tables: {
      ...study.tables,
      thermalBounds: rows(
        'thermalBounds',
        study.thermals.filter((thermal) => thermal.anticipated_config === undefined),
        { max_generation_mw: () => between(5, 30) },
      ),
      hydroBounds: rows('hydroBounds', study.hydros, {
        max_turbined_m3s: () => between(10, 40),
        min_turbined_m3s: () => between(0.5, 8),
        min_outflow_m3s: () => between(0.5, 9),
        max_generation_mw: () => between(8, 40),
        min_generation_mw: () => between(0.5, 7),
        max_diversion_m3s: () => between(1, 6),
      }),
      lineBounds: rows('lineBounds', study.lines, {
        direct_mw: () => between(1, 20),
        reverse_mw: () => between(1, 20),
        direct_losses_percent: () => between(0, 9),
        reverse_losses_percent: () => between(0, 9),
      }),
      pumpBounds: rows('pumpBounds', study.pumps, { max_m3s: () => between(1, 12) }),
      contractBounds: rows('contractBounds', study.contracts, {
        max_mw: () => between(2, 20),
        price_per_mwh: () => between(60, 100),
      }),
    },
  };
}

/** The same user constraints, and others, in the ways they may be written today. */
function withWrittenConstraints(study: RawStudy, random: ReturnType<typeof dice>): RawStudy {
  const expressions: object[] = [];
  const parameters: object[] = [];
  let bounds = study.tables.constraintBounds;
  const constraints = study.constraints.map((constraint): RawConstraint => {
    const terms = constraint.terms.map((term) => newerTerm(study, term, random));
    const text = terms.map(textOf).join(' + ');
    if (!random.chance(0.6)) return { ...constraint, terms, expression: text };
    const { id } = constraint;
    const factors = study.stages.map(() => random.between(0.5, 2));
    const bound = random.between(2, 30);
    const name = `p${id}`;
    parameters.push({
      id,
      name,
      kind: 'per_stage',
      values: study.stages.map((stage, t) => [stage.id, factors[t]]),
    });
    expressions.push({ name: `e${id}`, expression: text });
    bounds = [
      ...bounds.filter((row) => row.id !== id),
      ...study.stages.map((stage, t) => ({ id, stage_id: stage.id, block_id: null, bound: bound * factors[t]! })),
    ];
    return {
      ...constraint,
      terms: terms.map((term) => ({ ...term, factors })),
      expression: `@${name} * (2 * @e${id} - @e${id}) - ${bound} * @${name} ${constraint.sense} 0`,
      relational: true,
    };
  });
  return {
    ...study,
    constraints,
    named: { expressions, parameters },
    tables: { ...study.tables, constraintBounds: bounds },
  };
}

/** Storages and inflows under their names of today, evaporation with a block, turbined flow by bus. */
function newerTerm(study: RawStudy, term: RawTerm, { chance, whole }: ReturnType<typeof dice>): RawTerm {
  const newer = ['hydro_storage_final', 'hydro_useful_volume_final', 'hydro_storage_initial'];
  if (term.variable === 'hydro_storage' && chance(0.7)) return { ...term, variable: newer[whole(0, 2)]! };
  if (term.variable === 'hydro_spillage' && chance(0.5)) return { ...term, variable: 'hydro_inflow', block: null };
  if (term.variable === 'hydro_evaporation') return { ...term, block: 0 };
  const units = study.hydros.find(({ id }) => id === term.id)?.units;
  return term.variable === 'hydro_turbined' && units ? { ...term, bus: units[whole(0, 1)]!.bus_id } : term;
}

function textOf({ coefficient, variable, id, block, bus }: RawTerm): string {
  const word = (name: Id) => (typeof name === 'string' ? `"${name}"` : String(name));
  const place = `${block === null ? '' : `, ${block}`}${bus === undefined ? '' : `, bus=${word(bus)}`}`;
  return `${coefficient} * ${variable}(${word(id)}${place})`;
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

/** A stage may decide one delivery only, and some stage must decide one. */
function decidesOnce(study: RawStudy, thermal: RawThermal): boolean {
  const deciders = study.stages.map((_, delivery) => decider(study, thermal, delivery)).filter((stage) => stage >= 0);
  return deciders.length > 0 && new Set(deciders).size === deciders.length;
}

function withPromises(study: RawStudy, { whole, chance, between }: ReturnType<typeof dice>): RawStudy {
  const thermals = study.thermals.map((thermal) => {
    if (!chance(0.6)) return thermal;
    const ahead = { ...thermal, cost_per_mwh: between(5, 40) };
    const byHours = { ...ahead, anticipated_config: { lead_time_hours: between(100, 1200) } };
    if (chance(0.4) && decidesOnce(study, byHours)) return byHours;
    return { ...ahead, anticipated_config: { lead_stages: whole(1, study.stages.length - 1) } };
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
function withTravel(study: RawStudy, { chance, between }: ReturnType<typeof dice>): RawStudy {
  const times = new Map(study.hydros.map(({ id }) => [id, between(20, 1500)]));
  const hydros = study.hydros.map((hydro) => {
    const target = study.hydros.find(({ id }) => id === hydro.downstream_id);
    const isThere = target !== undefined && target.entry_stage_id === undefined && target.exit_stage_id === undefined;
    return isThere && chance(0.8) ? { ...hydro, travel_time_hours: times.get(target.id)! } : hydro;
  });
  return { ...study, hydros };
}

/** What was let go before the study and is still on its way. */
function withPastReleases(study: RawStudy, { between, whole }: ReturnType<typeof dice>): RawStudy {
  const start = Date.parse(study.stages[0]!.start_date);
  const day = (back: number) => new Date(start - back * 86_400_000).toISOString().slice(0, 10);
  const pastReleases = study.hydros.flatMap(({ id: hydro_id, travel_time_hours }) => {
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
  return { ...study, pastReleases };
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
