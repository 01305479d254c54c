import { resolve } from 'node:path';
import { Fault } from '@quadrivium/kernel/fault';
import type { Case } from '../../case/model.js';
import { wholePolicy } from '../../sddp/index.js';
import { buildStochasticModel, type StochasticModel } from '../../stochastic/index.js';
import { type Boundary, boundaryByDate, lagsPriced } from './boundary-by-date.js';
import { readPolicy, storedPolicy } from './read-policy.js';

/** The stochastic model of a case, with as many lags as the policy behind its last stage asks for. */
export async function modelWithBoundary(
  study: Case,
  caseDirectory: string,
  allowed: (path: string) => Promise<string> = async (path) => path,
): Promise<StochasticModel> {
  const model = buildStochasticModel(study);
  const { boundary } = study.settings.policy;
  if (boundary === null || boundary.sourceStage !== null) return model;
  const path = await allowed(resolve(caseDirectory, boundary.path));
  const lagDepth = await lagsPriced(study, await storedPolicy(path));
  return lagDepth > model.order ? buildStochasticModel(study, { lagDepth }) : model;
}

/**
 * The model a stored policy was trained with. The policy has what it needs, also when that of its boundary is gone: its own cuts
 * name the lags that those asked for.
 */
export async function modelOfPolicy(
  policyDirectory: string,
  ...[study, ...where]: Parameters<typeof modelWithBoundary>
): Promise<StochasticModel> {
  return modelWithBoundary(study, ...where).catch(async (cause: unknown) => {
    if (!(cause instanceof Fault)) throw cause;
    return buildStochasticModel(study, { lagDepth: await lagsNamed(policyDirectory) });
  });
}

/** How far back the state of a policy reaches; 0 where there is none, or one that does not say. */
async function lagsNamed(policyDirectory: string): Promise<number> {
  const stored = await storedPolicy(policyDirectory).catch((cause: unknown) => {
    if (cause instanceof Fault) return null;
    throw cause;
  });
  if (stored === null || stored.graph === null) return 0;
  const pools = Array.from({ length: stored.metadata.num_stages }, (_, index) => stored.ownCuts(index));
  const slots = (await Promise.all(pools)).flatMap((pool) => pool?.slots ?? []);
  return slots.reduce((most, { entityType, subindex }) => (entityType === 1 ? Math.max(most, subindex) : most), 0);
}

/** The cuts that follow the last stage, where the settings name a policy for them. `allowed` may refuse its place. */
export async function readBoundary(
  study: Case,
  stochastic: StochasticModel,
  caseDirectory: string,
  allowed: (path: string) => Promise<string> = async (path) => path,
): Promise<Boundary | undefined> {
  const { boundary } = study.settings.policy;
  if (boundary === null) return undefined;
  const path = await allowed(resolve(caseDirectory, boundary.path));
  if (boundary.sourceStage === null) return boundaryByDate(study, stochastic, await storedPolicy(path));
  // What follows the last stage is priced by the whole state, whatever the cuts of the other study leave out.
  const other = wholePolicy(await readPolicy(path));
  const stage = other.stages[boundary.sourceStage];
  if (stage !== undefined) return { cuts: stage.pool, report: null };
  throw new Fault('IncompatibleSettings', `The boundary policy has no stage ${boundary.sourceStage}.`, {
    context: { settings: 'policy.boundary', detail: `it has ${other.stages.length} stages` },
    suggestion: 'Choose a source_stage of that policy.',
  });
}
