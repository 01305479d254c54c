/** What must hold so that every delivery of an anticipated plant is decided exactly once. */
import { asError, errorRecord, type Finding } from '../../../case/finding.js';
import { resolveHorizon } from '../../../case/resolve/horizon.js';
import { resolvePostStudy } from '../../../case/resolve/post-study.js';
import type { Rule, RuleInput } from '../../../validation/rule.js';
import { impossible } from '../../../validation/semantic/physical.js';
import { resolveThermals, type Thermal } from '../resolve.js';
import { files } from '../schema.js';
import { type DeliveryStage, deliveryStages } from './calendar.js';
import { type Delivery, overlap } from './lanes.js';

const past = 'initial_conditions.json';
const rounding = 1e-9;

export const anticipatedPlants: Rule = {
  name: 'anticipated plants',
  layer: 5,
  *check({ raw, registries }) {
    const horizon = resolveHorizon(raw.stages);
    const plants = resolveThermals({ raw, registries, horizon }).filter(({ anticipation }) => anticipation !== null);
    if (plants.length === 0) return;
    if (horizon.policyGraph.type === 'cyclic') {
      yield cyclic(plants[0]!);
      return;
    }
    const stages = deliveryStages(horizon, resolvePostStudy({ raw, registries, horizon }));
    for (const plant of plants) {
      yield* wholeStages(plant, raw);
      yield* onePrice(plant, raw);
      yield* decidedOnce(plant, horizon.stages.length);
      yield* pastCoverage(plant, stages);
      yield* reachedCells(plant, horizon.stages.length, { raw, registries });
    }
  },
};

function cyclic({ id }: Thermal): Finding {
  const detail = `thermal ${id} decides ahead, which a cyclic horizon has no place for`;
  return asError(
    5,
    errorRecord(
      'IncompatibleSettings',
      `${files.thermals.path}: ${detail}.`,
      { file: files.thermals.path, entity_id: id, settings: ['policy_graph.type', 'anticipated_config'], detail },
      'Use a finite horizon, or remove anticipated_config.',
    ),
  );
}

/** What is decided ahead is decided for a stage as a whole; its blocks share it as they like. */
function* wholeStages({ id }: Thermal, raw: RuleInput['raw']): Iterable<Finding> {
  const file = files.thermalBounds.path;
  for (const row of raw.thermalBounds ?? []) {
    if (row.block_id === null || String(row.thermal_id) !== String(id)) continue;
    const context = { file, entity_id: id, field: 'block_id', expected: 'no block_id', actual: row.block_id };
    const message = `${file}: thermal ${id} is decided ahead, so its limits hold for stage ${row.stage_id} as a whole and not for block ${row.block_id}.`;
    yield asError(5, errorRecord('SchemaViolation', message, context, 'Give the limits in a row without block_id.'));
  }
}

/** A decision ahead is one number with one price; steps would have to be promised one by one. */
function* onePrice({ id }: Thermal, raw: RuleInput['raw']): Iterable<Finding> {
  const file = files.thermals.path;
  const steps = raw.thermals.thermals.find((plant) => String(plant.id) === String(id))?.cost_segments ?? [];
  if (steps.length < 2) return;
  const context = { file, entity_id: id, field: 'cost_segments', expected: 'one price', actual: steps.length };
  const message = `${file}: thermal ${id} is decided ahead, so it has one price and not ${steps.length} steps.`;
  yield asError(
    5,
    errorRecord('SchemaViolation', message, context, 'Give cost_per_mwh, or make a plant of its own of every step.'),
  );
}

