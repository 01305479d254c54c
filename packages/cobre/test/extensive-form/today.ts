/** What the newest cases can say besides: inflows with a memory, limits of single units, storages between blocks, limits of
 * spillage, planes fitted to a production function, constraints with two bounds, promises that outlast the study. */
import { dice } from '../random-case.js';
import type { RawConstraint, RawHydro, RawStudy, StageRow } from './raw-study.js';

type Dice = ReturnType<typeof dice>;

export function withToday(study: RawStudy, seed: number): RawStudy {
  const random = dice(seed * 15_485_863 + 11);
  const steps = [
    withSharedBus,
    withMemory,
    withUnitRows,
    withSpillage,
    withFittedPlanes,
    withInteriorStorage,
    withTwoBounds,
    withPromisesAfter,
    withNamedNumbers,
  ];
  return steps.reduce((made, step) => step(made, random), study);
}

/** Rows of a table all have the same columns. */
export function even(rows: readonly StageRow[]): StageRow[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name] ?? null])) as unknown as StageRow);
}

/** Two groups of units on one bus, with limits of their own that add up. */
function withSharedBus(study: RawStudy, { chance, between }: Dice): RawStudy {
  const hydros = study.hydros.map((hydro): RawHydro => {
    if (hydro.units === undefined || !chance(0.5)) return hydro;
    const [first, second] = hydro.units;
    const part = (id: number, share: number) => ({
      ...second!,
      id,
      name: `Units ${id}`,
      min_turbined_m3s: share * second!.min_turbined_m3s,
      max_turbined_m3s: share * second!.max_turbined_m3s,
      min_generation_mw: share * second!.min_generation_mw,
      max_generation_mw: share * second!.max_generation_mw,
    });
    const share = between(0.3, 0.7);
    return { ...hydro, units: [first!, part(1, share), part(2, 1 - share)] };
  });
  return { ...study, hydros };
}

/** Inflows that remember one or two months; how far they deviate follows from the coefficients. */
function withMemory(study: RawStudy, { chance, between, whole }: Dice): RawStudy {
  if (!chance(0.4)) return study;
  const order = whole(1, 2);
  const ids = study.hydros.map(({ id }) => id);
  return {
    ...study,
    nonNegativity: 'penalty',
    pastInflows: ids.map((hydro_id) => ({ hydro_id, values_m3s: [between(5, 25), between(5, 25)] })),
    tables: {
      ...study.tables,
      inflowStats: [
        ...ids.flatMap((id) =>
          [-2, -1].map((stage_id) => ({ id, stage_id, mean_m3s: between(4, 25), std_m3s: between(1, 6) })),
        ),
        ...study.tables.inflowStats,
      ],
      coefficients: ids.flatMap((id) =>
        study.stages.flatMap(({ id: stage_id }) =>
          Array.from({ length: chance(0.8) ? order : 0 }, (_, k) => ({
            id,
            stage_id,
            lag: k + 1,
            coefficient: k === 0 ? between(0.2, 0.6) : between(-0.2, 0.3),
            // Read and not used: what a table says of it does not fit the coefficients.
            residual_std_ratio: 0.35,
          })),
        ),
      ),
    },
  };
}

/** Limits of one group of units, in a stage or in a block of it. */
function withUnitRows(study: RawStudy, { chance, between, whole }: Dice): RawStudy {
  const unitRows = study.hydros.flatMap(({ id: hydro_id, units = [] }) =>
    units.flatMap((unit) =>
      study.stages
        .filter(() => chance(0.5))
        .map(({ id: stage_id, blocks }) => ({
          hydro_id,
          hydro_unit_group_id: unit.id,
          stage_id,
          block_id: chance(0.6) ? whole(0, blocks.length - 1) : null,
          max_turbined_m3s: chance(0.6) ? Math.max(2, unit.max_turbined_m3s * between(0.2, 0.9)) : null,
          max_generation_mw: chance(0.6) ? Math.max(2, unit.max_generation_mw * between(0.2, 0.9)) : null,
          min_turbined_m3s: chance(0.3) ? between(0.2, 2) : null,
          min_generation_mw: chance(0.3) ? between(0.2, 2) : null,
        })),
    ),
  );
  return unitRows.length === 0 ? study : { ...study, unitRows };
}

