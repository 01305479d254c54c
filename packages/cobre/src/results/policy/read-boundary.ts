import { resolve } from 'node:path';
import { Fault } from '@quadrivium/kernel/fault';
import type { Case } from '../../case/model.js';
import type { CutPool } from '../../lp/cuts/cut-pool.js';
import { readPolicy } from './read-policy.js';

/** The cuts that follow the last stage, where the settings name a policy for them. `allowed` may refuse its place. */
export async function readBoundary(
  { settings }: Case,
  caseDirectory: string,
  allowed: (path: string) => Promise<string> = async (path) => path,
): Promise<CutPool | undefined> {
  const { boundary } = settings.policy;
  if (boundary === null) return undefined;
  const other = await readPolicy(await allowed(resolve(caseDirectory, boundary.path)));
  const stage = other.stages[boundary.sourceStage ?? -1];
  if (stage !== undefined) return stage.pool;
  throw new Fault('IncompatibleSettings', `The boundary policy has no stage ${boundary.sourceStage}.`, {
    context: { settings: 'policy.boundary', detail: `it has ${other.stages.length} stages` },
    suggestion: 'Choose a source_stage of that policy.',
  });
}
