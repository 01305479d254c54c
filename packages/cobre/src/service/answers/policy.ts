import { join } from 'node:path';
import { Fault } from '@quadrivium/kernel/fault';
import * as z from 'zod';
import {
  type CurrentStageCuts,
  openStoredPolicy,
  type PolicyFormat,
  type StoredPolicy,
  type StoredStageCuts,
  UnusablePolicyFile,
} from '../../results/index.js';
import type { JsonRecord } from '../cases/case-json.js';
import type { Files } from '../files/files.js';
import { outputCorrupted, outputNotFound, outputPlace } from '../files/place.js';
import { integer, record } from '../seed-schema.js';
import { type StatedInputs, statedInputs } from './stated-inputs.js';

export const policySummary = record({
  stages: integer(),
  total_cuts: integer(),
  state_dimension: integer(),
  cuts_per_stage: z.array(integer()).describe('Number of cuts at each stage'),
  format: z.string().describe('Layout of the files: 0.5 (release 0.5.1) or 2 (the current one)'),
  warnings: z.array(z.string()).optional().describe('What to keep in mind about the files'),
});

/** Intercepts in $; coefficients in $ per unit of state: storage of hydros, lagged inflows, other states. */
export const policyStageDetail = record({
  stage: integer(),
  cuts: integer(),
  state_dimension: integer(),
  intercepts: z.array(z.number()).describe('Cut intercept values (alpha)'),
  coefficients_sample: z
    .array(z.array(z.number()))
    .describe("First 10 cuts' coefficient vectors (beta), for inspection"),
  storage_ids: z
    .array(integer())
    .optional()
    .describe(
      'Hydros whose storage the first coefficients speak of, in their order; storage that never moves has none',
    ),
  coefficients_truncated: z.boolean().describe('True if there are more than 10 cuts'),
  stage_id: integer().describe('The id the case gives the stage'),
  active_cuts: integer().describe('Cuts that cut selection has not set aside'),
});

export type PolicySummary = Readonly<z.output<typeof policySummary>>;
export type PolicyStageDetail = Readonly<z.output<typeof policyStageDetail>>;

/** What the policy says about itself. */
export interface PolicyFacts {
  readonly num_stages: number;
  readonly state_dimension: number;
  readonly final_lower_bound: number | null;
  readonly final_upper_bound: number | null;
  readonly iterations: number | null;
  /** What the run was about; null for policies of other programs and earlier versions. */
  readonly inputs: StatedInputs | null;
}

const expected = 'policy metadata and cuts';
const sampleSize = 10;

export async function inspectPolicy(files: Files, policyDirectory: string): Promise<PolicySummary> {
  const policy = await openPolicy(files, policyDirectory);
  const counts: number[] = [];
  for (let stage = 0; stage < policy.facts.num_stages; stage++) counts.push((await policy.cuts(stage)).cuts.length);
  return {
    stages: policy.facts.num_stages,
    total_cuts: counts.reduce((sum, count) => sum + count, 0),
    state_dimension: policy.facts.state_dimension,
    cuts_per_stage: counts,
    format: policy.format,
    ...(policy.warnings.length > 0 ? { warnings: [...policy.warnings] } : {}),
  };
}

/** Cuts of one stage; stages are counted from 1. */
export async function inspectPolicyStage(
  files: Files,
  policyDirectory: string,
  stage: number,
): Promise<PolicyStageDetail> {
  const { facts, cuts: read } = await openPolicy(files, policyDirectory);
  if (stage > facts.num_stages) {
    throw new Fault('InvalidArguments', `The policy has ${facts.num_stages} stages, so there is no stage ${stage}`, {
      context: { field: 'stage', value: stage, min: 1, max: facts.num_stages },
      suggestion: `Give a position from 1 to ${facts.num_stages}.`,
    });
  }
  const found = await read(stage - 1);
  const { cuts, stageId } = found;
  const storages = storagesOf(found);
  return {
    stage,
    stage_id: stageId,
    cuts: cuts.length,
    active_cuts: cuts.filter(({ active }) => active).length,
    state_dimension: facts.state_dimension,
    intercepts: cuts.map(({ intercept }) => intercept),
    coefficients_sample: cuts.slice(0, sampleSize).map(({ coefficients }) => [...coefficients]),
    ...(storages === undefined ? {} : { storage_ids: storages }),
    coefficients_truncated: cuts.length > sampleSize,
  };
}

/** Policies of earlier versions do not say; their states begin with every hydro. */
function storagesOf(stored: StoredStageCuts & Partial<Pick<CurrentStageCuts, 'slots'>>): number[] | undefined {
  const first = stored.slots?.findIndex(({ entityType }) => entityType !== 0) ?? -1;
  return stored.slots?.slice(0, first < 0 ? undefined : first).map(({ entityId }) => entityId);
}

export interface OpenPolicy {
  readonly facts: PolicyFacts;
  readonly format: PolicyFormat;
  readonly warnings: readonly string[];
  /** Intercepts and slopes in $. */
  cuts(stage: number): Promise<StoredStageCuts>;
}

export async function openPolicy(files: Files, policyDirectory: string): Promise<OpenPolicy> {
  const stored = await findPolicy(files, policyDirectory);
  const { dollars, format, warnings } = stored;
  return {
    facts: factsOf(stored.metadata as unknown as JsonRecord),
    format,
    warnings,
    cuts: async (stage) => inDollars(await readable(stored.cuts(stage)), dollars),
  };
}

function inDollars(stored: StoredStageCuts, dollars: number): StoredStageCuts {
  const cuts = stored.cuts.map((cut) => ({
    ...cut,
    intercept: cut.intercept * dollars,
    coefficients: cut.coefficients.map((value) => value * dollars),
  }));
  return { ...stored, cuts };
}

/** A process that died while policies changed places left the old one beside. */
async function findPolicy(files: Files, asked: string): Promise<StoredPolicy> {
  for (const directory of [asked, `${asked.replace(/\/+$/, '')}.previous`]) {
    await files.resolveNew(directory);
    const read = async (name: string) => {
      const path = join(directory, name);
      return (await files.exists(path)) ? files.readFile(path) : null;
    };
    const stored = await readable(openStoredPolicy(read));
    if (stored !== null) return stored;
  }
  await outputPlace(files, asked, expected);
  throw outputNotFound(asked, expected);
}

async function readable<T>(work: Promise<T>): Promise<T> {
  return work.catch((cause) => {
    throw cause instanceof UnusablePolicyFile ? outputCorrupted(cause.file, cause) : cause;
  });
}

function factsOf(metadata: JsonRecord): PolicyFacts {
  const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null);
  return {
    num_stages: metadata.num_stages as number,
    state_dimension: metadata.state_dimension as number,
    final_lower_bound: number(metadata.final_lower_bound),
    final_upper_bound: number(metadata.best_upper_bound),
    iterations: number(metadata.completed_iterations),
    inputs: statedInputs(metadata),
  };
}