/** Spillage within limits, where some other way out or in keeps every state feasible. */
function withSpillage(study: RawStudy, { chance, between }: Dice): RawStudy {
  const bought = study.nonNegativity === 'penalty';
  const rows = study.tables.hydroBounds.map((row): StageRow => {
    const { diversion } = study.hydros.find(({ id }) => id === row.id)!;
    const { block_mode } = study.stages.find(({ id }) => id === row.stage_id)!;
    // Water that may not be spilled leaves as more withdrawal than was asked for, which is the same in all blocks.
    const asked = Number(row.water_withdrawal_m3s ?? 0) > 0 && (row.block_id ?? null) === null;
    const leaves = asked && block_mode === 'parallel';
    return {
      ...row,
      ...(leaves && chance(0.6) ? { max_spillage_m3s: between(1, 6) } : {}),
      ...(bought && chance(0.5) ? { min_spillage_m3s: between(0.2, 1) } : {}),
      ...(bought && diversion && chance(0.5) ? { min_diversion_m3s: between(0.2, 0.9) } : {}),
    };
  });
  return { ...study, tables: { ...study.tables, hydroBounds: even(rows) } };
}

/** A plant whose planes are fitted to its head: nothing but its own limits bounds it, so that it stays within the grid. */
function withFittedPlanes(study: RawStudy, { chance, between }: Dice): RawStudy {
  const plants = study.hydros.filter(
    ({ generation, units, evaporation, filling }) =>
      generation.model === 'constant_productivity' && !units && !evaporation && !filling,
  );
  const chosen = plants[0];
  if (chosen === undefined || !chance(0.4)) return study;
  const head = { efficiency: between(0.8, 0.95), tailrace: between(5, 15), loss: between(0.5, 3) };
  const hydros = study.hydros.map(
    (hydro): RawHydro =>
      hydro.id === chosen.id ? { ...hydro, generation: { ...hydro.generation, model: 'fpha' }, head } : hydro,
  );
  const free = study.tables.hydroBounds.map((row) =>
    row.id === chosen.id ? { ...row, max_turbined_m3s: null, max_generation_mw: null } : row,
  );
  return {
    ...study,
    hydros,
    productivity: study.productivity.filter(({ hydro_id }) => hydro_id !== chosen.id),
    geometry: [
      ...study.geometry,
      { hydro_id: chosen.id, volume_hm3: 0, height_m: 50, area_km2: 1 },
      { hydro_id: chosen.id, volume_hm3: 20, height_m: 75, area_km2: 4 },
      { hydro_id: chosen.id, volume_hm3: 100, height_m: 95, area_km2: 7 },
    ],
    tables: { ...study.tables, hydroBounds: even(free) },
  };
}

/** A storage between two blocks that follow each other. */
function withInteriorStorage(study: RawStudy, random: Dice): RawStudy {
  const stage = study.stages.find(({ block_mode, blocks }) => block_mode === 'chronological' && blocks.length > 1);
  if (stage === undefined || !random.chance(0.7)) return study;
  const always = study.hydros.filter(
    (hydro) => hydro.entry_stage_id === undefined && hydro.exit_stage_id === undefined,
  );
  if (always.length === 0) return study;
  const { id } = always[0]!;
  const constraint: RawConstraint = {
    id: 50,
    name: 'Between blocks',
    terms: [{ coefficient: 1, variable: 'hydro_storage_final', id, block: 0 }],
    expression: `hydro_storage_final(${typeof id === 'string' ? `"${id}"` : id}, 0)`,
    sense: random.chance(0.5) ? '<=' : '>=',
    slack: { enabled: true, penalty: random.between(5, 60) },
  };
  return withConstraint(study, constraint, [
    { id: 50, stage_id: stage.id, block_id: null, bound: random.between(4, 30) },
  ]);
}

