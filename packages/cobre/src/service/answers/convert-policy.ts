import { basename, dirname, resolve } from 'node:path';
import { Fault } from '@quadrivium/kernel/fault';
import {
  currentDetails,
  modelOfPolicy,
  type PolicyFormat,
  type RunInputs,
  readPolicy,
  readPolicyHistory,
  storedPolicy,
  writePolicy,
} from '../../results/index.js';
import { type Policy, wholePolicy } from '../../sddp/index.js';
import { stateSpaceOf } from '../../stage/index.js';
import { loadCase } from '../../validation/load-case.js';
import { version } from '../../version.js';
import { caseAccess } from '../cases/case-access.js';
import type { Files } from '../files/files.js';
import { openedFolder, toldWriting } from '../files/told-writing.js';
import type { ConvertedPolicy } from './converted-policy.js';

export interface Conversion {
  readonly from: string;
  readonly target: string;
  readonly to: PolicyFormat;
  readonly caseDirectory: string | undefined;
  readonly now: () => Date;
}

export async function convertPolicy(files: Files, asked: Conversion): Promise<ConvertedPolicy> {
  const [from, target] = [await files.resolveNew(asked.from), await files.resolveNew(asked.target)];
  if (await files.exists(target))
    throw refusal('target_dir', asked.target, 'it is there already', 'Name a new directory.');
  const stored = await storedPolicy(from);
  const read = await readPolicy(from);
  const policy = asked.to === '0.5' ? wholePolicy(read) : read;
  const { metadata, format, warnings } = stored;
  const own = asked.to === '2' ? await caseOf(files, asked, policy) : undefined;
  const branches =
    (stored.graph?.nodes ?? []).length !== new Set(stored.graph?.nodes.map(({ stageId }) => stageId)).size;
  if (asked.to === '0.5' && branches) {
    const why = 'it has several nodes in a stage, which the layout of 0.5.1 cannot say';
    throw refusal('to', asked.to, why, 'Keep it in the current layout.');
  }
  const folder = await openedFolder(dirname(resolve(target)));
  try {
    const details = {
      version,
      createdAt: asked.now().toISOString(),
      maxIterations: metadata.max_iterations,
      seed: metadata.rng_seed ?? 0,
      ...(metadata.inputs ? { inputs: metadata.inputs as RunInputs } : {}),
      states: false,
      stageIds: own
        ? own.study.horizon.stages.map(({ id }) => id)
        : (metadata.stage_ids ?? policy.stages.map((_, t) => t)),
      ...(own ? { current: currentDetails(own.study, own.stochastic) } : {}),
      history: (await readPolicyHistory(from)) ?? [],
    };
    await toldWriting(asked.target, () => writePolicy({ folder, name: basename(target) }, policy, details));
  } finally {
    await folder.close();
  }
  const total = policy.stages.reduce((sum, { pool }) => sum + pool.count, 0);
  return {
    policy_dir: asked.target,
    from: format,
    to: asked.to,
    stages: policy.stages.length,
    total_cuts: total,
    warnings: [...warnings],
  };
}

/** The case that names the states of a policy; one with other states is refused. */
async function caseOf(files: Files, { caseDirectory, from }: Conversion, policy: Policy) {
  if (caseDirectory === undefined) {
    const advice = 'Give --case-dir, the directory of the case the policy was trained for.';
    throw refusal(
      'case_dir',
      null,
      'the current layout names what the state stands for, which only the case says',
      advice,
    );
  }
  const { case: study } = await loadCase(caseDirectory, caseAccess(files));
  const allowed = (place: string) => files.resolveNew(place);
  const stochastic = await modelOfPolicy(await allowed(from), study, await allowed(caseDirectory), allowed);
  const { stateCount } = stateSpaceOf(study, stochastic);
  const { stages, policyGraph } = study.horizon;
  const places = policyGraph.nodes.length > 0 ? policyGraph.nodes.length : stages.length;
  if (stateCount === policy.stateCount && places === policy.stages.length) return { study, stochastic };
  throw new Fault('IncompatibleSettings', 'The policy belongs to another case.', {
    context: {
      policy_state: policy.stateCount,
      case_state: stateCount,
      policy_stages: policy.stages.length,
      case_stages: places,
    },
    suggestion: 'Give the case the policy was trained for.',
  });
}

function refusal(field: string, value: unknown, why: string, suggestion: string): Fault<'InvalidArguments'> {
  return new Fault('InvalidArguments', `The policy cannot be converted: ${why}`, {
    context: { field, value },
    suggestion,
  });
}
