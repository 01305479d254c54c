import { asError, asWarning, errorRecord, type Finding } from '../../case/finding.js';
import { dayOf } from '../../case/read/calendar.js';
import { caseFiles } from '../../case/registry.js';
import type { StagesFile } from '../../case/schema/stages.js';
import type { Rule } from '../rule.js';

const file = caseFiles.stages.path;

function clash(settings: readonly string[], detail: string, suggestion: string): Finding {
  return asError(5, errorRecord('IncompatibleSettings', `${file}: ${detail}.`, { file, settings, detail }, suggestion));
}

/** Transitions join existing stages (or nodes, where there are any), and the probabilities of those that leave one sum to one. */
export const transitions: Rule = {
  name: 'transitions',
  layer: 5,
  *check({ raw }) {
    const given = raw.stages.policy_graph.transitions ?? [];
    const { nodes } = raw.stages.policy_graph;
    const [kind, ends] = (nodes?.length ?? 0) > 0 ? ['node', nodes!] : ['stage', raw.stages.stages];
    const known = new Set(ends.map(({ id }) => id));
    for (const { source_id: source, target_id: target } of given) {
      const unknown = [source, target].filter((id) => !known.has(id));
      if (unknown.length === 0) continue;
      const detail = `the transition from ${source} to ${target} names ${kind} ${unknown.join(' and ')}, which does not exist`;
      yield clash(['policy_graph.transitions'], detail, `Use ids of the ${kind}s list.`);
    }
    yield* sums(given, kind);
  },
};

function* sums(given: NonNullable<StagesFile['policy_graph']['transitions']>, kind: string): Iterable<Finding> {
  const totals = new Map<number, number>();
  for (const { source_id: source, probability } of given) totals.set(source, (totals.get(source) ?? 0) + probability);
  for (const [source, total] of totals) {
    if (Math.abs(total - 1) <= 1e-6) continue;
    const detail = `the probabilities of the transitions leaving ${kind} ${source} sum to ${total} instead of 1`;
    yield clash(['policy_graph.transitions'], detail, 'Scale the probabilities.');
  }
}

/** Costs of an endless future only have a finite sum when they are discounted. */
export const cyclicDiscount: Rule = {
  name: 'cyclic discount',
  layer: 5,
  *check({ raw }) {
    const { type, annual_discount_rate: rate } = raw.stages.policy_graph;
    if (type !== 'cyclic' || rate > 0) return;
    const settings = ['policy_graph.type', 'policy_graph.annual_discount_rate'];
    yield clash(settings, 'a cyclic policy graph needs a positive discount rate', 'Set annual_discount_rate above 0.');
  },
};

/** Stages follow each other in the calendar, and blocks fill them. Real cases deviate on purpose, so these are warnings. */
export const calendar: Rule = {
  name: 'calendar',
  layer: 5,
  *check({ raw }) {
    const stages = [...raw.stages.stages].sort((a, b) => a.id - b.id);
    for (const [i, stage] of stages.entries()) {
      const next = stages[i + 1];
      const end = dayOf(stage.end_date) ?? 0;
      const start = dayOf(next?.start_date ?? stage.end_date) ?? 0;
      if (start !== end) {
        const relation = start < end ? 'overlap' : 'leave a gap';
        yield oddity(
          next?.id ?? stage.id,
          `stages ${stage.id} and ${next?.id} ${relation} (${stage.end_date}, ${next?.start_date})`,
          'Let each stage start on the day the one before ends.',
        );
      }
      const hours = stage.blocks.reduce((sum, block) => sum + block.hours, 0);
      const span = (end - (dayOf(stage.start_date) ?? 0)) * 24;
      if (Math.abs(hours - span) > 0.1 * span) {
        const detail = `the blocks of stage ${stage.id} have ${hours} hours, but its dates span ${span}`;
        yield oddity(stage.id, detail, 'Correct the hours of the blocks, or the dates.');
      }
    }
  },
};

function oddity(stage: number, detail: string, suggestion: string): Finding {
  const context = { file, stage_id: stage, detail };
  return asWarning(5, errorRecord('StageMismatch', `${file}: ${detail}.`, context, suggestion));
}

/** Sampling methods that cannot work as given. */
export const samplingMethods: Rule = {
  name: 'sampling methods',
  layer: 5,
  *check({ raw }) {
    const of = (method: string) => raw.stages.stages.filter((stage) => stage.sampling_method === method);
    const given = new Set((raw.noiseOpenings ?? []).map((row) => row.stage_id));
    if (of('selective').some(({ id }) => !given.has(id)) && (raw.inflowHistory ?? []).length === 0) {
      const detail = 'selective needs scenarios/inflow_history.parquet or scenarios/noise_openings.parquet';
      yield clash(['stages.sampling_method'], detail, 'Add one of them, or use another method.');
    }
    if (of('historical_residuals').length > 0 && (raw.inflowHistory ?? []).length === 0) {
      const detail = 'historical_residuals needs scenarios/inflow_history.parquet';
      yield clash(['stages.sampling_method'], detail, 'Add the history, or use another method.');
    }
    const odd = of('qmc_sobol').find((stage) => !Number.isInteger(Math.log2(stage.num_scenarios)));
    if (odd) {
      const detail = `stage ${odd.id} draws ${odd.num_scenarios} Sobol points; powers of two are balanced best`;
      const settings = ['stages.sampling_method', 'stages.num_scenarios'];
      const advice = `Use ${2 ** Math.ceil(Math.log2(odd.num_scenarios))} openings.`;
      yield asWarning(
        5,
        errorRecord('IncompatibleSettings', `${file}: ${detail}.`, { file, settings, detail }, advice),
      );
    }
  },
};
