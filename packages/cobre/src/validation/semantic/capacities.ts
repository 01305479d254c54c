import type { EntityId } from '../../case/identity.js';
import { asError, type Finding, problem } from '../../case/problem.js';
import { type CaseFileKey, caseFiles } from '../../case/registry.js';
import type { RegistryIndex } from '../../case/registry-index.js';
import type { Rule, RuleInput } from '../rule.js';

interface Range {
  readonly file: CaseFileKey;
  readonly id: EntityId;
  readonly name: readonly [min: string, max: string];
  readonly min: number;
  readonly max: number | null | undefined;
  /** Set for a stage override, which may turn a valid range around. */
  readonly stage?: number;
}

/** Every minimum is at most its maximum, in the registries and after every stage override. */
export const capacities: Rule = {
  name: 'capacities',
  layer: 5,
  *check(input) {
    for (const range of [...baseRanges(input), ...stageRanges(input)]) {
      const { min, max } = range;
      if (max !== null && max !== undefined && min > max) yield violation(range, max);
    }
  },
};

function violation({ file: key, id, name, min, stage }: Range, max: number): Finding {
  const file = caseFiles[key].path;
  const at = stage === undefined ? '' : ` in stage ${stage}`;
  return asError(
    5,
    problem(
      'CapacityViolation',
      `${file}: ${name[0]} ${min} of ${id} exceeds ${name[1]} ${max}${at}.`,
      { file, entity_id: id, field_min: name[0], value_min: min, field_max: name[1], value_max: max },
      `Lower ${name[0]} or raise ${name[1]}.`,
    ),
  );
}

const storage = ['min_storage_hm3', 'max_storage_hm3'] as const;
const turbined = ['min_turbined_m3s', 'max_turbined_m3s'] as const;
const outflow = ['min_outflow_m3s', 'max_outflow_m3s'] as const;
const generation = ['min_generation_mw', 'max_generation_mw'] as const;
const power = ['min_mw', 'max_mw'] as const;
const flow = ['min_m3s', 'max_m3s'] as const;

function* baseRanges({ raw }: RuleInput): Iterable<Range> {
  for (const { id, reservoir, outflow: out, generation: gen } of raw.hydros.hydros) {
    const file = 'hydros';
    yield { file, id, name: storage, min: reservoir.min_storage_hm3, max: reservoir.max_storage_hm3 };
    yield { file, id, name: turbined, min: gen.min_turbined_m3s, max: gen.max_turbined_m3s };
    yield { file, id, name: outflow, min: out.min_outflow_m3s, max: out.max_outflow_m3s };
    yield { file, id, name: generation, min: gen.min_generation_mw, max: gen.max_generation_mw };
  }
  for (const { id, generation: gen } of raw.thermals.thermals) {
    yield { file: 'thermals', id, name: power, min: gen.min_mw, max: gen.max_mw };
  }
  for (const { id, flow: pumped } of raw.pumpingStations?.pumping_stations ?? []) {
    yield { file: 'pumpingStations', id, name: flow, min: pumped.min_m3s, max: pumped.max_m3s };
  }
  for (const { id, limits } of raw.energyContracts?.contracts ?? []) {
    yield { file: 'energyContracts', id, name: power, min: limits.min_mw, max: limits.max_mw };
  }
}

function* stageRanges({ raw, registries }: RuleInput): Iterable<Range> {
  const hydros = finder(registries.hydros, raw.hydros.hydros);
  for (const row of raw.hydroBounds ?? []) {
    const hydro = hydros(row.hydro_id);
    if (!hydro) continue;
    const base = { ...hydro.reservoir, ...hydro.outflow, ...hydro.generation };
    for (const name of [storage, turbined, outflow, generation]) {
      const [low, high] = name;
      if (row[low] === null && row[high] === null) continue;
      const place = { file: 'hydroBounds', id: row.hydro_id, stage: row.stage_id, name } as const;
      yield { ...place, min: row[low] ?? base[low], max: row[high] ?? base[high] };
    }
  }
  const thermals = finder(registries.thermals, raw.thermals.thermals);
  for (const row of raw.thermalBounds ?? []) {
    const base = thermals(row.thermal_id)?.generation;
    if (!base || (row.min_generation_mw === null && row.max_generation_mw === null)) continue;
    const [min, max] = [row.min_generation_mw ?? base.min_mw, row.max_generation_mw ?? base.max_mw];
    yield { file: 'thermalBounds', id: row.thermal_id, stage: row.stage_id, name: generation, min, max };
  }
  const pumps = finder(registries.pumpingStations, raw.pumpingStations?.pumping_stations ?? []);
  for (const row of raw.pumpingBounds ?? []) {
    const base = pumps(row.station_id)?.flow;
    if (!base || (row.min_m3s === null && row.max_m3s === null)) continue;
    const [min, max] = [row.min_m3s ?? base.min_m3s, row.max_m3s ?? base.max_m3s];
    yield { file: 'pumpingBounds', id: row.station_id, stage: row.stage_id, name: flow, min, max };
  }
  const contracts = finder(registries.contracts, raw.energyContracts?.contracts ?? []);
  for (const row of raw.contractBounds ?? []) {
    const base = contracts(row.contract_id)?.limits;
    if (!base || (row.min_mw === null && row.max_mw === null)) continue;
    const [min, max] = [row.min_mw ?? base.min_mw, row.max_mw ?? base.max_mw];
    yield { file: 'contractBounds', id: row.contract_id, stage: row.stage_id, name: power, min, max };
  }
}

function finder<Entry extends { readonly id: EntityId }>(registry: RegistryIndex, entries: readonly Entry[]) {
  const byIndex = new Map(entries.map((entry) => [registry.indexOf(entry.id), entry]));
  return (id: EntityId): Entry | undefined => byIndex.get(registry.indexOf(id));
}
