import { join } from 'node:path';
import { isObject } from '@quadrivium/kernel/essentials';
import { Fault } from '@quadrivium/kernel/fault';
import * as z from 'zod';
import { decodeStageCuts, type StoredStageCuts } from '../../results/policy/cuts-file.js';
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
});

/** Intercepts in $; coefficients in $ per unit of state: hydros' storage by id, lagged inflows, other states. */
export const policyStageDetail = record({
  stage: integer(),
  cuts: integer(),
  state_dimension: integer(),
  intercepts: z.array(z.number()).describe('Cut intercept values (alpha)'),
  coefficients_sample: z
    .array(z.array(z.number()))
    .describe("First 10 cuts' coefficient vectors (beta), for inspection"),
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
/** Files hold thousands of $. */
export const moneyScale = 1000;

export async function inspectPolicy(files: Files, policyDirectory: string): Promise<PolicySummary> {
  const policy = await openPolicy(files, policyDirectory);
  const counts: number[] = [];
  for (let stage = 0; stage < policy.facts.num_stages; stage++) counts.push((await policy.cuts(stage)).cuts.length);
  return {
    stages: policy.facts.num_stages,
    total_cuts: counts.reduce((sum, count) => sum + count, 0),
    state_dimension: policy.facts.state_dimension,
    cuts_per_stage: counts,
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
  const { cuts, stageId } = await read(stage - 1);
  return {
    stage,
    stage_id: stageId,
    cuts: cuts.length,
    active_cuts: cuts.filter(({ active }) => active).length,
    state_dimension: facts.state_dimension,
    intercepts: cuts.map(({ intercept }) => intercept * moneyScale),
    coefficients_sample: cuts
      .slice(0, sampleSize)
      .map(({ coefficients }) => Array.from(coefficients, (value) => value * moneyScale)),
    coefficients_truncated: cuts.length > sampleSize,
  };
}

export interface OpenPolicy {
  readonly facts: PolicyFacts;
  cuts(stage: number): Promise<StoredStageCuts>;
}

export async function openPolicy(files: Files, policyDirectory: string): Promise<OpenPolicy> {
  const directory = await findPolicy(files, policyDirectory);
  const facts = factsOf(await readMetadata(files, directory));
  return { facts, cuts: (stage) => readCuts(files, directory, stage, facts) };
}

/** A process that died while policies changed places left the old one beside. */
async function findPolicy(files: Files, asked: string): Promise<string> {
  for (const directory of [asked, `${asked.replace(/\/+$/, '')}.previous`]) {
    await files.resolveNew(directory);
    if (await files.exists(join(directory, 'metadata.json'))) return directory;
  }
  await outputPlace(files, asked, expected);
  throw outputNotFound(asked, expected);
}

async function readMetadata(files: Files, directory: string): Promise<JsonRecord> {
  const text = (await files.readFile(join(directory, 'metadata.json'))).toString('utf8');
  try {
    const metadata: unknown = JSON.parse(text);
    if (isObject(metadata) && isCount(metadata.num_stages) && isCount(metadata.state_dimension)) return metadata;
    throw new TypeError('num_stages and state_dimension must be whole numbers');
  } catch (cause) {
    throw outputCorrupted('metadata.json', cause);
  }
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < 1e6;
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

async function readCuts(files: Files, directory: string, stage: number, facts: PolicyFacts): Promise<StoredStageCuts> {
  const name = `cuts/stage_${String(stage).padStart(3, '0')}.bin`;
  const path = join(directory, name);
  if (!(await files.exists(path))) {
    // The original writes no file for the last stage, which has no future.
    if (stage === facts.num_stages - 1) return noCuts(stage, facts.state_dimension);
    throw outputCorrupted(name, new Error('the file is missing'));
  }
  try {
    const stored = decodeStageCuts(await files.readFile(path));
    if (stored.cuts.length > 0 && stored.stateDimension !== facts.state_dimension) {
      throw new Error(`the state has ${stored.stateDimension} parts instead of ${facts.state_dimension}`);
    }
    if (stored.cuts.length !== stored.populatedCount) {
      throw new Error(`it has ${stored.cuts.length} cuts and announces ${stored.populatedCount}`);
    }
    return stored;
  } catch (cause) {
    throw outputCorrupted(name, cause);
  }
}

function noCuts(stageId: number, stateDimension: number): StoredStageCuts {
  return { stageId, stateDimension, capacity: 0, warmStartCount: 0, cuts: [], populatedCount: 0 };
}
