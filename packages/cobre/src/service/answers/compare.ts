import * as z from 'zod';
import { gapOf } from '../../sddp/index.js';
import type { Files } from '../files/files.js';
import { errorRecord, integer, orNull, record } from '../seed-schema.js';
import { openPolicy } from './policy.js';
import type { StatedInputs } from './stated-inputs.js';

export const comparedMetric = z.enum(['convergence', 'cut_counts', 'state_dimension', 'all']);
export type ComparedMetric = z.output<typeof comparedMetric>;

const comparedPolicy = record({
  policy_dir: z.string(),
  stages: integer(),
  total_cuts: integer(),
  state_dimension: integer(),
  final_lower_bound: orNull(z.number()).optional(),
  final_upper_bound: orNull(z.number()).optional(),
  final_gap: orNull(z.number()).optional(),
  iterations: orNull(integer()).optional(),
  cuts_per_stage: z.array(integer()).optional(),
});

/** Second minus first; `_pct` are fractions of the first. */
const policyDeltas = record({
  lb_delta: z.number().optional(),
  lb_delta_pct: z.number().optional(),
  ub_delta: z.number().optional(),
  ub_delta_pct: z.number().optional(),
  cut_count_delta: integer().optional(),
});

const policyDifference = record({
  field: z.enum(['inputs', 'risk_measure', 'horizon']),
  values: z.array(orNull(z.string())).describe('By policy; null where its metadata does not say'),
  note: z.string(),
});

export const policyComparison = record({
  policies: z.array(comparedPolicy),
  compatible: z.boolean().describe('True if all policies have the same stage count and state dimension'),
  deltas: orNull(
    policyDeltas.describe('Pairwise delta metrics (only present when exactly 2 policies are compared and compatible)'),
  ),
  differences: z
    .array(policyDifference)
    .describe(
      'In what the runs behind the policies differ: files of the case, risk measure, horizon; empty when in nothing',
    ),
  errors: z.array(errorRecord).optional().describe('Why the policies are not compatible'),
});

type ComparedPolicy = Readonly<z.output<typeof comparedPolicy>>;
type PolicyDeltas = Readonly<z.output<typeof policyDeltas>>;
type Incompatibility = Readonly<z.output<typeof errorRecord>>;
export type PolicyComparison = Readonly<z.output<typeof policyComparison>>;

export async function comparePolicies(
  files: Files,
  policyDirectories: readonly string[],
  metrics: readonly ComparedMetric[] = ['all'],
): Promise<PolicyComparison> {
  const wants = (metric: ComparedMetric) => metrics.includes('all') || metrics.includes(metric);
  const found: ReadPolicy[] = [];
  for (const directory of policyDirectories) found.push(await read(files, directory, wants));
  const policies = found.map(({ policy }) => policy);
  const errors = incompatibilities(policies);
  const [first, second] = policies;
  const pair = policies.length === 2 && errors.length === 0;
  return {
    policies,
    compatible: errors.length === 0,
    deltas: pair ? deltasOf(first!, second!, wants) : null,
    differences: differencesOf(found.map(({ inputs }) => inputs)),
    ...(errors.length > 0 ? { errors } : {}),
  };
}

async function read(files: Files, policy_dir: string, wants: (metric: ComparedMetric) => boolean): Promise<ReadPolicy> {
  const { facts, cuts } = await openPolicy(files, policy_dir);
  const counts: number[] = [];
  for (let stage = 0; stage < facts.num_stages; stage++) counts.push((await cuts(stage)).cuts.length);
  const { final_lower_bound, final_upper_bound, iterations } = facts;
  const bounded = final_lower_bound !== null && final_upper_bound !== null;
  const policy = {
    policy_dir,
    stages: facts.num_stages,
    total_cuts: counts.reduce((sum, count) => sum + count, 0),
    state_dimension: facts.state_dimension,
    ...(wants('convergence')
      ? {
          final_lower_bound,
          final_upper_bound,
          final_gap: bounded ? gapOf(final_lower_bound, final_upper_bound) : null,
          iterations,
        }
      : {}),
    ...(wants('cut_counts') ? { cuts_per_stage: counts } : {}),
  };
  return { policy, inputs: facts.inputs };
}

interface ReadPolicy {
  readonly policy: ComparedPolicy;
  readonly inputs: StatedInputs | null;
}

/** What each of them means for whoever compares numbers. */
const notes = {
  inputs: 'The cases differ in their files: look for what was changed before comparing costs.',
  risk_measure: 'The risk measures differ: the lower bounds belong to different objectives; compare simulated costs.',
  horizon: 'The horizons differ: costs are of different spans of time.',
} as const;

function differencesOf(stated: readonly (StatedInputs | null)[]): z.output<typeof policyDifference>[] {
  return (Object.keys(notes) as (keyof typeof notes)[])
    .map((field) => ({ field, values: stated.map((inputs) => inputs?.[field] ?? null), note: notes[field] }))
    .filter(({ values }) => new Set(values).size > 1);
}

function incompatibilities(policies: readonly ComparedPolicy[]): Incompatibility[] {
  const [first, ...others] = policies;
  return others.flatMap((other) =>
    (['stages', 'state_dimension'] as const)
      .filter((field) => other[field] !== first![field])
      .map((field) => ({
        kind: 'IncompatibleRuns',
        message: `${other.policy_dir} has ${field} ${other[field]} where ${first!.policy_dir} has ${first![field]}`,
        context: {
          field,
          run_a_value: first![field],
          run_b_value: other[field],
          detail: 'Only policies with the same stages and the same state can be compared number by number.',
        },
        suggestion: 'Compare policies of the same system and horizon.',
      })),
  );
}

function deltasOf(
  first: ComparedPolicy,
  second: ComparedPolicy,
  wants: (metric: ComparedMetric) => boolean,
): PolicyDeltas {
  const lower = delta(first.final_lower_bound, second.final_lower_bound);
  const upper = delta(first.final_upper_bound, second.final_upper_bound);
  return {
    ...(lower ? { lb_delta: lower.change, lb_delta_pct: lower.fraction } : {}),
    ...(upper ? { ub_delta: upper.change, ub_delta_pct: upper.fraction } : {}),
    ...(wants('cut_counts') ? { cut_count_delta: second.total_cuts - first.total_cuts } : {}),
  };
}

function delta(from: number | null | undefined, to: number | null | undefined) {
  if (from == null || to == null) return null;
  return { change: to - from, fraction: Math.abs(from) < 1e-10 ? 0 : (to - from) / Math.abs(from) };
}
