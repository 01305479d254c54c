/** Stages after the study follow it without a gap, and say one thing about a plant in each. */
import { asError, errorRecord, type Finding } from '../../../case/finding.js';
import { dayOf } from '../../../case/read/calendar.js';
import type { Rule, RuleInput } from '../../../validation/rule.js';

const file = 'post_study_stages.json';

export const postStudyStages: Rule = {
  name: 'stages after the study',
  layer: 5,
  *check(input) {
    if (input.raw.postStudyStages) yield* [...contiguous(input), ...cells(input)];
  },
};

function* contiguous({ raw }: RuleInput): Iterable<Finding> {
  let expected = Math.max(...raw.stages.stages.map(({ end_date }) => dayOf(end_date) ?? 0));
  const stages = [...raw.postStudyStages!.stages].sort(
    (a, b) => (dayOf(a.start_date) ?? 0) - (dayOf(b.start_date) ?? 0),
  );
  for (const { start_date, duration_hours } of stages) {
    const start = dayOf(start_date) ?? 0;
    if (start !== Math.floor(expected + 1e-9)) {
      const detail = `the stage that starts ${start_date} does not follow what comes before it`;
      yield asError(
        5,
        errorRecord(
          'StageMismatch',
          `${file}: ${detail}.`,
          { file, stage_id: null, detail },
          'Let the first stage start at the end of the study and every other where the one before ends.',
        ),
      );
    }
    expected = start + duration_hours / 24;
  }
}

function* cells({ raw, registries }: RuleInput): Iterable<Finding> {
  const { stages, thermal_bounds } = raw.postStudyStages!;
  const seen = new Set<string>();
  for (const { thermal_id: id, post_study_stage_index: index, min_mw, max_mw } of thermal_bounds) {
    const key = `${registries.thermals.indexOf(id)} ${index}`;
    if (index >= stages.length) {
      const context = {
        file,
        entity_id: id,
        field: 'post_study_stage_index',
        value: index,
        min: 0,
        max: stages.length - 1,
      };
      yield asError(
        5,
        errorRecord('OutOfRange', `${file}: thermal ${id} names stage ${index} of ${stages.length}.`, context),
      );
    }
    if (seen.has(key)) {
      const context = { file, entity_id: id, registry: 'thermal_bounds' };
      yield asError(
        5,
        errorRecord('DuplicateId', `${file}: thermal ${id} has two entries for stage ${index}.`, context),
      );
    }
    if (min_mw > max_mw) {
      const limits = { field_min: 'min_mw', value_min: min_mw, field_max: 'max_mw', value_max: max_mw };
      const message = `${file}: thermal ${id} has min_mw ${min_mw} above max_mw ${max_mw} in stage ${index}.`;
      yield asError(5, errorRecord('CapacityViolation', message, { file, entity_id: id, ...limits }));
    }
    seen.add(key);
  }
}
