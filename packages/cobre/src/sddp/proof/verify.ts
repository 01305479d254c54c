/** Checks a proof again, with another solver and without the duals that made it. The first thing that does not hold is named. */
import { isDeepStrictEqual } from 'node:util';
import { closenesses } from './allowance.js';
import { NotProven } from './not-proven.js';
import { obstacleOf } from './obstacle.js';
import type { Proof } from './proof.js';
import { intervalOf, rounding, statementOf } from './statement.js';
import { checkLower } from './verify-lower.js';
import { checkInner, checkTree } from './verify-upper.js';
import type { CheckWork } from './verify-work.js';

/** Throws `NotProven`. Returns how many cuts, nodes and corners were worked out again. */
export async function checkProof(
  proof: Proof,
  given: Omit<CheckWork, 'closeness'>,
): Promise<{ readonly checked: number }> {
  checkCloseness(proof);
  const work = { ...given, closeness: proof.limits_kept_to };
  checkObstacle(proof, work);
  let checked = 0;
  if (!('kind' in proof.lower)) checked += await checkLower(proof.lower, work);
  if (proof.upper.kind === 'tree') checked += await checkTree(proof.upper, work);
  if (proof.upper.kind === 'inner') checked += await checkInner(proof.upper, work);
  checkInterval(proof);
  checkWords(proof);
  return { checked };
}

/** A problem whose limits may be missed by more is another problem. */
function checkCloseness({ limits_kept_to: claimed }: Proof): void {
  if (closenesses.some((closeness) => closeness === claimed)) return;
  throw new NotProven('limits_kept_to', 'no proof is made with it', claimed, closenesses[0]);
}

/** Where nothing can be proven, nothing may be claimed; where something can, the proof may not say it cannot. */
function checkObstacle({ lower, upper }: Proof, { problem }: CheckWork): void {
  const obstacle = obstacleOf(problem);
  const none = 'kind' in lower ? lower.reason : null;
  if (none !== obstacle) {
    throw new NotProven('lower', obstacle ?? 'of this case a bound can be proven, and the proof says that none can');
  }
  if (obstacle !== null && (upper.kind === 'tree' || upper.kind === 'inner')) throw new NotProven('upper', obstacle);
}

function checkInterval({ interval, lower, upper }: Proof): void {
  const proven = intervalOf({ lower, upper });
  for (const side of ['lower', 'upper'] as const) {
    if (interval[side] === proven[side]) continue;
    throw new NotProven(`interval.${side}`, 'it is not the bound that was proven', interval[side], proven[side]);
  }
  if (interval.gap === proven.gap) return;
  throw new NotProven('interval.gap', 'it does not follow from the bounds', interval.gap, proven.gap);
}

/** Words and assumptions are those of the numbers. */
function checkWords(proof: Proof): void {
  const { upper, limits_kept_to: closeness } = proof;
  if ('missed' in upper && !(upper.missed >= 0 && upper.missed <= closeness)) {
    throw new NotProven('upper.missed', 'limits are kept too loosely', upper.missed, closeness);
  }
  if (proof.statement !== statementOf(proof))
    throw new NotProven('statement', 'it says another thing than the numbers');
  if (!isDeepStrictEqual(proof.rounding, rounding)) {
    throw new NotProven('rounding', 'these are not the assumptions a proof is checked with');
  }
  if (upper.kind !== 'statistical') return;
  if (upper.low <= upper.mean && upper.mean <= upper.high && upper.samples > 1) return;
  throw new NotProven('upper', 'the interval does not hold its own mean');
}