function* decidedOnce({ id, anticipation }: Thermal, studied: number): Iterable<Finding> {
  const { deliveries } = anticipation!;
  const file = files.thermals.path;
  const ahead = deliveries.map(({ decidedIn }, m) => (decidedIn < m ? decidedIn : -1));
  for (let stage = 0; stage < studied; stage++) {
    const own = ahead.flatMap((decidedIn, m) => (decidedIn === stage ? [m] : []));
    if (own.length < 2) continue;
    const detail = `thermal ${id} would decide ${own.length} deliveries at once in the stage at position ${stage}`;
    const suggestion = 'Use lead_stages, or a lead_time_hours that gives every delivery a stage of its own.';
    yield impossible({ file, id, rule: 'one decision per stage', detail, suggestion });
  }
  if (deliveries.slice(0, studied).every(({ decidedIn }) => decidedIn < 0) && !ahead.some((stage) => stage >= 0)) {
    const detail = `the lead of thermal ${id} is longer than the study, so nothing of it is decided here`;
    const suggestion = 'Shorten the lead, or add post_study_stages.json with the stages it delivers in.';
    yield impossible({ file, id, rule: 'lead within the study', detail, suggestion });
  }
}

/** Deliveries decided before the study are given once, and within the limits of their stage. */
function* pastCoverage(plant: Thermal, stages: readonly DeliveryStage[]): Iterable<Finding> {
  for (const [m, delivery] of plant.anticipation!.deliveries.entries()) {
    if (delivery.decidedIn >= 0 || (m >= plant.at.length && !delivery.exists)) continue;
    const { startDay, endDay } = stages[m]!;
    const covered =
      plant.commitments.reduce((sum, row) => sum + overlap(row, startDay, endDay), 0) / (endDay - startDay);
    if (Math.abs(covered - 1) > rounding) yield uncovered(plant, m, covered);
    for (const row of plant.commitments) {
      if (overlap(row, startDay, endDay) > 0) yield* withinLimits(plant, delivery, row.valueMw);
    }
  }
}

function uncovered({ id }: Thermal, delivery: number, covered: number): Finding {
  const share = `${Math.round(covered * 100)} % of it`;
  const message = `${past}: the delivery of thermal ${id} in the stage at position ${delivery} was decided before the study, but past_anticipated_commitments cover ${share}.`;
  const context = {
    file: past,
    missing_dimension: `thermal ${id}, delivery ${delivery}`,
    expected_coverage: 'windows that cover every delivery decided before the study exactly once',
  };
  return asError(
    5,
    errorRecord(
      'CoverageMismatch',
      message,
      context,
      'Give windows from the start to the end of the stage; 0 MW counts.',
    ),
  );
}

function* withinLimits({ id }: Thermal, { minMw, maxMw }: Delivery, value: number): Iterable<Finding> {
  if (value >= minMw - rounding && value <= maxMw + rounding) return;
  yield asError(
    5,
    errorRecord(
      'OutOfRange',
      `${past}: thermal ${id} promised ${value} MW for a stage in which it can generate ${minMw} to ${maxMw} MW.`,
      { file: past, entity_id: id, field: 'value_mw', value, min: minMw, max: maxMw },
      'Promise what the plant can generate in the stage of the delivery; 0 where it does not exist.',
    ),
  );
}

/** Every stage after the study that a decision of the study reaches has its limits and its price. */
function* reachedCells(plant: Thermal, studied: number, { raw }: RuleInput): Iterable<Finding> {
  for (const [m, { decidedIn, exists }] of plant.anticipation!.deliveries.entries()) {
    if (m < studied || exists || decidedIn >= studied) continue;
    const file = 'post_study_stages.json';
    const index = m - studied;
    yield asError(
      5,
      errorRecord(
        'CoverageMismatch',
        `${file}: thermal ${plant.id} delivers in stage ${index} after the study, but has no thermal_bounds there.`,
        {
          file,
          missing_dimension: `thermal ${plant.id}, post_study_stage_index ${index}`,
          expected_coverage: `${raw.postStudyStages?.stages.length ?? 0} stages for every anticipated thermal that reaches them`,
        },
        'Add an entry with cost_per_mwh, min_mw and max_mw; 0 and 0 where the plant is gone.',
      ),
    );
  }
}
