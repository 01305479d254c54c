/** What is sent of a study: plain data, from which every worker builds the same stage problems. */
import { Fault } from '@quadrivium/kernel/fault';
import type { Case } from '../../case/model.js';
import type { CutPool } from '../../lp/cuts/cut-pool.js';
import type { MultistageProblem } from '../../sddp/index.js';
import { decode } from './decode.js';
import { encode } from './encode.js';

export interface SentStudy {
  readonly study: Case;
  readonly problem: MultistageProblem;
  /** Of each place, what its cuts speak of; null where nothing follows. */
  readonly pools: readonly (PoolShape | null)[];
}

export interface PoolShape {
  readonly stateCount: number;
  readonly states: Int32Array | null;
}

export function studyBytes(
  study: Case,
  problem: MultistageProblem,
  pools: readonly (CutPool | undefined)[],
): Uint8Array {
  const shapes = pools.map((pool) => (pool ? { stateCount: pool.stateCount, states: pool.states } : null));
  return encode({ study, problem, pools: shapes } satisfies SentStudy);
}

/** Its name is the hash of its bytes, so that what a coordinator of this version wrote is what is read here. */
export function studyOf(bytes: Uint8Array): SentStudy {
  const value = decode(bytes) as Partial<SentStudy> | null;
  const { study, problem, pools } = value ?? {};
  if (study?.system !== undefined && Array.isArray(problem?.stages) && pools?.length === problem.stages.length)
    return { study, problem, pools };
  throw new Fault('MpiError', 'What the object store holds under the name of the study is none.', {
    context: { bytes: bytes.length },
    suggestion: 'Use the same version of cobre everywhere.',
  });
}
