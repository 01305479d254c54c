/** What a study may have, and the same study without it: a feature binds where the optimum changes with it. */
import type { RawHydro, RawStudy, StageRow, TableName } from './raw-study.js';

export interface Feature {
  readonly name: string;
  /** Null where the study does not have it. */
  readonly without: (study: RawStudy) => RawStudy | null;
}

/** Only where something changed. */
function changed(study: RawStudy, other: RawStudy): RawStudy | null {
  return JSON.stringify(study) === JSON.stringify(other) ? null : other;
}

function feature(name: string, without: (study: RawStudy) => RawStudy): Feature {
  return { name, without: (study) => changed(study, without(study)) };
}

function ofHydros(name: string, change: (hydro: RawHydro) => RawHydro): Feature {
  return feature(name, (study) => ({ ...study, hydros: study.hydros.map(change) }));
}

function ofRows(name: string, table: TableName, change: (row: StageRow) => StageRow | null): Feature {
  return feature(name, (study) => ({
    ...study,
    tables: { ...study.tables, [table]: study.tables[table].flatMap((row) => change(row) ?? []) },
  }));
}

const withoutConstraint = (id: number) => (study: RawStudy) => ({
  ...study,
  constraints: study.constraints.filter((constraint) => constraint.id !== id),
});

export const features: readonly Feature[] = [
  ofRows('inflows with a memory', 'coefficients', () => null),
  feature('deviations that follow from the coefficients', (study) =>
    study.tables.coefficients.length === 0 ? study : { ...study, givenRatio: 1 },
  ),
  ofRows('inflows that remember a year', 'annual', () => null),
  ofHydros('tailraces that rise', ({ head, ...hydro }) => {
    if (head === undefined) return hydro;
    const { rise: _, ...still } = head;
    return { ...hydro, head: still };
  }),
  feature('water that takes different times to one plant', (study) => {
    const first = new Map(
      study.hydros.flatMap(({ downstream_id, travel_time_hours }) =>
        travel_time_hours === undefined ? [] : [[downstream_id, travel_time_hours] as const],
      ),
    );
    return {
      ...study,
      hydros: study.hydros.map((hydro) =>
        hydro.travel_time_hours === undefined
          ? hydro
          : { ...hydro, travel_time_hours: first.get(hydro.downstream_id)! },
      ),
    };
  }),
  feature('limits of groups of units', ({ unitRows: _, ...study }) => study),
  ofHydros('units on several buses', ({ units: _, ...hydro }) => hydro),
  ofRows('limits of spillage and diversion', 'hydroBounds', (row) => ({
    ...row,
    min_spillage_m3s: null,
    max_spillage_m3s: null,
    min_diversion_m3s: null,
  })),
  ofRows('limits of one block', 'hydroBounds', (row) => ((row.block_id ?? null) === null ? row : null)),
  ofHydros('planes fitted to a head', ({ head: _, ...hydro }) =>
    _ === undefined ? hydro : { ...hydro, generation: { ...hydro.generation, model: 'constant_productivity' } },
  ),
  feature('given planes', (study) => ({
    ...study,
    planes: study.planes.map((plane) => ({ ...plane, gamma_0: plane.gamma_0 + 50 })),
  })),
  ofRows('losses by block and direction', 'lineBounds', (row) => ({
    ...row,
    direct_losses_percent: null,
    reverse_losses_percent: null,
  })),
  feature('depths of deficit that follow the load', (study) => ({
    ...study,
    buses: study.buses.map(({ deficit_segments: segments, ...bus }) =>
      segments ? { ...bus, deficit_segments: segments.filter(({ depth_share }) => depth_share === undefined) } : bus,
    ),
  })),
  feature('a storage between blocks', withoutConstraint(50)),
  feature('a constraint with two bounds', withoutConstraint(60)),
  feature('numbers that are constant, of a block, or computed', withoutConstraint(70)),
  feature('numbers of each block', (study) => ({
    ...study,
    constraints: study.constraints.map((constraint) => ({
      ...constraint,
      terms: constraint.terms.map(({ blockFactors: _, ...term }) => term),
    })),
  })),
  feature('least generation of groups of units', (study) => ({
    ...study,
    ...(study.unitRows ? { unitRows: study.unitRows.map((row) => ({ ...row, min_generation_mw: null })) } : {}),
  })),
  ofHydros('groups of units that share a bus', (hydro) =>
    (hydro.units?.length ?? 0) < 3 ? hydro : { ...hydro, units: hydro.units!.slice(0, 2) },
  ),
  feature('parameters', (study) => ({
    ...study,
    constraints: study.constraints.map((constraint) => ({
      ...constraint,
      terms: constraint.terms.map(({ factors: _, ...term }) => term),
    })),
  })),
  feature('promises that outlast the study', ({ after: _, ...study }) => ({
    ...study,
    ...(study.terminalCuts ? { terminalCuts: study.terminalCuts.map(({ promise: __, ...cut }) => cut) } : {}),
  })),
  feature('cuts behind the last stage', ({ terminalCuts: _, ...study }) => study),
  feature('plants that decide ahead', ({ after: _, ...study }) => ({
    ...study,
    thermals: study.thermals.map(({ anticipated_config: __, ...thermal }) => thermal),
    ...(study.terminalCuts ? { terminalCuts: study.terminalCuts.map(({ promise: __, ...cut }) => cut) } : {}),
  })),
  feature('water that takes its time, with what was on its way before', ({ pastReleases: _, ...study }) => ({
    ...study,
    hydros: study.hydros.map(({ travel_time_hours: __, ...hydro }) => hydro),
  })),
  ofHydros('evaporation', ({ evaporation: _, ...hydro }) => hydro),
  ofHydros('filling by a rate', (hydro) =>
    hydro.filling ? { ...hydro, filling: { ...hydro.filling, filling_min_rate_m3s: 1000 } } : hydro,
  ),
  ofHydros('windows of plants', (hydro) => {
    const { entry_stage_id: _, exit_stage_id: __, ...always } = hydro;
    return hydro.filling ? hydro : always;
  }),
  feature('blocks one after the other', (study) => ({
    ...study,
    stages: study.stages.map((stage) => ({ ...stage, block_mode: 'parallel' as const })),
  })),
  feature('sources that may not be curtailed', (study) => ({
    ...study,
    sources: study.sources.map(({ allow_curtailment: _, ...source }) => source),
  })),
];