/** An amount that may neither fall short nor exceed. */
function withTwoBounds(study: RawStudy, random: Dice): RawStudy {
  const thermal = study.thermals.find(({ anticipated_config }) => anticipated_config === undefined);
  if (thermal === undefined || !random.chance(0.6)) return study;
  const { id } = thermal;
  const factors = study.stages.map(() => random.between(0.5, 1.5));
  const name = 'seasonal';
  const parameter = {
    id: 60,
    name,
    kind: 'seasonal',
    values: study.stages.map(({ season_id }, t) => [season_id, factors[t]]),
  };
  const constraint: RawConstraint = {
    id: 60,
    name: 'Between two bounds',
    terms: [{ coefficient: 2, variable: 'thermal_generation', id, block: null, factors }],
    expression: `2 * @${name} * thermal_generation(${typeof id === 'string' ? `"${id}"` : id})`,
    sense: 'between',
    slack: { enabled: true, penalty: random.between(5, 60) },
  };
  const bounds = study.stages.map(({ id: stage_id }) => {
    const bound = random.between(1, 12);
    return { id: 60, stage_id, block_id: null, bound, upper: bound + random.between(0, 6) };
  });
  const named = study.named ?? { expressions: [], parameters: [] };
  const more = { ...study, named: { ...named, parameters: [...named.parameters, parameter] } };
  return withConstraint(more, constraint, bounds);
}

/** A limit whose coefficients are a constant, a number of each block and the size of a reservoir. */
function withNamedNumbers(study: RawStudy, { chance, between }: Dice): RawStudy {
  const thermal = study.thermals.find(({ anticipated_config }) => anticipated_config === undefined);
  if (thermal === undefined || !chance(0.6)) return study;
  const { id } = thermal;
  const { id: hydro_id, reservoir } = study.hydros[0]!;
  const fixed = between(0.2, 1);
  const blockFactors = study.stages.map(({ blocks }) => blocks.map(() => between(0.2, 1.5)));
  const block_values = study.stages.flatMap((stage, t) =>
    blockFactors[t]!.map((value, block) => [stage.id, block, value]),
  );
  const parameters = [
    { id: 70, name: 'fixed', kind: 'constant', value: fixed },
    { id: 71, name: 'by_block', kind: 'per_stage_block', block_values },
    { id: 72, name: 'size', kind: 'computed', computed_spec: { tag: 'max_storage', hydro_id } },
  ];
  const generation = `thermal_generation(${typeof id === 'string' ? `"${id}"` : id})`;
  const term = { variable: 'thermal_generation', id, block: null };
  const constraint: RawConstraint = {
    id: 70,
    name: 'Named numbers',
    terms: [
      { ...term, coefficient: 2 * fixed },
      { ...term, coefficient: 1, blockFactors },
      { ...term, coefficient: 0.01 * reservoir.max_storage_hm3 },
    ],
    expression: `2 * @fixed * ${generation} + @by_block * ${generation} + 0.01 * @size * ${generation}`,
    sense: '<=',
    slack: { enabled: true, penalty: between(5, 60) },
  };
  const bounds = study.stages.map(({ id: stage_id }) => ({ id: 70, stage_id, block_id: null, bound: between(2, 25) }));
  const named = study.named ?? { expressions: [], parameters: [] };
  const more = { ...study, named: { ...named, parameters: [...named.parameters, ...parameters] } };
  return withConstraint(more, constraint, bounds);
}

function withConstraint(study: RawStudy, constraint: RawConstraint, rows: readonly StageRow[]): RawStudy {
  return {
    ...study,
    constraints: [...study.constraints, constraint],
    tables: { ...study.tables, constraintBounds: even([...study.tables.constraintBounds, ...rows]) },
  };
}

/** Plants that decide one stage ahead may promise for the month after the study; cuts behind it say what that is worth. */
function withPromisesAfter(study: RawStudy, { chance, between }: Dice): RawStudy {
  const ahead = study.thermals.filter(({ anticipated_config }) => anticipated_config !== undefined);
  const oneStage = ahead.every(
    (thermal) =>
      thermal.anticipated_config!.lead_stages === 1 &&
      thermal.entry_stage_id === undefined &&
      thermal.exit_stage_id === undefined,
  );
  if (!oneStage || !chance(0.8)) return study;
  const cells = ahead.map(({ id }) => ({
    thermal_id: id,
    cost_per_mwh: between(5, 30),
    min_mw: between(0, 1),
    max_mw: between(5, 15),
  }));
  const terminalCuts = [0, 1].map(() => ({
    intercept: between(-50, 900),
    slope: study.hydros.map(() => -between(1, 30)),
    // Thousands of $ for a MW in the month after the study.
    promise: cells.map(() => -between(2, 25)),
  }));
  const { end_date } = study.stages.at(-1)!;
  return { ...study, after: { start_date: end_date, duration_hours: 720, cells }, terminalCuts };
}
