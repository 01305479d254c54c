import { finder, type Range } from '../../validation/ranges.js';
import type { RuleInput } from '../../validation/rule.js';
import { files } from './schema.js';

const storage = ['min_storage_hm3', 'max_storage_hm3'] as const;
const turbined = ['min_turbined_m3s', 'max_turbined_m3s'] as const;
const outflow = ['min_outflow_m3s', 'max_outflow_m3s'] as const;
const diversion = ['min_diversion_m3s', 'max_diversion_m3s'] as const;
const spillage = ['min_spillage_m3s', 'max_spillage_m3s'] as const;
const generation = ['min_generation_mw', 'max_generation_mw'] as const;

export function* ranges({ raw, registries }: RuleInput): Iterable<Range> {
  const file = files.hydros.path;
  for (const { id, reservoir, outflow: out, generation: gen } of raw.hydros.hydros) {
    yield { file, id, name: storage, min: reservoir.min_storage_hm3, max: reservoir.max_storage_hm3 };
    yield { file, id, name: turbined, min: gen.min_turbined_m3s, max: gen.max_turbined_m3s };
    yield { file, id, name: outflow, min: out.min_outflow_m3s, max: out.max_outflow_m3s };
    yield { file, id, name: generation, min: gen.min_generation_mw, max: gen.max_generation_mw };
  }
  const hydroOf = finder(registries.hydros, raw.hydros.hydros);
  for (const { id, unit_groups: groups = [] } of raw.hydros.hydros) {
    for (const group of groups) {
      for (const name of [turbined, generation]) yield { file, id, name, min: group[name[0]], max: group[name[1]] };
    }
  }
  for (const row of raw.unitGroupBounds ?? []) {
    const group = hydroOf(row.hydro_id)?.unit_groups?.find(({ id }) => id === row.hydro_unit_group_id);
    if (!group) continue;
    for (const name of [turbined, generation]) {
      const place = { file: files.unitGroupBounds.path, id: row.hydro_id, stage: row.stage_id, name };
      yield { ...place, min: row[name[0]] ?? group[name[0]], max: row[name[1]] ?? group[name[1]] };
    }
  }
  for (const row of raw.hydroBounds ?? []) {
    const hydro = hydroOf(row.hydro_id);
    if (!hydro) continue;
    const free = { min_spillage_m3s: 0, max_spillage_m3s: null, min_diversion_m3s: 0 };
    const canal = { max_diversion_m3s: hydro.diversion?.max_flow_m3s ?? null };
    const base = { ...hydro.reservoir, ...hydro.outflow, ...hydro.generation, ...free, ...canal };
    for (const name of [storage, turbined, outflow, generation, diversion, spillage]) {
      const [low, high] = name;
      if (row[low] === null && row[high] === null) continue;
      const place = { file: files.hydroBounds.path, id: row.hydro_id, stage: row.stage_id, name };
      yield { ...place, min: row[low] ?? base[low], max: row[high] ?? base[high] };
    }
  }
}
