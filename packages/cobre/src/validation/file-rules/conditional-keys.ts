import { asError, errorRecord, type Finding } from '../../case/finding.js';
import { caseFiles } from '../../case/registry.js';
import type { FileRule } from '../rule.js';

/** Keys that are required only together with another one. */
export const conditionalKeys: FileRule = {
  name: 'conditional keys',
  layer: 2,
  *check({ raw }) {
    for (const hydro of raw.hydros?.hydros ?? []) {
      // Only release 0.5.1 asks the plant itself.
      if (
        hydro.unit_groups ||
        hydro.generation.model === 'fpha' ||
        typeof hydro.generation.productivity_mw_per_m3s === 'number'
      )
        continue;
      yield missing(
        caseFiles.hydros.path,
        hydro.id,
        'generation.productivity_mw_per_m3s',
        `model ${hydro.generation.model}`,
      );
    }
    for (const thermal of raw.thermals?.thermals ?? []) {
      if (typeof thermal.cost_per_mwh === 'number' || thermal.cost_segments) continue;
      yield missing(caseFiles.thermals.path, thermal.id, 'cost_per_mwh', 'a thermal plant');
    }
    for (const { id, slack } of raw.genericConstraints?.constraints ?? []) {
      if (slack.enabled) yield* slackProblems(id, slack.penalty);
    }
  },
};

function* slackProblems(id: number | string, penalty: number | null | undefined): Iterable<Finding> {
  const file = caseFiles.genericConstraints.path;
  if (penalty === null || penalty === undefined) yield missing(file, id, 'slack.penalty', 'an enabled slack');
  else if (penalty === 0) {
    const context = { file, entity_id: id, field: 'slack.penalty', value: 0, min: '0 (excluded)', max: null };
    const message = `${file}, constraint ${id}: slack.penalty must be positive when the slack is enabled.`;
    yield asError(2, errorRecord('OutOfRange', message, context, 'Give a positive penalty, or disable the slack.'));
  }
}

function missing(file: string, id: number | string, field: string, reason: string): Finding {
  return asError(
    2,
    errorRecord(
      'SchemaViolation',
      `${file}, entry ${id}: '${field}' is required for ${reason}.`,
      { file, entity_id: id, field, expected: 'number', actual: null },
      `Add '${field}'.`,
    ),
  );
}
