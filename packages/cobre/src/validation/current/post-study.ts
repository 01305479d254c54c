import { asError, errorRecord, type Finding } from '../../case/finding.js';
import { dayOf } from '../../case/read/calendar.js';
import { caseFiles, type RawCase } from '../../case/registry.js';
import type { Rule } from '../rule.js';

const file = caseFiles.postStudyStages.path;

/** Stages after the study follow it and each other without gaps; cells name one of them, once for each plant. */
export const postStudy: Rule = {
  name: 'post-study stages',
  layer: 5,
  *check({ raw }) {
    if (raw.postStudyStages === null) return;
    yield* calendarProblems(raw);
    yield* cellProblems(raw.postStudyStages);
  },
};

function* calendarProblems(raw: RawCase): Iterable<Finding> {
  const ends = raw.stages.stages.map((stage) => dayOf(stage.end_date) ?? 0);
  let expected = Math.max(...ends);
  for (const [index, stage] of (raw.postStudyStages?.stages ?? []).entries()) {
    const start = dayOf(stage.start_date) ?? 0;
    if (start !== expected) {
      const after = index === 0 ? 'the study ends' : 'the stage before it ends';
      const detail = `post-study stage ${index} starts on ${stage.start_date}, but not on the day ${after}`;
      const context = { file, stage_id: index, detail };
      yield asError(
        5,
        errorRecord('StageMismatch', `${file}: ${detail}.`, context, 'Let the stages follow each other.'),
      );
    }
    expected = start + stage.duration_hours / 24;
  }
}

function* cellProblems({ stages, thermal_bounds: cells }: NonNullable<RawCase['postStudyStages']>): Iterable<Finding> {
  const seen = new Set<string>();
  for (const { thermal_id: id, post_study_stage_index: index, min_mw: min, max_mw: max } of cells) {
    const place = { file, entity_id: id };
    if (index >= stages.length) {
      const context = { ...place, field: 'post_study_stage_index', value: index, min: 0, max: stages.length - 1 };
      const message = `${file}: thermal ${id} names post-study stage ${index}, but there are ${stages.length}.`;
      yield asError(5, errorRecord('OutOfRange', message, context, 'Stages count from 0.'));
    }
    if (min > max) {
      const context = { ...place, field_min: 'min_mw', value_min: min, field_max: 'max_mw', value_max: max };
      const message = `${file}: min_mw ${min} of thermal ${id} exceeds max_mw ${max} in post-study stage ${index}.`;
      yield asError(5, errorRecord('CapacityViolation', message, context, 'Lower min_mw or raise max_mw.'));
    }
    const key = `${id} ${index}`;
    if (seen.has(key)) {
      const message = `${file}: thermal ${id} has two cells for post-study stage ${index}.`;
      const context = { ...place, registry: 'thermal_bounds' };
      yield asError(5, errorRecord('DuplicateId', message, context, 'Keep one of them.'));
    }
    seen.add(key);
  }
}
