/** What an earlier run left, as far as this one goes on from it. */
import { Fault } from '@quadrivium/kernel/fault';
import {
  type BoundaryReport,
  type ConvergenceRow,
  storedPolicy as openPolicyFiles,
  readBoundary,
  readConvergence,
  readPolicy,
  readPolicyHistory,
  readRunMetadata,
  requirePolicyOf,
} from '../../results/index.js';
import type { Policy, TrainOptions } from '../../sddp/index.js';
import type { RunContext } from './run-context.js';

/** Where to begin: nothing, cuts of an earlier policy, or exactly where one stopped; and what follows the last stage. */
export async function trainingStart(
  context: RunContext,
): Promise<Pick<TrainOptions, 'start' | 'boundary'> & { readonly ends: BoundaryReport | null }> {
  const { mode } = context.study.settings.policy;
  const start = mode === 'fresh' ? {} : { start: { mode, policy: await storedPolicy(context) } };
  const boundary = await readBoundary(context.study, context.stochastic, context.caseDirectory);
  return boundary === undefined
    ? { ...start, ends: null }
    : { ...start, boundary: boundary.cuts, ends: boundary.report };
}

export async function storedPolicy({ study, stochastic, policyDirectory }: RunContext): Promise<Policy> {
  const policy = await readPolicy(policyDirectory);
  const { validateCompatibility } = study.settings.policy;
  const { nodes } = study.horizon.policyGraph;
  const [expected, what] = nodes.length > 0 ? [nodes.length, 'nodes'] : [study.horizon.stages.length, 'stages'];
  if (validateCompatibility && policy.stages.length !== expected) {
    throw new Fault('IncompatibleSettings', 'The stored policy belongs to a case with another horizon.', {
      context: { settings: 'policy.mode', detail: `${policy.stages.length} ${what} instead of ${expected}` },
      suggestion: 'Start fresh, or point policy.path to a policy of this case.',
    });
  }
  await requirePolicyOf(study, stochastic, await openPolicyFiles(policyDirectory));
  return policy;
}

/** A resumed training continues the history of its policy, and never that of another run that left a table behind. */
export async function earlierIterations(
  { policyDirectory, path }: RunContext,
  { start }: Pick<TrainOptions, 'start'>,
): Promise<ConvergenceRow[]> {
  if (start?.mode !== 'resume') return [];
  const { completedIterations, lowerBound } = start.policy;
  const own = await readPolicyHistory(policyDirectory);
  const history = own ?? (await historyBeside(path, lowerBound, completedIterations));
  return history.filter(({ iteration }) => iteration <= completedIterations);
}

/** Policies of earlier versions keep no history; the table of their run is theirs if it is whole and says the same. */
async function historyBeside(output: string, lowerBound: number, iterations: number): Promise<ConvergenceRow[]> {
  try {
    await readRunMetadata(output, 'training');
    const rows = await readConvergence(output);
    const last = rows.find(({ iteration }) => iteration === iterations);
    return last?.lowerBound === lowerBound ? rows : [];
  } catch (cause) {
    if (cause instanceof Fault) return [];
    throw cause;
  }
}
