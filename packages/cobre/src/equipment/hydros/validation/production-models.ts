import { asError, errorRecord, type Finding } from '../../../case/finding.js';
import type { FileRule } from '../../../validation/rule.js';
import type { FphaConfigEntry, ProductionModelEntry } from '../schema.js';
import { files } from '../schema.js';

const file = files.productionModels.path;

/** Ranges of one hydro are in order and do not overlap; fitting windows are not empty. */
export const productionModels: FileRule = {
  name: 'production models',
  layer: 2,
  *check({ raw }) {
    for (const entry of raw.productionModels?.production_models ?? []) {
      yield* rangeProblems(entry);
      for (const config of configsOf(entry)) yield* windowProblems(entry, config);
    }
  },
};

function* rangeProblems(entry: ProductionModelEntry): Iterable<Finding> {
  if (entry.selection_mode !== 'stage_ranges') return;
  const ranges = [...entry.stage_ranges].sort((a, b) => a.start_stage_id - b.start_stage_id);
  for (const [i, range] of ranges.entries()) {
    const end = range.end_stage_id ?? Number.POSITIVE_INFINITY;
    if (end < range.start_stage_id) {
      const value = range.end_stage_id;
      const context = {
        file,
        entity_id: entry.hydro_id,
        field: 'end_stage_id',
        value,
        min: range.start_stage_id,
        max: null,
      };
      const message = `${file}, hydro ${entry.hydro_id}: a range ends at stage ${end}, before it starts at ${range.start_stage_id}.`;
      yield asError(2, errorRecord('OutOfRange', message, context, 'Exchange the two stage ids.'));
    }
    const next = ranges[i + 1];
    if (next === undefined || next.start_stage_id > end) continue;
    const context = {
      file,
      entity_id: entry.hydro_id,
      field: 'stage_ranges',
      expected: 'ranges that do not overlap',
      actual: next.start_stage_id,
    };
    const message = `${file}, hydro ${entry.hydro_id}: stage ${next.start_stage_id} lies in two ranges.`;
    yield asError(
      2,
      errorRecord('SchemaViolation', message, context, 'End one range before the next starts; ends are inclusive.'),
    );
  }
}

function configsOf(entry: ProductionModelEntry): FphaConfigEntry[] {
  const choices = entry.selection_mode === 'stage_ranges' ? entry.stage_ranges : entry.seasons;
  const own = choices.flatMap((choice) => choice.fpha_config ?? []);
  return entry.selection_mode === 'seasonal' && entry.fpha_config ? [...own, entry.fpha_config] : own;
}

function* windowProblems(entry: ProductionModelEntry, config: FphaConfigEntry): Iterable<Finding> {
  for (const unit of ['hm3', 'percentile'] as const) {
    const low = config.fitting_window?.[`volume_min_${unit}`];
    const high = config.fitting_window?.[`volume_max_${unit}`];
    if (typeof low !== 'number' || typeof high !== 'number' || low < high) continue;
    const field = `fpha_config.fitting_window.volume_max_${unit}`;
    const context = { file, entity_id: entry.hydro_id, field, value: high, min: `${low} (excluded)`, max: null };
    const message = `${file}, hydro ${entry.hydro_id}: the fitting window from ${low} to ${high} is empty.`;
    yield asError(2, errorRecord('OutOfRange', message, context, 'Let the window end above its start.'));
  }
}
