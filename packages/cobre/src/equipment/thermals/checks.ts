import { finder, type Range } from '../../validation/ranges.js';
import type { RuleInput } from '../../validation/rule.js';
import { files } from './schema.js';

const power = ['min_mw', 'max_mw'] as const;
const generation = ['min_generation_mw', 'max_generation_mw'] as const;

export function* ranges({ raw, registries }: RuleInput): Iterable<Range> {
  for (const { id, generation: limits } of raw.thermals.thermals) {
    yield { file: files.thermals.path, id, name: power, min: limits.min_mw, max: limits.max_mw };
  }
  const thermalOf = finder(registries.thermals, raw.thermals.thermals);
  for (const row of raw.thermalBounds ?? []) {
    const base = thermalOf(row.thermal_id)?.generation;
    if (!base || (row.min_generation_mw === null && row.max_generation_mw === null)) continue;
    const [min, max] = [row.min_generation_mw ?? base.min_mw, row.max_generation_mw ?? base.max_mw];
    yield { file: files.thermalBounds.path, id: row.thermal_id, stage: row.stage_id, name: generation, min, max };
  }
}
